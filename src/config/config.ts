import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Address } from '#lib/address.ts';
import { type ChainSource, readChain, readNetwork } from './chain-source.ts';
import { Complaints, ConfigError } from './complaints.ts';
import type { Env } from './env.ts';
import type { Network } from './network.ts';
import {
  type CacheSettings,
  type ObservabilitySettings,
  type ProtectionSettings,
  readCache,
  readObservability,
  readProtection,
} from './production.ts';
import { type FacilitatorConfig, readAsset, readFacilitator } from './receipts.ts';
import { readOwnershipFiles, readSigningKeys, readTicketSecrets } from './secrets.ts';
import { CHECK_TIME_MS_MAX, DRAIN_MS_MAX } from './stop-times.ts';
import { readWallet, type WalletSettings } from './wallet.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The whole configuration: understood, checked and frozen. Null means: made at start, under `dataDir`. */
export interface Config {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string | null;
  readonly mcpBaseUrl: string | null;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly chain: ChainSource;
  readonly network: Network;
  readonly usdcMint: Address;
  readonly payTo: Address | null;
  readonly facilitator: FacilitatorConfig;
  /** The first one signs, all are published. */
  readonly signingKeyFiles: readonly string[] | null;
  /** The first one seals, all of them open. */
  readonly ticketSecrets: readonly string[] | null;
  readonly freeCallsPerDay: number;
  readonly ownershipFiles: Readonly<Record<string, unknown>>;
  readonly trustProxyHops: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly labelsFile: string | null;
  /** Bounds of one check; null leaves a kind's own. */
  readonly checkTimeMsMax: number;
  readonly rpcCallsPerCheckMax: number | null;
  readonly rpcBytesPerCheckMax: number | null;
  readonly wallet: WalletSettings;
  readonly protection: ProtectionSettings;
  readonly cache: CacheSettings;
  readonly observability: ObservabilitySettings;
  /** How long a service that was told to stop goes on taking requests, so that balancers can turn away from it. */
  readonly drainMs: number;
  /** Connections of this process to the database. */
  readonly databasePoolMax: number;
  /** After how many days charges become sums; 0 keeps them. */
  readonly retentionDays: number;
}

/** The configuration of `env`. Throws one `ConfigError` that names everything that is wrong. */
export function readConfig(env: Env): Config {
  const c = new Complaints(env);
  const production = c.text('NODE_ENV') === 'production';
  const chain = readChain(c, production);
  const network = readNetwork(c, chain);
  const port = c.whole('PORT', 0, 65_535, 8402);
  const host = c.text('HOST') ?? '127.0.0.1';
  const config: Config = {
    production,
    port,
    host,
    baseUrl: readOrigin(c, 'BASE_URL'),
    mcpBaseUrl: readOrigin(c, 'MCP_BASE_URL'),
    ...readPlaces(c),
    chain,
    network,
    ...readAsset(c, chain, network),
    facilitator: readFacilitator(c, chain),
    signingKeyFiles: readSigningKeys(c),
    ticketSecrets: readTicketSecrets(c),
    freeCallsPerDay: c.whole('FREE_CALLS_PER_DAY', 0, 1_000_000, 5),
    ownershipFiles: readOwnershipFiles(c),
    trustProxyHops: c.whole('TRUST_PROXY', 0, 16, 0),
    logLevel: c.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    labelsFile: c.file('LABELS_FILE')?.path ?? null,
    checkTimeMsMax: c.whole('CHECK_TIME_MS_MAX', 100, CHECK_TIME_MS_MAX, CHECK_TIME_MS_MAX),
    rpcCallsPerCheckMax: c.whole('RPC_CALLS_PER_CHECK_MAX', 1, 1_000_000, null),
    rpcBytesPerCheckMax: c.whole('RPC_BYTES_PER_CHECK_MAX', 1024, 10_000_000_000, null),
    wallet: readWallet(c),
    protection: readProtection(c),
    cache: readCache(c),
    observability: readObservability(c, { host, port }),
    drainMs: c.whole('DRAIN_MS', 0, DRAIN_MS_MAX, 1_500),
    databasePoolMax: c.whole('DATABASE_POOL_MAX', 3, 100, 10),
    retentionDays: readRetention(c),
  };
  if (c.list.length > 0) throw new ConfigError(c.list);
  return Object.freeze(config);
}

/** What the operator commands need: where the books are. Throws `ConfigError`. */
export function readPlacesConfig(env: Env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const c = new Complaints(env);
  const places = readPlaces(c);
  if (c.list.length > 0) throw new ConfigError(c.list);
  return places;
}

function readPlaces(c: Complaints): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const databaseUrl = c.text('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    c.add('DATABASE_URL must be a postgres:// or postgresql:// URL.');
  }
  const dataDir = resolve(c.text('DATA_DIR') ?? '.assay');
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
    c.add(`DATA_DIR is ${dataDir}, which is no directory.`);
  }
  return { databaseUrl, dataDir };
}

/** Whoever repeats a call within 24 hours is answered from what is kept of it. */
function readRetention(c: Complaints): number {
  const days = c.whole('RETENTION_DAYS', 0, 36_500, 90);
  if (days === 1) c.add('RETENTION_DAYS must be 0, which keeps charges for ever, or at least 2.');
  return days;
}

function readOrigin(c: Complaints, name: 'BASE_URL' | 'MCP_BASE_URL'): string | null {
  const text = c.text(name);
  return text === null ? null : c.url(name, text, true);
}
