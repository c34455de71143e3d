import type { GapCause } from '#lib/reading.ts';

/** Why a whole HTTP request failed. */
export type FailureKind = 'busy' | 'broken' | 'timeout' | 'denied' | 'oversize';

/** A failed request. `retryAfterMs` is the pause that the endpoint asked for; null when it asked for none. */
export interface Failure {
  readonly kind: FailureKind;
  readonly detail: string;
  readonly retryAfterMs: number | null;
}

/**
 * The result of one call at one endpoint. `returned`: not answered through no fault of its own, at no cost. `chainError` of a
 * refusal is the chain's own error as JSON, where the endpoint gave one.
 */
export type RpcOutcome =
  | { readonly kind: 'result'; readonly result: unknown; readonly bytes: number }
  | { readonly kind: 'refused'; readonly code: number; readonly detail: string; readonly chainError: string | null }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'returned' };

/** A call that was answered with a JSON-RPC error. */
export type RpcRefused = Extract<RpcOutcome, { kind: 'refused' }>;

/** A call may spend this much at each endpoint. Then it does not try that endpoint again. */
export const RETRY_COST_MAX = 6;

/** What a failure costs a call: a busy endpoint is tried six times, a broken one three times, a silent one twice. */
export const failureCost: Readonly<Record<FailureKind, number>> = {
  busy: 1,
  broken: 2,
  timeout: 3,
  denied: RETRY_COST_MAX,
  oversize: RETRY_COST_MAX,
};

/** What follows from a JSON-RPC error code: the cause if no endpoint answers better, and what the try cost. */
export interface RpcRefusal {
  readonly cause: GapCause;
  readonly cost: number;
  /** Whether the endpoint should rest for a moment. */
  readonly rest: boolean;
}

const again: RpcRefusal = { cause: 'rpc_unavailable', cost: failureCost.broken, rest: true };
const busy: RpcRefusal = { cause: 'rpc_unavailable', cost: failureCost.busy, rest: true };
const elsewhere: RpcRefusal = { cause: 'rpc_unavailable', cost: RETRY_COST_MAX, rest: false };
const pruned: RpcRefusal = { cause: 'history_missing', cost: RETRY_COST_MAX, rest: false };

export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
/** The transaction is of a newer version than was asked for. */
export const VERSION_UNSUPPORTED = -32015;
const INVALID_REQUEST = -32600;

/** Whether the endpoint may accept the same call with other parameters. */
export function mayTakeOther(code: number): boolean {
  return code === INVALID_PARAMS || code === INVALID_REQUEST;
}

/** The codes of Solana's RPC nodes and of providers. A call with an unlisted code is tried again. */
const refusals: Readonly<Record<number, RpcRefusal>> = {
  [-32001]: pruned,
  [-32004]: again,
  [-32005]: busy,
  [-32007]: pruned,
  [-32009]: pruned,
  // The endpoint has no index of accounts for that token or owner. Another one may.
  [-32010]: elsewhere,
  [-32011]: pruned,
  [-32014]: again,
  [VERSION_UNSUPPORTED]: { cause: 'unreadable', cost: RETRY_COST_MAX, rest: false },
  // It has not reached the slot that the call names, but soon will.
  [-32016]: { ...again, cost: failureCost.busy },
  [-32019]: again,
  // It does not know the signature at which the page begins or ends. Asking again does not help, but another endpoint may know it.
  [-32020]: { cause: 'rpc_disagrees', cost: RETRY_COST_MAX, rest: false },
  [-32029]: busy,
  429: busy,
  [INVALID_REQUEST]: elsewhere,
  [METHOD_NOT_FOUND]: elsewhere,
  [INVALID_PARAMS]: elsewhere,
};

const CHAIN_ERROR_CHARS_MAX = 300;

/**
 * The chain's error of a transaction (`"BlockhashNotFound"`, `{"InstructionError":[...]}`) as JSON, of bounded length. An endpoint
 * may send one that is nested too deeply to be written.
 */
export function chainErrorText(error: unknown): string {
  try {
    return (JSON.stringify(error) ?? 'none').slice(0, CHAIN_ERROR_CHARS_MAX);
  } catch {
    return 'an error that cannot be written';
  }
}

/** What follows from a JSON-RPC error code. */
export function rpcRefusalOf(code: number): RpcRefusal {
  return refusals[code] ?? again;
}

/**
 * True for a refusal of the method itself: it does not exist, its parameters are wrong, or the code is not one of a node's, as
 * providers use where a plan does not include a method.
 */
export function isRefusedForGood(code: number): boolean {
  const refusal = refusals[code];
  return refusal === undefined || refusal === elsewhere;
}

/** True for codes that say "too many requests", whatever they were attached to. */
export function isBusy(code: number): boolean {
  return rpcRefusalOf(code) === busy;
}

/**
 * Which cause a call ends with when there were several: the first of these. `history_missing` and `limit_reached` need every
 * endpoint to say so.
 */
const precedence: readonly GapCause[] = [
  'unreadable',
  'rpc_disagrees',
  'rpc_unavailable',
  'plan_refuses',
  'history_missing',
  'limit_reached',
];

/** True for a cause that is believed only once every endpoint was heard. */
export function needsEveryone(cause: GapCause): boolean {
  return cause === 'history_missing' || cause === 'limit_reached';
}

/** The weightier of two causes. */
export function weightier(a: GapCause, b: GapCause): GapCause {
  return precedence.indexOf(a) <= precedence.indexOf(b) ? a : b;
}
