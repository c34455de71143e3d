import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import type { Env } from './env.ts';
import { devnet, isGenesisOf, mainnet } from './network.ts';

const merchant = '9AcRtqWQnM8hUyNLdw5dKxWgSw6mQXbVPcYyTLiiYCuH';
const dir = mkdtempSync(join(tmpdir(), 'assay-config-'));

function complaintsOf(env: Env): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  it('runs the sandbox on loopback with nothing configured', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 8402,
      host: '127.0.0.1',
      chain: { kind: 'sandbox', rpcPorts: [8899, 0] },
      network: devnet,
      usdcMint: devnet.usdcMint,
      payTo: null,
      facilitator: { kind: 'local', feePayerFile: null },
      checkTimeMsMax: 30_000,
      freeCallsPerDay: 5,
      trustProxyHops: 0,
      wallet: {
        windowDays: 90,
        signaturesMax: 3_000,
        signaturesWithBodiesMax: 20_000,
        tokenSignaturesMax: 1_500,
        history: true,
        historyDays: 30,
      },
    });
    expect(config.dataDir.endsWith('/.assay')).toBe(true);
  });

  it('serves the chain of the sandbox where Solana tools look for it, where it is told to, or anywhere', () => {
    const ports = (env: Env) => readConfig(env).chain;
    expect(ports({ SANDBOX_RPC_PORT: '9000' })).toEqual({ kind: 'sandbox', rpcPorts: [9000] });
    expect(ports({ PORT: '0' })).toEqual({ kind: 'sandbox', rpcPorts: [0] });
  });

  it('takes mainnet and its USDC as soon as endpoints are given', () => {
    const config = readConfig({
      SOLANA_RPC_URLS: 'https://a.example/?key=1, https://b.example',
      PAY_TO: merchant,
      X402_FACILITATOR: 'off',
    });
    expect(config.chain).toEqual({
      kind: 'rpc',
      urls: ['https://a.example/?key=1', 'https://b.example'],
      checkGenesis: true,
    });
    expect(config.network).toBe(mainnet);
    expect(config.usdcMint).toBe(mainnet.usdcMint);
  });

  it('names everything that is wrong at once', () => {
    const complaints = complaintsOf({
      PORT: '80402',
      DATA_DIR: import.meta.filename,
      BASE_URL: 'https://assay.example/path',
      SOLANA_RPC_URLS: 'ftp://x',
      SOLANA_NETWORK: 'mainnet',
      USDC_MINT: 'nonsense',
      LOG_LEVEL: 'loud',
      TICKET_SECRET: 'short',
      OWNERSHIP_FILES: '[]',
      DATABASE_URL: 'mysql://x',
      CHECK_TIME_MS_MAX: '60000',
      WALLET_WINDOW_DAYS: '366',
      WALLET_SIGNATURES_MAX: '99',
      WALLET_TOKEN_SIGNATURES_MAX: '-1',
      WALLET_HISTORY: 'yes',
      WALLET_HISTORY_DAYS: '0',
      SIGNING_KEY: join(dir, 'absent.pem'),
    });
    const names = complaints.map((line) => line.split(' ')[0]);
    expect(names.sort()).toEqual([
      'BASE_URL',
      'CHECK_TIME_MS_MAX',
      'DATABASE_URL',
      'DATA_DIR',
      'LOG_LEVEL',
      'OWNERSHIP_FILES',
      'PAY_TO',
      'PORT',
      'SIGNING_KEY',
      'SOLANA_NETWORK',
      'SOLANA_RPC_URLS',
      'TICKET_SECRET',
      'USDC_MINT',
      'WALLET_HISTORY',
      'WALLET_HISTORY_DAYS',
      'WALLET_SIGNATURES_MAX',
      'WALLET_TOKEN_SIGNATURES_MAX',
      'WALLET_WINDOW_DAYS',
      'X402_FACILITATOR',
    ]);
  });

  it('takes files of ownership that can be served, and names each that cannot', () => {
    const files = { glama: { claim: 'x' }, 'a.b': {} };
    expect(readConfig({ OWNERSHIP_FILES: JSON.stringify(files) }).ownershipFiles).toEqual(files);
    const bad = { 'x/y': {}, x402: {}, 'agent-card': {}, text: 'no', list: [], none: null };
    const complaints = complaintsOf({ OWNERSHIP_FILES: JSON.stringify(bad) });
    expect(complaints.map((line) => /"([^"]+)"/.exec(line)?.[1])).toEqual(Object.keys(bad));
    expect(complaints[1]).toContain('a document of its own');
    expect(complaints[3]).toContain('no JSON object');
  });

  it('bounds what a wallet check reads and what is kept of it', () => {
    const { wallet } = readConfig({
      WALLET_WINDOW_DAYS: '30',
      WALLET_SIGNATURES_MAX: '20000',
      WALLET_TOKEN_SIGNATURES_MAX: '0',
      WALLET_HISTORY: 'off',
      WALLET_HISTORY_DAYS: '7',
    });
    const bounds = { signaturesMax: 20_000, signaturesWithBodiesMax: 20_000, tokenSignaturesMax: 0 };
    const expected = { windowDays: 30, ...bounds, history: false, historyDays: 7 };
    expect(wallet).toEqual(expected);
  });

  it('keeps charges for 90 days, for ever, or for two days at least', () => {
    expect(readConfig({}).retentionDays).toBe(90);
    expect(readConfig({ RETENTION_DAYS: '0' }).retentionDays).toBe(0);
    expect(readConfig({ RETENTION_DAYS: '2' }).retentionDays).toBe(2);
    expect(complaintsOf({ RETENTION_DAYS: '1' }).join()).toContain('RETENTION_DAYS must be 0');
  });

  it('refuses the sandbox in production', () => {
    expect(complaintsOf({ NODE_ENV: 'production' }).join()).toContain('SOLANA_RPC_URLS is required');
  });

  it('refuses contradictions between the network and what is paid in it', () => {
    const rpc = { SOLANA_RPC_URLS: 'http://127.0.0.1:1', PAY_TO: merchant, X402_FACILITATOR: 'off' };
    expect(complaintsOf({ ...rpc, USDC_MINT: String(devnet.usdcMint) }).join()).toContain('is the USDC of');
    expect(complaintsOf({ SOLANA_NETWORK: mainnet.caip2 }).join()).toContain('the sandbox runs');
    const testnet = { ...rpc, SOLANA_NETWORK: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' };
    expect(complaintsOf(testnet).join()).toContain('USDC_MINT is required');
  });

  it('wants a fee payer for the local facilitator and checks its file', () => {
    const rpc = { SOLANA_RPC_URLS: 'http://127.0.0.1:1', PAY_TO: merchant, X402_FACILITATOR: 'local' };
    expect(complaintsOf(rpc).join()).toContain('X402_FEE_PAYER is required');
    const file = join(dir, 'payer.json');
    writeFileSync(file, '[1,2,3]');
    expect(complaintsOf({ ...rpc, X402_FEE_PAYER: file }).join()).toContain('no keypair file');
    writeFileSync(file, JSON.stringify(Array.from({ length: 64 }, (_, i) => i)));
    expect(complaintsOf({ ...rpc, X402_FEE_PAYER: file })).toEqual([]);
  });

  it('knows a cluster by its genesis hash', () => {
    expect(isGenesisOf(mainnet, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')).toBe(true);
    expect(isGenesisOf(mainnet, 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')).toBe(false);
  });
});

describe('the settings of what operators see', () => {
  it('take a port of their own, a token, and a collector', () => {
    const token = 'a-token-of-22-letters!';
    const env = { METRICS_PORT: '9090', METRICS_TOKEN: token, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(readConfig({ ...env, HOST: '0.0.0.0' }).observability).toMatchObject({
      metricsPort: 9090,
      metricsToken: token,
      tracing: true,
    });
  });

  it.each([
    ['a token that is short', { METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    ['a token that no header can carry', { METRICS_TOKEN: 'sixteen letters and blanks' }, 'METRICS_TOKEN'],
    ['the port of the service', { METRICS_PORT: '8402' }, 'METRICS_PORT and PORT'],
    ['a port that the system chooses', { METRICS_PORT: '0' }, 'METRICS_PORT'],
    ['a collector that is no URL', { OTEL_EXPORTER_OTLP_ENDPOINT: 'not-a-url' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ] as const)('refuse %s', (_, env, complaint) => expect(complaintsOf(env).join()).toContain(complaint));

  it('ask for a token where others can reach the port', () => {
    expect(complaintsOf({ METRICS_PORT: '9090' })).toEqual([]);
    expect(complaintsOf({ METRICS_PORT: '9090', HOST: '0.0.0.0' }).join()).toContain('METRICS_TOKEN is required');
  });
});

const url = 'https://facilitator.example';
describe('the headers of a facilitator', () => {
  it('go with one that is reached over HTTP', () => {
    const headers = { Authorization: 'Bearer abc', 'X-Api-Key': 'k' };
    const env = { X402_FACILITATOR: `${url}/x402/`, X402_FACILITATOR_HEADERS: JSON.stringify(headers) };
    expect(readConfig(env).facilitator).toEqual({ kind: 'http', url: `${url}/x402`, headers });
    expect(readConfig({ X402_FACILITATOR: url }).facilitator).toEqual({ kind: 'http', url, headers: {} });
  });

  it.each([undefined, 'local', 'off'])('are refused with X402_FACILITATOR=%s', (kind) => {
    const env = { ...(kind && { X402_FACILITATOR: kind }), X402_FACILITATOR_HEADERS: '{"a":"b"}' };
    expect(complaintsOf(env).join('\n')).toContain('X402_FACILITATOR_HEADERS goes with');
  });

  it.each(['{', '[]', 'null', '"a"', '{"a":1}', '{"a b":"c"}', '{"":"c"}', '{"a":"se\\ncret"}', '{"a":""}'])(
    'are refused when they are %s, without their values',
    (text) => {
      const complaints = complaintsOf({ X402_FACILITATOR: url, X402_FACILITATOR_HEADERS: text }).join('\n');
      expect(complaints).toContain('X402_FACILITATOR_HEADERS');
      expect(complaints).not.toContain('cret');
    },
  );
});

describe('the URL of a facilitator', () => {
  it.each([
    'https://me:secret@facilitator.example/x402',
    'https://secret@facilitator.example',
    'https://:secret@f.example',
  ])('is refused when it is %s, and credentials are not repeated', (text) => {
    const complaints = complaintsOf({ X402_FACILITATOR: text }).join('\n');
    expect(complaints).toMatch(
      /^X402_FACILITATOR must not hold a user name or a password: .* X402_FACILITATOR_HEADERS\.$/,
    );
    expect(complaints).not.toMatch(/secret|example/);
  });

  it.each(['htps://me:secret@facilitator.example', 'https://', 'https://me:secret@'])(
    'is refused when it is %s',
    (text) => {
      expect(complaintsOf({ X402_FACILITATOR: text }).join('\n')).toBe(
        'X402_FACILITATOR must be local, off or an http(s) URL.',
      );
    },
  );
});
