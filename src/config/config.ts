import type { z } from 'zod';
import type { Env } from './env.ts';
import { nearMisses } from './near-miss.ts';
import { devnet, mainnet, type Network, networkWithUsdc } from './network.ts';
import { choiceMessage } from './text-values.ts';
import { storageVariables, type Variable, type VariableValues, variables, WALLET_SIGNATURES_MAX } from './variables.ts';

const MIB = 1024 * 1024;
const MILLION = 1_000_000n;
/** Without bodies in lists, each transaction is a call. */
const WALLET_SIGNATURES_DEFAULT = 3_000;
/** Where Solana's own tools look for a local chain. */
const RPC_PORT = 8899;
/** Names of this machine for itself. */
export const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

/** Everything that is wrong with the configuration, reported at once. */
export class ConfigError extends Error {
  readonly complaints: readonly string[];

  constructor(complaints: readonly string[]) {
    super(`The configuration cannot be used:\n${complaints.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.complaints = complaints;
  }
}

const SWITCH = ['0', '1'];

const config = variables
  .superRefine((values, context) => {
    const report: ReportAt = (variable, message) => context.addIssue({ code: 'custom', path: [variable], message });
    for (const check of [checkChain, checkAsset, checkFacilitator, checkMetrics]) check(values, report);
  })
  .transform(configOf)
  .readonly();

const storageConfig = storageVariables.transform(storageOf);
const endpointsConfig = variables
  .pick({ SOLANA_RPC_URLS: true, SOLANA_NETWORK: true, CHECK_TIME_MS_MAX: true, RPC_USD_PER_MILLION_CALLS: true })
  .transform((v) => ({
    urls: v.SOLANA_RPC_URLS,
    network: v.SOLANA_NETWORK ?? mainnet,
    checkTimeMsMax: v.CHECK_TIME_MS_MAX,
    picoUsdPerCall: picoUsdPerCallOf(v),
  }));

/** The whole configuration: understood, checked and frozen. Null means: made at start, under `dataDir`. */
export type Config = z.output<typeof config>;

/** The configuration of `env`. Throws one `ConfigError` that names everything that is wrong. */
export function readConfig(env: Env): Config {
  return parsed(config, env, Object.keys(variables.shape));
}

/** The part that the operator commands need: the location of the books. Throws `ConfigError`. */
export function readStorageConfig(env: Env): Pick<Config, 'databaseUrl' | 'dataDir'> {
  return parsed(storageConfig, env, Object.keys(storageVariables.shape));
}

/** The configuration of the endpoints; null for a missing value. Throws `ConfigError`. */
export function readEndpointsConfig(env: Env): z.output<typeof endpointsConfig> {
  return parsed(endpointsConfig, env, Object.keys(variables.shape));
}

function parsed<T>(schema: z.ZodType<T>, env: Env, names: readonly string[]): T {
  const misses = nearMisses(env, names);
  const result = schema.safeParse(env);
  if (result.success && misses.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw new ConfigError([...misses, ...issues.map(({ path, message }) => `${String(path[0])} ${message}`)]);
}

type ReportAt = (variable: Variable, message: string) => void;

function isSandbox(v: VariableValues): boolean {
  return v.SOLANA_RPC_URLS === null;
}

/** The cluster that payments and documents name. */
function networkOf(v: VariableValues): Network {
  return v.SOLANA_NETWORK ?? (isSandbox(v) ? devnet : mainnet);
}

function checkChain(v: VariableValues, report: ReportAt): void {
  if (isSandbox(v) && v.NODE_ENV === 'production') {
    report('SOLANA_RPC_URLS', 'is required when NODE_ENV is production: the sandbox is for development.');
  }
  const skip = v.SOLANA_SKIP_GENESIS_CHECK;
  if (!isSandbox(v) && !SWITCH.includes(skip)) report('SOLANA_SKIP_GENESIS_CHECK', choiceMessage(SWITCH, skip));
  if (v.SANDBOX_RPC_PORT !== null && !isSandbox(v)) {
    report('SANDBOX_RPC_PORT', 'goes with the sandbox, which does not run with SOLANA_RPC_URLS.');
  }
  if (v.SANDBOX_RPC_PORT !== null && v.SANDBOX_RPC_PORT === v.PORT && v.PORT !== 0) {
    report('SANDBOX_RPC_PORT', 'and PORT are the same.');
  }
  const { caip2 } = networkOf(v);
  if (isSandbox(v) && caip2 !== devnet.caip2) {
    report(
      'SOLANA_NETWORK',
      `is ${caip2}, but without SOLANA_RPC_URLS the sandbox runs, which goes by ${devnet.caip2}.`,
    );
  }
}

function checkAsset(v: VariableValues, report: ReportAt): void {
  const [network, mint] = [networkOf(v), v.USDC_MINT];
  if (!isSandbox(v) && v.PAY_TO === null) {
    report('PAY_TO', 'is required with SOLANA_RPC_URLS: the wallet that receives payments.');
  }
  const elsewhere = mint && networkWithUsdc(mint);
  if (elsewhere && elsewhere !== network) {
    report('USDC_MINT', `is the USDC of ${elsewhere.caip2}, but the network is ${network.caip2}.`);
  }
  if (mint === null && !network.usdcMint) {
    report('USDC_MINT', `is required on ${network.caip2}, where no USDC is known.`);
  }
  if (mint && v.PAY_TO === mint) report('PAY_TO', 'and USDC_MINT are the same address.');
}

function checkFacilitator(v: VariableValues, report: ReportAt): void {
  const kind = v.X402_FACILITATOR?.kind;
  if (!isSandbox(v) && kind === undefined) {
    report('X402_FACILITATOR', 'is required with SOLANA_RPC_URLS: local, an http(s) URL, or off.');
  }
  if (!isSandbox(v) && kind === 'local' && v.X402_FEE_PAYER === null) {
    report('X402_FEE_PAYER', 'is required with X402_FACILITATOR=local: the keypair file that pays network fees.');
  }
  if (kind !== 'http' && v.X402_FACILITATOR_HEADERS) {
    report('X402_FACILITATOR_HEADERS', 'goes with X402_FACILITATOR=<http(s) URL> only.');
  }
}

function checkMetrics(v: VariableValues, report: ReportAt): void {
  if (v.METRICS_PORT === null) return;
  if (v.METRICS_PORT === v.PORT) report('METRICS_PORT', 'and PORT are the same.');
  if (v.METRICS_TOKEN === null && !LOOPBACK.includes(v.HOST)) {
    report('METRICS_TOKEN', `is required with METRICS_PORT on HOST ${v.HOST}, where others can reach it.`);
  }
}

function configOf(v: VariableValues) {
  const network = networkOf(v);
  return {
    ...storageOf(v),
    production: v.NODE_ENV === 'production',
    port: v.PORT,
    host: v.HOST,
    baseUrl: v.BASE_URL,
    mcpBaseUrl: v.MCP_BASE_URL,
    chain: chainOf(v),
    network,
    usdcMint: v.USDC_MINT ?? network.usdcMint ?? mainnet.usdcMint,
    payTo: v.PAY_TO ?? null,
    facilitator: facilitatorOf(v),
    /** The first one signs, all are published. */
    signingKeyFiles: v.SIGNING_KEY,
    /** The first one seals, all of them open. */
    ticketSecrets: v.TICKET_SECRET,
    freeCallsPerDay: v.FREE_CALLS_PER_DAY,
    ownershipFiles: v.OWNERSHIP_FILES,
    trustProxyHops: v.TRUST_PROXY,
    logLevel: v.LOG_LEVEL,
    logFormat: v.LOG_FORMAT,
    labelsFile: v.LABELS_FILE,
    issuersFile: v.ISSUERS_FILE,
    /** Bounds of one check; null leaves a kind's own. */
    checkTimeMsMax: v.CHECK_TIME_MS_MAX,
    rpcCallsPerCheckMax: v.RPC_CALLS_PER_CHECK_MAX,
    rpcBytesPerCheckMax: v.RPC_BYTES_PER_CHECK_MAX,
    /** The same of the estimated price of its calls, in picodollars. */
    rpcPicoUsdPerCheckMax: v.RPC_USD_PER_CHECK_MAX,
    /** The operator's price of a call, in picodollars; null means the providers' price lists. */
    picoUsdPerCall: picoUsdPerCallOf(v),
    wallet: walletOf(v),
    protection: protectionOf(v),
    cache: {
      /** Memory for unchanging data, such as finalized transactions. */
      chainBytesMax: v.CHAIN_CACHE_MIB_MAX * MIB,
      /** How long a reading of the present is shared between checks that run at the same time; 0 shares nothing. */
      sharedMs: v.SLOT_CACHE_MS,
    },
    observability: observabilityOf(v),
    /** For how long a stopping service still takes requests, so that balancers can turn away from it. */
    drainMs: v.DRAIN_MS,
    /** How long a connection without a request stays open: longer than a balancer keeps it, or requests are lost. */
    keepAliveMs: v.KEEP_ALIVE_SECONDS * 1_000,
    /** Connections of this process to the database. */
    databasePoolMax: v.DATABASE_POOL_MAX,
    /** After how many days charges become sums; 0 keeps them. */
    retentionDays: v.RETENTION_DAYS,
  };
}

function picoUsdPerCallOf(v: Pick<VariableValues, 'RPC_USD_PER_MILLION_CALLS'>): bigint | null {
  return v.RPC_USD_PER_MILLION_CALLS === null ? null : v.RPC_USD_PER_MILLION_CALLS / MILLION;
}

function storageOf(v: z.output<typeof storageVariables>) {
  return { databaseUrl: v.DATABASE_URL, dataDir: v.DATA_DIR };
}

/** Where the chain is read: endpoints in order of preference, or the embedded sandbox at the first of the ports that is free. */
type ChainSource =
  | { readonly kind: 'sandbox'; readonly rpcPorts: readonly number[] }
  | { readonly kind: 'rpc'; readonly urls: readonly string[]; readonly checkGenesis: boolean };

function chainOf(v: VariableValues): ChainSource {
  const { SOLANA_RPC_URLS: urls, SOLANA_SKIP_GENESIS_CHECK: skip } = v;
  return urls === null
    ? { kind: 'sandbox', rpcPorts: rpcPortsOf(v) }
    : { kind: 'rpc', urls, checkGenesis: skip === '0' };
}

/** An operator who lets the system choose the service's port may run several sandboxes at once, so no other port is fixed either. */
function rpcPortsOf({ PORT: port, SANDBOX_RPC_PORT: given }: VariableValues): readonly number[] {
  if (given !== null) return [given];
  return port === 0 ? [0] : [RPC_PORT, 0];
}

/**
 * How x402 payments are settled. `feePayerFile` is null in the sandbox, where a key is generated; `headers` go with every
 * request to a facilitator elsewhere.
 */
type FacilitatorConfig =
  | { readonly kind: 'local'; readonly feePayerFile: string | null }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'off' };

function facilitatorOf(v: VariableValues): FacilitatorConfig {
  const facilitator = v.X402_FACILITATOR;
  if (facilitator?.kind === 'http') return { ...facilitator, headers: v.X402_FACILITATOR_HEADERS ?? {} };
  if (facilitator?.kind === 'off') return { kind: 'off' };
  return { kind: 'local', feePayerFile: v.X402_FEE_PAYER };
}

/** The depth of a check into a wallet's past, and the data that is kept between checks. */
function walletOf(v: VariableValues) {
  return {
    windowDays: v.WALLET_WINDOW_DAYS,
    /** Of the wallet's own list inside the window, with an endpoint that gives lists without bodies. */
    signaturesMax: v.WALLET_SIGNATURES_MAX ?? WALLET_SIGNATURES_DEFAULT,
    /** The same with an endpoint that gives lists with their bodies. */
    signaturesWithBodiesMax: v.WALLET_SIGNATURES_MAX ?? WALLET_SIGNATURES_MAX,
    /** Of the lists of the wallet's token accounts. */
    tokenSignaturesMax: v.WALLET_TOKEN_SIGNATURES_MAX,
    /** Whether transactions are kept for the next check of the same wallet, and for how many days after its last. */
    history: v.WALLET_HISTORY === 'on',
    historyDays: v.WALLET_HISTORY_DAYS,
  };
}

/** Limits of the service for one caller, and for all callers together. */
function protectionOf(v: VariableValues) {
  return {
    /** Requests per minute of a key, counted in the database over all replicas; 0 switches the limit off. */
    keyRequestsPerMinuteMax: v.RATE_LIMIT_PER_KEY,
    /** The same of an address without a known key. */
    addressRequestsPerMinuteMax: v.RATE_LIMIT_PER_ADDRESS,
    /** Checks that run at the same time in this process: of one key or address, and of everybody. */
    callerChecksInFlightMax: v.CHECKS_IN_FLIGHT_PER_CALLER,
    checksInFlightMax: v.CHECKS_IN_FLIGHT_MAX,
    /** The limit of this process for calls of the chain's endpoints; null where no rate was bought. */
    rpcCallsPerSecondMax: v.RPC_CALLS_PER_SECOND_MAX,
  };
}

/** The figures for operators. */
function observabilityOf(v: VariableValues) {
  return {
    /** A port of its own for `/metrics`, on the service's host; null serves it beside everything else. */
    metricsPort: v.METRICS_PORT,
    /** The token that a reader of `/metrics` has to present; null requires none. */
    metricsToken: v.METRICS_TOKEN,
    /** Whether spans are sent to a collector, which OpenTelemetry's own variables name. */
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT !== null || v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== null,
    /** How often the books are audited, in minutes; 0 leaves it to the operator's command. */
    auditMinutes: v.AUDIT_MINUTES,
  };
}
