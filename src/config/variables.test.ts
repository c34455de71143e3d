import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, readConfig, readStorageConfig } from './config.ts';
import { type Env, readEnv } from './env.ts';
import { devnet, mainnet } from './network.ts';

const dir = mkdtempSync(join(tmpdir(), 'assay-config-'));

function fileOf(name: string, content: string): string {
  writeFileSync(join(dir, name), content);
  return join(dir, name);
}

const ed25519 = generateKeyPairSync('ed25519');
const pem = { type: 'pkcs8', format: 'pem' } as const;
const privateKey = fileOf('key.pem', String(ed25519.privateKey.export(pem)));
const publicKey = fileOf('key.pub', String(ed25519.publicKey.export({ type: 'spki', format: 'pem' })));
const otherKey = fileOf('p256.pem', String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(pem)));
const text = fileOf('text.txt', 'text');
const absent = join(dir, 'absent');

const merchant = '9AcRtqWQnM8hUyNLdw5dKxWgSw6mQXbVPcYyTLiiYCuH';
const elsewhere = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z';
const rpc: Env = { SOLANA_RPC_URLS: 'http://127.0.0.1:1', PAY_TO: merchant, X402_FACILITATOR: 'off' };
const usdc = String(mainnet.usdcMint);

function complaintsOf(read: (env: Env) => unknown, env: Env): readonly string[] {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.complaints.map((line) => line.replaceAll(dir, '<dir>')).sort();
    throw error;
  }
  return [];
}

const cases: readonly (readonly [Env, ...string[]])[] = [
  [
    { NODE_ENV: 'production' },
    'SOLANA_RPC_URLS is required when NODE_ENV is production: the sandbox is for development.',
  ],
  [{ SOLANA_RPC_URLS: ',', PAY_TO: merchant, X402_FACILITATOR: 'off' }, 'SOLANA_RPC_URLS holds no URL.'],
  [
    { ...rpc, SOLANA_RPC_URLS: 'ftp://x,nonsense' },
    'SOLANA_RPC_URLS must be an http or https URL.',
    'SOLANA_RPC_URLS must be an http or https URL.',
  ],
  [{ ...rpc, SOLANA_SKIP_GENESIS_CHECK: 'yes' }, 'SOLANA_SKIP_GENESIS_CHECK must be one of 0, 1, not "yes".'],
  [{ SOLANA_SKIP_GENESIS_CHECK: 'yes' }],
  [
    { SOLANA_NETWORK: 'mainnet' },
    'SOLANA_NETWORK must be a CAIP-2 id such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp, not "mainnet".',
  ],
  [
    { SOLANA_NETWORK: mainnet.caip2 },
    'SOLANA_NETWORK is solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp, but without SOLANA_RPC_URLS the sandbox runs, which goes by solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1.',
  ],
  [{ SOLANA_NETWORK: devnet.caip2 }],
  [{ PORT: '80402' }, 'PORT must be a whole number from 0 to 65535, not "80402".'],
  [
    { PORT: '-1', TRUST_PROXY: '1.5', DRAIN_MS: '60001', FREE_CALLS_PER_DAY: '1e3' },
    'DRAIN_MS must be a whole number from 0 to 60000, not "60001".',
    'FREE_CALLS_PER_DAY must be a whole number from 0 to 1000000, not "1e3".',
    'PORT must be a whole number from 0 to 65535, not "-1".',
    'TRUST_PROXY must be a whole number from 0 to 16, not "1.5".',
  ],
  [
    { BASE_URL: 'nonsense', MCP_BASE_URL: 'ftp://x' },
    'BASE_URL must be an http or https URL.',
    'MCP_BASE_URL must be an http or https URL.',
  ],
  [
    { BASE_URL: 'https://assay.example/path', MCP_BASE_URL: 'https://me:secret@assay.example' },
    'BASE_URL must be an origin such as https://example.com, without a path.',
    'MCP_BASE_URL must be an origin such as https://example.com, without a path.',
  ],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// or postgresql:// URL.'],
  [{ DATA_DIR: text }, 'DATA_DIR is <dir>/text.txt, which is no directory.'],
  [
    { USDC_MINT: 'nonsense', PAY_TO: 'nonsense' },
    'PAY_TO must be a Solana address (base58 of 32 bytes), not "nonsense".',
    'USDC_MINT must be a Solana address (base58 of 32 bytes), not "nonsense".',
  ],
  [{ USDC_MINT: merchant, PAY_TO: merchant }, 'PAY_TO and USDC_MINT are the same address.'],
  [
    { ...rpc, USDC_MINT: String(devnet.usdcMint) },
    'USDC_MINT is the USDC of solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1, but the network is solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp.',
  ],
  [
    { ...rpc, SOLANA_NETWORK: elsewhere },
    'USDC_MINT is required on solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z, where no USDC is known.',
  ],
  [
    { ...rpc, SOLANA_NETWORK: elsewhere, USDC_MINT: 'nonsense' },
    'USDC_MINT must be a Solana address (base58 of 32 bytes), not "nonsense".',
  ],
  [
    { ...rpc, SOLANA_NETWORK: elsewhere, USDC_MINT: usdc },
    'USDC_MINT is the USDC of solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp, but the network is solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z.',
  ],
  [
    { SOLANA_RPC_URLS: 'http://127.0.0.1:1' },
    'PAY_TO is required with SOLANA_RPC_URLS: the wallet that receives payments.',
    'X402_FACILITATOR is required with SOLANA_RPC_URLS: local, an http(s) URL, or off.',
  ],
  [{ ...rpc, PAY_TO: 'nonsense' }, 'PAY_TO must be a Solana address (base58 of 32 bytes), not "nonsense".'],
  [
    { ...rpc, X402_FACILITATOR: 'local' },
    'X402_FEE_PAYER is required with X402_FACILITATOR=local: the keypair file that pays network fees.',
  ],
  [
    { ...rpc, X402_FACILITATOR: 'local', X402_FEE_PAYER: absent },
    'X402_FEE_PAYER names the file <dir>/absent, which cannot be read (ENOENT).',
  ],
  [
    { X402_FEE_PAYER: text },
    'X402_FEE_PAYER names <dir>/text.txt, which is no keypair file: a JSON array of 64 bytes is expected.',
  ],
  [{ X402_FACILITATOR: 'remote' }, 'X402_FACILITATOR must be local, off or an http(s) URL.'],
  [
    { X402_FACILITATOR: 'https://me@facilitator.example', X402_FACILITATOR_HEADERS: '{}' },
    'X402_FACILITATOR must not hold a user name or a password: send what it asks for by X402_FACILITATOR_HEADERS.',
    'X402_FACILITATOR_HEADERS goes with X402_FACILITATOR=<http(s) URL> only.',
  ],
  [
    { X402_FACILITATOR_HEADERS: '[]' },
    'X402_FACILITATOR_HEADERS goes with X402_FACILITATOR=<http(s) URL> only.',
    'X402_FACILITATOR_HEADERS must be a JSON object: header name -> value.',
  ],
  [
    { X402_FACILITATOR: 'https://facilitator.example', X402_FACILITATOR_HEADERS: '{"a b":"c"}' },
    'X402_FACILITATOR_HEADERS holds a name or a value that cannot be an HTTP header.',
  ],
  [{ SIGNING_KEY: ',' }, 'SIGNING_KEY names no file, or one twice.'],
  [{ SIGNING_KEY: `${privateKey},${privateKey}` }, 'SIGNING_KEY names no file, or one twice.'],
  [
    { SIGNING_KEY: `${publicKey},${otherKey},${text},${absent}` },
    'SIGNING_KEY names <dir>/key.pub, which holds no ed25519 private key in PEM form.',
    'SIGNING_KEY names <dir>/p256.pem, which holds no ed25519 key in PEM form.',
    'SIGNING_KEY names <dir>/text.txt, which holds no ed25519 key in PEM form.',
    'SIGNING_KEY names the file <dir>/absent, which cannot be read (ENOENT).',
  ],
  [
    { TICKET_SECRET: `${'a'.repeat(32)},short` },
    'TICKET_SECRET must have at least 32 characters (each, where several are listed).',
  ],
  [{ OWNERSHIP_FILES: '{' }, 'OWNERSHIP_FILES must be a JSON object: name -> document.'],
  [
    { OWNERSHIP_FILES: '{"x/y":[],"x402":{}}' },
    'OWNERSHIP_FILES holds no JSON object at "x/y".',
    'OWNERSHIP_FILES holds the name "x/y", which cannot be a file name.',
    'OWNERSHIP_FILES holds the name "x402", at which the service has a document of its own.',
  ],
  [
    { LOG_LEVEL: 'loud', LOG_FORMAT: 'xml', WALLET_HISTORY: 'yes' },
    'LOG_FORMAT must be one of json, pretty, auto, not "xml".',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    'WALLET_HISTORY must be one of on, off, not "yes".',
  ],
  [{ SOLANA_RPC_URL: 'https://a.example' }, 'SOLANA_RPC_URL is not read: the variable is called SOLANA_RPC_URLS.'],
  [
    { Port: '1', DATABASE_URI: 'x', PAYTO: 'x', X402_FACILITATORS: 'off', 'LOG-LEVEL': 'info' },
    'DATABASE_URI is not read: the variable is called DATABASE_URL.',
    'LOG-LEVEL is not read: the variable is called LOG_LEVEL.',
    'PAYTO is not read: the variable is called PAY_TO.',
    'Port is not read: the variable is called PORT.',
    'X402_FACILITATORS is not read: the variable is called X402_FACILITATOR.',
  ],
  ...['SOLANA_RPC', 'SOLANA_RPC_ENDPOINT', 'SOLANA_RPC_HTTP_URL', 'SOLANA_URLS'].map(
    (name) => [{ [name]: 'x' }, `${name} is not read: the variable is called SOLANA_RPC_URLS.`] as const,
  ),
  [{ X402_FACILITATOR_URL: 'x' }, 'X402_FACILITATOR_URL is not read: the variable is called X402_FACILITATOR.'],
  // Settings of others, and one beside the variable that is meant.
  [
    {
      HOME: '/',
      HOSTNAME: 'h',
      PATH: '/bin',
      PWD: '/',
      LOGNAME: 'l',
      HTTPS_PROXY: 'x',
      NODE_OPTIONS: 'x',
      ETH_RPC_URL: 'x',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'x',
      RPC_URL: 'https://eth.example',
      COST: '1',
      POST: '1',
      DATABASE_URLS: 'x',
      DATABASE_URL: 'postgres://x',
    },
  ],
  [
    { ...rpc, SANDBOX_RPC_PORT: '1' },
    'SANDBOX_RPC_PORT goes with the sandbox, which does not run with SOLANA_RPC_URLS.',
  ],
  [{ SANDBOX_RPC_PORT: '8402' }, 'SANDBOX_RPC_PORT and PORT are the same.'],
  [{ LABELS_FILE: absent }, 'LABELS_FILE names the file <dir>/absent, which cannot be read (ENOENT).'],
  [{ LABELS_FILE: dir }, 'LABELS_FILE names the file <dir>, which cannot be read (EISDIR).'],
  [
    { CHECK_TIME_MS_MAX: '99', RPC_CALLS_PER_CHECK_MAX: '0', RPC_BYTES_PER_CHECK_MAX: '1023' },
    'CHECK_TIME_MS_MAX must be a whole number from 100 to 30000, not "99".',
    'RPC_BYTES_PER_CHECK_MAX must be a whole number from 1024 to 10000000000, not "1023".',
    'RPC_CALLS_PER_CHECK_MAX must be a whole number from 1 to 1000000, not "0".',
  ],
  [
    {
      WALLET_WINDOW_DAYS: '366',
      WALLET_SIGNATURES_MAX: '99',
      WALLET_TOKEN_SIGNATURES_MAX: '20001',
      WALLET_HISTORY_DAYS: '0',
    },
    'WALLET_HISTORY_DAYS must be a whole number from 1 to 365, not "0".',
    'WALLET_SIGNATURES_MAX must be a whole number from 100 to 20000, not "99".',
    'WALLET_TOKEN_SIGNATURES_MAX must be a whole number from 0 to 20000, not "20001".',
    'WALLET_WINDOW_DAYS must be a whole number from 1 to 365, not "366".',
  ],
  [
    {
      RATE_LIMIT_PER_KEY: 'x',
      RATE_LIMIT_PER_ADDRESS: 'x',
      CHECKS_IN_FLIGHT_PER_CALLER: '0',
      CHECKS_IN_FLIGHT_MAX: '0',
      RPC_CALLS_PER_SECOND_MAX: '0',
    },
    'CHECKS_IN_FLIGHT_MAX must be a whole number from 1 to 1000000, not "0".',
    'CHECKS_IN_FLIGHT_PER_CALLER must be a whole number from 1 to 100000, not "0".',
    'RATE_LIMIT_PER_ADDRESS must be a whole number from 0 to 100000000, not "x".',
    'RATE_LIMIT_PER_KEY must be a whole number from 0 to 100000000, not "x".',
    'RPC_CALLS_PER_SECOND_MAX must be a whole number from 1 to 10000000, not "0".',
  ],
  [
    { CHAIN_CACHE_MIB_MAX: '0', SLOT_CACHE_MS: '2001', AUDIT_MINUTES: '10081', DATABASE_POOL_MAX: '2' },
    'AUDIT_MINUTES must be a whole number from 0 to 10080, not "10081".',
    'CHAIN_CACHE_MIB_MAX must be a whole number from 1 to 65536, not "0".',
    'DATABASE_POOL_MAX must be a whole number from 3 to 100, not "2".',
    'SLOT_CACHE_MS must be a whole number from 0 to 2000, not "2001".',
  ],
  [
    { METRICS_TOKEN: 'short', METRICS_PORT: '8402', HOST: '0.0.0.0' },
    'METRICS_PORT and PORT are the same.',
    'METRICS_TOKEN must be 16 to 512 printable characters without a blank.',
  ],
  [
    { METRICS_PORT: '9090', HOST: '0.0.0.0' },
    'METRICS_TOKEN is required with METRICS_PORT on HOST 0.0.0.0, where others can reach it.',
  ],
  [
    { METRICS_PORT: '0', PORT: 'x' },
    'METRICS_PORT must be a whole number from 1 to 65535, not "0".',
    'PORT must be a whole number from 0 to 65535, not "x".',
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'not-a-url', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'ftp://x' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https URL.',
  ],
  [
    { RPC_USD_PER_CHECK_MAX: '0.0000001', RPC_USD_PER_MILLION_CALLS: '$5' },
    'RPC_USD_PER_CHECK_MAX must be US dollars as a decimal of at most six places, not "0.0000001".',
    'RPC_USD_PER_MILLION_CALLS must be US dollars as a decimal of at most six places, not "$5".',
  ],
  [{ RETENTION_DAYS: '1' }, 'RETENTION_DAYS must be 0, which keeps charges for ever, or at least 2.'],
  [{ RETENTION_DAYS: '36501' }, 'RETENTION_DAYS must be a whole number from 0 to 36500, not "36501".'],
];

it.each(cases.map(([env, ...messages]) => ({ env, messages })))(
  'answers $env with its messages',
  ({ env, messages }) => {
    expect(complaintsOf(readConfig, env)).toEqual(messages);
  },
);

it('reads where the data lies by itself for the operator commands', () => {
  const env = { DATABASE_URL: 'mysql://x', DATA_DIR: text, PORT: 'x' };
  expect(complaintsOf(readStorageConfig, env)).toEqual([
    'DATABASE_URL must be a postgres:// or postgresql:// URL.',
    'DATA_DIR is <dir>/text.txt, which is no directory.',
  ]);
  expect(readStorageConfig({ DATABASE_URL: 'postgres://x', DATA_DIR: dir })).toEqual({
    databaseUrl: 'postgres://x',
    dataDir: dir,
  });
});

it('repeats the messages line by line in the error', () => {
  expect(() => readConfig({ PORT: 'x', HOST: '::', TRUST_PROXY: '17' })).toThrow(
    [
      'The configuration cannot be used:',
      '  - PORT must be a whole number from 0 to 65535, not "x".',
      '  - TRUST_PROXY must be a whole number from 0 to 16, not "17".',
    ].join('\n'),
  );
});

/** JSON has no numbers without a bound. */
const withoutBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

it('reads every variable into its setting', () => {
  const config = readConfig({
    NODE_ENV: 'production',
    PORT: '1',
    HOST: '::',
    BASE_URL: 'https://a.example/',
    MCP_BASE_URL: 'https://b.example',
    DATABASE_URL: 'postgresql://x',
    DATA_DIR: dir,
    SOLANA_RPC_URLS: 'http://127.0.0.1:1,http://127.0.0.1:1, ,http://127.0.0.1:2',
    SOLANA_NETWORK: elsewhere,
    SOLANA_SKIP_GENESIS_CHECK: '1',
    USDC_MINT: merchant,
    PAY_TO: usdc,
    X402_FACILITATOR: 'local',
    X402_FEE_PAYER: fileOf('payer.json', JSON.stringify(Array.from({ length: 64 }, () => 255))),
    SIGNING_KEY: `${privateKey}, ${publicKey}`,
    TICKET_SECRET: `${'a'.repeat(32)}, ${'b'.repeat(40)}`,
    FREE_CALLS_PER_DAY: '2',
    OWNERSHIP_FILES: '{"a":{}}',
    TRUST_PROXY: '3',
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'pretty',
    LABELS_FILE: text,
    ISSUERS_FILE: text,
    CHECK_TIME_MS_MAX: '101',
    RPC_CALLS_PER_CHECK_MAX: '4',
    RPC_BYTES_PER_CHECK_MAX: '1025',
    RPC_USD_PER_CHECK_MAX: '0.05',
    RPC_USD_PER_MILLION_CALLS: '2.5',
    WALLET_WINDOW_DAYS: '5',
    WALLET_SIGNATURES_MAX: '106',
    WALLET_TOKEN_SIGNATURES_MAX: '7',
    WALLET_HISTORY: 'off',
    WALLET_HISTORY_DAYS: '8',
    RATE_LIMIT_PER_KEY: '9',
    RATE_LIMIT_PER_ADDRESS: '10',
    CHECKS_IN_FLIGHT_PER_CALLER: '11',
    CHECKS_IN_FLIGHT_MAX: '12',
    RPC_CALLS_PER_SECOND_MAX: '13',
    CHAIN_CACHE_MIB_MAX: '14',
    SLOT_CACHE_MS: '15',
    METRICS_PORT: '16',
    METRICS_TOKEN: 't'.repeat(16),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c.example/v1',
    AUDIT_MINUTES: '17',
    DRAIN_MS: '18',
    KEEP_ALIVE_SECONDS: '20',
    DATABASE_POOL_MAX: '19',
    RETENTION_DAYS: '20',
  });
  expect(Object.isFrozen(config)).toBe(true);
  expect(JSON.parse(JSON.stringify(config, withoutBigint).replaceAll(dir, '<dir>'))).toEqual({
    production: true,
    port: 1,
    host: '::',
    baseUrl: 'https://a.example',
    mcpBaseUrl: 'https://b.example',
    databaseUrl: 'postgresql://x',
    dataDir: '<dir>',
    chain: { kind: 'rpc', urls: ['http://127.0.0.1:1', 'http://127.0.0.1:2'], checkGenesis: false },
    network: { caip2: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', v1Name: null, usdcMint: null },
    usdcMint: '9AcRtqWQnM8hUyNLdw5dKxWgSw6mQXbVPcYyTLiiYCuH',
    payTo: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    facilitator: { kind: 'local', feePayerFile: '<dir>/payer.json' },
    signingKeyFiles: ['<dir>/key.pem', '<dir>/key.pub'],
    ticketSecrets: ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'],
    freeCallsPerDay: 2,
    ownershipFiles: { a: {} },
    trustProxyHops: 3,
    logLevel: 'silent',
    logFormat: 'pretty',
    labelsFile: '<dir>/text.txt',
    issuersFile: '<dir>/text.txt',
    checkTimeMsMax: 101,
    rpcCallsPerCheckMax: 4,
    rpcBytesPerCheckMax: 1025,
    rpcPicoUsdPerCheckMax: '50000000000',
    picoUsdPerCall: '2500000',
    wallet: {
      windowDays: 5,
      signaturesMax: 106,
      signaturesWithBodiesMax: 106,
      tokenSignaturesMax: 7,
      history: false,
      historyDays: 8,
    },
    protection: {
      keyRequestsPerMinuteMax: 9,
      addressRequestsPerMinuteMax: 10,
      callerChecksInFlightMax: 11,
      checksInFlightMax: 12,
      rpcCallsPerSecondMax: 13,
    },
    cache: { chainBytesMax: 14680064, sharedMs: 15 },
    observability: { metricsPort: 16, metricsToken: 'tttttttttttttttt', tracing: true, auditMinutes: 17 },
    drainMs: 18,
    keepAliveMs: 20_000,
    databasePoolMax: 19,
    retentionDays: 20,
  });
});

it('gives every setting its default', () => {
  expect(JSON.parse(JSON.stringify({ ...readConfig({}), dataDir: null }))).toEqual({
    production: false,
    port: 8402,
    host: '127.0.0.1',
    baseUrl: null,
    mcpBaseUrl: null,
    databaseUrl: null,
    dataDir: null,
    chain: { kind: 'sandbox', rpcPorts: [8899, 0] },
    network: {
      caip2: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      v1Name: 'solana-devnet',
      usdcMint: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    },
    usdcMint: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    payTo: null,
    facilitator: { kind: 'local', feePayerFile: null },
    signingKeyFiles: null,
    ticketSecrets: null,
    freeCallsPerDay: 5,
    ownershipFiles: {},
    trustProxyHops: 0,
    logLevel: 'info',
    logFormat: 'auto',
    labelsFile: null,
    issuersFile: null,
    checkTimeMsMax: 30000,
    rpcCallsPerCheckMax: null,
    rpcBytesPerCheckMax: null,
    rpcPicoUsdPerCheckMax: null,
    picoUsdPerCall: null,
    wallet: {
      windowDays: 90,
      signaturesMax: 3000,
      signaturesWithBodiesMax: 20000,
      tokenSignaturesMax: 1500,
      history: true,
      historyDays: 30,
    },
    protection: {
      keyRequestsPerMinuteMax: 60000,
      addressRequestsPerMinuteMax: 30000,
      callerChecksInFlightMax: 1000,
      checksInFlightMax: 4000,
      rpcCallsPerSecondMax: null,
    },
    cache: { chainBytesMax: 67108864, sharedMs: 400 },
    observability: { metricsPort: null, metricsToken: null, tracing: false, auditMinutes: 60 },
    drainMs: 1500,
    keepAliveMs: 65_000,
    databasePoolMax: 10,
    retentionDays: 90,
  });
});

it('reads the environment without blanks, without empty values, and without links to services of a container runtime', () => {
  const env = { PORT: ' 1 ', HOST: ' ', METRICS_PORT: 'tcp://10.0.0.1:9090', SANDBOX_RPC_PORT: undefined };
  expect(readEnv(env)).toEqual({ PORT: '1' });
});
