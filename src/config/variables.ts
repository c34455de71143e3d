import { createPrivateKey, createPublicKey } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { mainnet, networkOf } from './network.ts';
import { CHECK_TIME_MS_MAX, DRAIN_MS_MAX } from './stop-times.ts';
import {
  addressValue,
  choice,
  file,
  isJsonObject,
  origin,
  parseJson,
  type Report,
  readText,
  setting,
  textValue,
  url,
  urls,
  usdValue,
  valueParts,
  wholeValue,
} from './text-values.ts';

/**
 * The names of our own documents at `/.well-known/<name>.json`. The configuration refuses an operator's ownership file with such a
 * name, because it could never be read. A test compares the list with the pages that are served.
 */
export const wellKnownNames: readonly string[] = ['agent', 'agent-card', 'ai-catalog', 'jwks', 'x402'];

export const WALLET_SIGNATURES_MAX = 20_000;

const WALLET_DAYS_MAX = 365;
const TICKET_SECRET_CHARS_MIN = 32;

const storage = {
  DATABASE_URL: textValue(null).refine((value) => !value || /^postgres(ql)?:\/\/./.test(value), {
    error: 'must be a postgres:// or postgresql:// URL.',
  }),
  DATA_DIR: textValue('.assay')
    .transform((value) => resolve(value))
    .refine((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== false, {
      error: ({ input }) => `is ${input}, which is no directory.`,
    }),
};

/** Where the ledger and the generated files are: the variables that the operator commands read. */
export const storageVariables = z.object(storage);

/** Every variable that the service knows, with its default. The service ignores anything else in the environment. */
export const variables = z.object({
  NODE_ENV: textValue(null),
  SOLANA_RPC_URLS: urls,
  SOLANA_SKIP_GENESIS_CHECK: textValue('0'),
  SOLANA_NETWORK: setting(null, (value, report) => {
    const network = networkOf(value);
    if (!network) report(`must be a CAIP-2 id such as ${mainnet.caip2}, not ${JSON.stringify(value)}.`);
    return network;
  }),
  PORT: wholeValue(0, 65_535, 8402),
  SANDBOX_RPC_PORT: wholeValue(0, 65_535, null),
  HOST: textValue('127.0.0.1'),
  BASE_URL: origin,
  MCP_BASE_URL: origin,
  ...storage,
  USDC_MINT: addressValue,
  PAY_TO: addressValue,
  X402_FACILITATOR: setting(null, readFacilitator),
  X402_FACILITATOR_HEADERS: setting(null, readHeaders),
  X402_FEE_PAYER: file((content, path, report) => {
    if (!isKeypair(parseJson(content))) {
      report(`names ${path}, which is no keypair file: a JSON array of 64 bytes is expected.`);
    }
  }),
  SIGNING_KEY: setting(null, readSigningKeys),
  TICKET_SECRET: setting(null, (value) => value.split(',').map((secret) => secret.trim())).refine(
    (secrets) => !secrets?.some((secret) => secret.length < TICKET_SECRET_CHARS_MIN),
    { error: `must have at least ${TICKET_SECRET_CHARS_MIN} characters (each, where several are listed).` },
  ),
  FREE_CALLS_PER_DAY: wholeValue(0, 1_000_000, 5),
  OWNERSHIP_FILES: setting({}, readOwnershipFiles),
  TRUST_PROXY: wholeValue(0, 16, 0),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  // Lines for people where a terminal shows them, lines for programs elsewhere.
  LOG_FORMAT: choice(['json', 'pretty', 'auto'], 'auto'),
  LABELS_FILE: file(),
  ISSUERS_FILE: file(),
  CHECK_TIME_MS_MAX: wholeValue(100, CHECK_TIME_MS_MAX, CHECK_TIME_MS_MAX),
  RPC_CALLS_PER_CHECK_MAX: wholeValue(1, 1_000_000, null),
  RPC_BYTES_PER_CHECK_MAX: wholeValue(1024, 10_000_000_000, null),
  RPC_USD_PER_CHECK_MAX: usdValue,
  RPC_USD_PER_MILLION_CALLS: usdValue,
  WALLET_SIGNATURES_MAX: wholeValue(100, WALLET_SIGNATURES_MAX, null),
  WALLET_WINDOW_DAYS: wholeValue(1, WALLET_DAYS_MAX, 90),
  WALLET_TOKEN_SIGNATURES_MAX: wholeValue(0, WALLET_SIGNATURES_MAX, 1_500),
  WALLET_HISTORY: choice(['on', 'off'], 'on'),
  WALLET_HISTORY_DAYS: wholeValue(1, WALLET_DAYS_MAX, 30),
  RATE_LIMIT_PER_KEY: wholeValue(0, 100_000_000, 60_000),
  RATE_LIMIT_PER_ADDRESS: wholeValue(0, 100_000_000, 30_000),
  CHECKS_IN_FLIGHT_PER_CALLER: wholeValue(1, 100_000, 1_000),
  CHECKS_IN_FLIGHT_MAX: wholeValue(1, 1_000_000, 4_000),
  RPC_CALLS_PER_SECOND_MAX: wholeValue(1, 10_000_000, null),
  CHAIN_CACHE_MIB_MAX: wholeValue(1, 65_536, 64),
  SLOT_CACHE_MS: wholeValue(0, 2_000, 400),
  METRICS_TOKEN: textValue(null).refine((value) => value === null || /^[\x21-\x7e]{16,512}$/.test(value), {
    error: 'must be 16 to 512 printable characters without a blank.',
  }),
  METRICS_PORT: wholeValue(1, 65_535, null),
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
  AUDIT_MINUTES: wholeValue(0, 10_080, 60),
  DRAIN_MS: wholeValue(0, DRAIN_MS_MAX, 1_500),
  KEEP_ALIVE_SECONDS: wholeValue(1, 7_200, 65),
  DATABASE_POOL_MAX: wholeValue(3, 100, 10),
  // A call that is repeated within 24 hours is answered from its charge.
  RETENTION_DAYS: wholeValue(0, 36_500, 90).refine((days) => days !== 1, {
    error: 'must be 0, which keeps charges for ever, or at least 2.',
  }),
});

/** The variables after each is read by itself: null where one is not set and has no default. */
export type VariableValues = z.output<typeof variables>;

export type Variable = keyof VariableValues;

/** The messages do not repeat the URL: there may be credentials in it, which belong into headers. */
function readFacilitator(value: string, report: Report): { kind: 'off' | 'local' } | { kind: 'http'; url: string } {
  if (value === 'off' || value === 'local') return { kind: value };
  const parsed = /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : null;
  if (!parsed) report('must be local, off or an http(s) URL.');
  if (!parsed?.username && !parsed?.password) return { kind: 'http', url: value.replace(/\/+$/, '') };
  report('must not hold a user name or a password: send what it asks for by X402_FACILITATOR_HEADERS.');
  return { kind: 'off' };
}

/** A header's name and value as HTTP spells them (RFC 9110), so that the start refuses what a request library would refuse later. */
const headers = z.record(
  z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/),
  z.string().regex(/^[\x20-\x7e]{1,4096}$/),
);

/** The messages name no value: these are credentials. */
function readHeaders(value: string, report: Report): Readonly<Record<string, string>> {
  const json = parseJson(value);
  const parsed = headers.safeParse(json);
  if (!isJsonObject(json)) report('must be a JSON object: header name -> value.');
  else if (!parsed.success) report('holds a name or a value that cannot be an HTTP header.');
  return parsed.data ?? {};
}

function isKeypair(json: unknown): boolean {
  return z.array(z.int().min(0).max(255)).length(64).safeParse(json).success;
}

/**
 * The files of the signing keys of verdicts. The first key signs. All are published, so that older signatures can still be checked; for
 * the other keys the public half is enough.
 */
function readSigningKeys(value: string, report: Report): readonly string[] {
  const paths = valueParts(value);
  if (paths.length === 0 || new Set(paths).size < paths.length) report('names no file, or one twice.');
  for (const [index, path] of paths.entries()) {
    const pem = readText(path, report);
    if (pem === null || isEd25519(pem, index === 0)) continue;
    report(`names ${path}, which holds no ed25519 ${index === 0 ? 'private ' : ''}key in PEM form.`);
  }
  return paths;
}

/** A broken PEM and a key of another algorithm get one message: the cause does not change what to do. */
function isEd25519(pem: string, isPrivate: boolean): boolean {
  try {
    return (isPrivate ? createPrivateKey(pem) : createPublicKey(pem)).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** Documents that prove ownership to tool catalogues, by name. */
function readOwnershipFiles(value: string, report: Report): Readonly<Record<string, unknown>> {
  const files = parseJson(value);
  if (!isJsonObject(files)) {
    report('must be a JSON object: name -> document.');
    return {};
  }
  for (const [name, document] of Object.entries(files)) {
    const shown = JSON.stringify(name);
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) {
      report(`holds the name ${shown}, which cannot be a file name.`);
    } else if (wellKnownNames.includes(name)) {
      report(`holds the name ${shown}, at which the service has a document of its own.`);
    }
    if (!isJsonObject(document)) report(`holds no JSON object at ${shown}.`);
  }
  return files;
}
