import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError } from './complaints.ts';
import { readConfig } from './config.ts';
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
      chain: { kind: 'sandbox' },
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
