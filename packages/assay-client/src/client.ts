import {
  type Answers,
  answerIn,
  type CheckKind,
  type CheckRequest,
  type Expected,
  sizeOf,
  type Verified,
} from './answers.ts';
import type { Fetch } from './ask.ts';
import { cachedKeys, type KeySource, keysIn } from './attestation.ts';
import { batchOf, CHECKS_DOCUMENT, CHECKS_MAX } from './batch.ts';
import { parseUsdc } from './decimal.ts';
import { type AssayError, ownError, refusalIn } from './errors.ts';
import { type Balance, PRICES_USDC } from './generated/rest.ts';
import { type GuardRequest, type GuardResult, guard } from './guard.ts';
import { type CallOptions, type Http, openHttp } from './http.ts';
import { isRecord } from './json.ts';
import type { Wallet } from './signer.ts';

export interface ClientOptions {
  /** Origin and path prefix of the service; `http://127.0.0.1:8402` when absent. */
  readonly url?: string;
  /** A prepaid key. */
  readonly apiKey?: string;
  /** Pays each call by x402 that no key pays. */
  readonly wallet?: Wallet;
  /** The most that one call may pay from the wallet, in USDC. When absent, the published price of what the call asks for. */
  readonly maxUsdc?: string;
  /** The only wallet that may be paid. */
  readonly payTo?: string;
  /** CAIP-2 id of the only network whose answers are taken and whose money is paid. */
  readonly network?: string;
  /** False leaves signatures unchecked, and answers `verified: false`. */
  readonly verify?: boolean;
  /** A JSON Web Key Set that stands for the one that the service publishes, so that no other key is ever trusted. */
  readonly keys?: { readonly keys: readonly object[] };
  readonly fetch?: Fetch;
}

/** A GraphQL document with the types of its result and variables, as generators of code make them. */
export interface TypedDocument<D, V> {
  toString(): string;
  readonly __apiType?: (variables: V) => D;
}

/** What a reason code or flag means, and what to do. */
export interface Explanation {
  readonly code: string;
  readonly type: string;
  readonly kind: CheckKind;
  readonly severity: string;
  readonly meaning: string;
  readonly action: string;
  readonly url: string;
}

/** The results of a batch in the order of its requests: an answer, or why there is none. */
export type BatchResults<R extends readonly CheckRequest[]> = {
  readonly [I in keyof R]: Verified<Answers[R[I]['kind']]> | AssayError;
};

/**
 * A client of one service. Every method rejects with an AssayError where there is no answer. What fails on its way is repeated, three
 * times at most and for 60 seconds at most, with the same key or the same payment: nothing is charged twice.
 */
export interface AssayClient {
  /** Can this wallet's profit be proven? */
  wallet(address: string, options?: CallOptions): Promise<Verified<Answers['wallet']>>;
  /** Is this token safe to hold? */
  token(mint: string, options?: CallOptions): Promise<Verified<Answers['token']>>;
  /** What does a round trip of this size cost? `sizeSol` is 0.5 when absent. */
  trade(
    mint: string,
    options?: CallOptions & { readonly sizeSol?: string | number },
  ): Promise<Verified<Answers['trade']>>;
  /** Where did this address get its first money? */
  funder(address: string, options?: CallOptions): Promise<Verified<Answers['funder']>>;
  /** Up to 100 checks of any kinds on one bill. Rejects where the bill cannot be paid; a check that fails alone is an AssayError. */
  checks<const R extends readonly CheckRequest[]>(requests: R, options?: CallOptions): Promise<BatchResults<R>>;
  /**
   * Whether to buy: token, trade and, with `deployer`, funder on one bill. Whatever is unknown blocks; a trade that only costs too much is
   * reduced to a size that fits `budgetBps`, which a second trade check proves. A failure of the service is `block`, not an error.
   */
  guard(request: GuardRequest, options?: CallOptions): Promise<GuardResult>;
  /** What is left on the key, and its newest movements. */
  balance(options?: CallOptions): Promise<Balance>;
  /** What a reason code or flag means. */
  reason(code: string, options?: CallOptions): Promise<Explanation>;
  /**
   * The data of an operation; rejects where it has errors, and `problem` then holds the whole body. The wallet pays up to `maxUsdc`, which
   * is the price of the dearest check when absent. What the data says is not verified here.
   */
  graphql<D = unknown, V extends object = Readonly<Record<string, unknown>>>(
    document: string | TypedDocument<D, V>,
    variables?: V,
    options?: CallOptions,
  ): Promise<D>;
}

const DEFAULT_URL = 'http://127.0.0.1:8402';

/** A client of the service at `options.url`. Nothing is asked before its first call. Throws a TypeError for options that are none. */
export function createClient(options: ClientOptions = {}): AssayClient {
  const http = openHttp({ ...options, url: readUrl(options.url ?? DEFAULT_URL), maxAtomic: readCap(options.maxUsdc) });
  const keys = options.verify === false ? null : keySource(options.keys, http);
  const expected = (request: CheckRequest): Expected => ({ request, network: options.network, keys });

  async function check<K extends CheckKind>(request: CheckRequest<K>, call: CallOptions = {}) {
    const size = sizeOf(request);
    const query = size === null ? '' : `?size_sol=${size}`;
    const path = `/check/${request.kind}/${encodeURIComponent(request.subject)}${query}`;
    // A paid answer must not be lost because keys cannot be read.
    await keys?.(false);
    const body = await http.paid({ path, ...call }, priceOf(request));
    return (await answerIn(body, expected(request))) as Verified<Answers[K]>;
  }

  async function graphql(document: string, variables: object, call: CallOptions, price: bigint): Promise<unknown> {
    const body = JSON.stringify({ query: document, variables });
    const result = await http.paid({ path: '/graphql', body, ...call }, price);
    if (!isRecord(result) || (!isRecord(result.data) && !Array.isArray(result.errors)))
      throw ownError('not_assay', 'what came is no GraphQL result', { status: 200 });
    if (Array.isArray(result.errors))
      throw refusalIn(result, { status: typeof result.status === 'number' ? result.status : 200 });
    return result.data;
  }

  async function checks<const R extends readonly CheckRequest[]>(requests: R, call: CallOptions = {}) {
    if (requests.length === 0 || requests.length > CHECKS_MAX)
      throw new RangeError(`a batch has 1 to ${CHECKS_MAX} checks`);
    const variables = {
      requests: requests.map(({ kind, subject, ...one }) => {
        const isMint = kind === 'token' || kind === 'trade';
        const size = kind === 'trade' && { sizeSol: sizeOf({ kind, subject, ...one }) };
        return { [kind]: { [isMint ? 'mint' : 'address']: String(subject), ...size } };
      }),
    };
    await keys?.(false);
    const price = requests.reduce((sum, request) => sum + priceOf(request), 0n);
    const data = await graphql(CHECKS_DOCUMENT, variables, call, price);
    return (await batchOf(data, requests.map(expected))) as BatchResults<R>;
  }

  return {
    wallet: (subject, call) => check({ kind: 'wallet', subject }, call),
    token: (subject, call) => check({ kind: 'token', subject }, call),
    trade: (subject, { sizeSol, ...call } = {}) => check({ kind: 'trade', subject, sizeSol }, call),
    funder: (subject, call) => check({ kind: 'funder', subject }, call),
    checks,
    guard: (request, call) => guard(checks, request, call),
    balance: async (call) => (await http.free({ path: '/credits/balance', ...call })) as Balance,
    reason: async (code, call) =>
      (await http.free({ path: `/reason-codes/${encodeURIComponent(code)}`, ...call })) as Explanation,
    graphql: async <D, V extends object>(document: string | TypedDocument<D, V>, variables?: V, call?: CallOptions) =>
      (await graphql(document.toString(), variables ?? {}, call ?? {}, parseUsdc(PRICES_USDC.wallet) ?? 0n)) as D,
  };
}

function priceOf({ kind }: CheckRequest): bigint {
  return parseUsdc(PRICES_USDC[kind]) ?? 0n;
}

function keySource(pinned: ClientOptions['keys'], http: Http): KeySource {
  if (pinned !== undefined) {
    const keys = keysIn(pinned);
    if (!keys?.length) throw new TypeError('keys is a JSON Web Key Set with ed25519 keys');
    return async () => keys;
  }
  return cachedKeys(async () => {
    const keys = keysIn(await http.free({ path: '/.well-known/jwks.json' }));
    if (keys === null) throw ownError('answer_unverified', 'the service publishes no keys to verify answers with');
    return keys;
  });
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError('url is http(s)://host[:port][/path] and nothing else');
  return url.href.replace(/\/+$/, '');
}

function readCap(maxUsdc: string | undefined): bigint | null {
  if (maxUsdc === undefined) return null;
  const atomic = parseUsdc(maxUsdc);
  if (atomic === null) throw new TypeError('maxUsdc is USDC as a plain decimal string, such as 0.10');
  return atomic;
}
