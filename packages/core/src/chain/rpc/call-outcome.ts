import type { GapCause } from '#lib/reading.ts';
import type { Refusal, RefusalKind } from './limits/refusals.ts';

/** Why a whole HTTP request brought no answer and no refusal: the connection, the time, or more bytes than we read. */
export type FailureKind = 'broken' | 'timeout' | 'oversize';

/** A failed request. */
export interface Failure {
  readonly kind: FailureKind;
  readonly detail: string;
}

/**
 * The result of one call at one endpoint. `returned`: not answered through no fault of its own, at no cost. A refusal's `code` is
 * that of JSON-RPC, where there is one; its `chainError` is the chain's own error as JSON, where the endpoint gave one.
 */
export type RpcOutcome =
  | { readonly kind: 'result'; readonly result: unknown; readonly bytes: number }
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly code: number | null;
      readonly detail: string;
      readonly chainError: string | null;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'returned' };

/** A call that was refused. */
export type RpcRefused = Extract<RpcOutcome, { kind: 'refused' }>;

/** A call may spend this much at each endpoint. Then it does not try that endpoint again. */
export const RETRY_COST_MAX = 6;

/** What a failure costs a call: a broken endpoint is tried three times, a silent one twice. */
export const failureCost: Readonly<Record<FailureKind, number>> = { broken: 2, timeout: 3, oversize: RETRY_COST_MAX };

/** The consequence of a refusal for the call: the cause if no endpoint answers better, and the cost of the try. */
export interface Consequence {
  readonly cause: GapCause;
  readonly cost: number;
}

const spent = (cause: GapCause): Consequence => ({ cause, cost: RETRY_COST_MAX });

/** The endpoint's pace was lowered, so the next try is likely to pass. */
const TOO_FAST_COST = 0.25;

/** What follows from each kind of refusal, where nothing that was learned lets the call be asked in another way. */
export const consequences: Readonly<Record<RefusalKind, Consequence>> = {
  too_fast: { cause: 'rpc_unavailable', cost: TOO_FAST_COST },
  behind: { cause: 'rpc_unavailable', cost: 1 },
  broken: { cause: 'rpc_unavailable', cost: failureCost.broken },
  // The endpoint is well, so the next try is likely to pass.
  broken_alone: { cause: 'rpc_unavailable', cost: 1 },
  slow: { cause: 'rpc_unavailable', cost: failureCost.timeout },
  method_refused: spent('plan_refuses'),
  arrays_refused: spent('plan_refuses'),
  list_too_long: spent('plan_refuses'),
  answer_too_large: spent('plan_refuses'),
  credits_gone: spent('plan_refuses'),
  // The key is wrong, or the caller is blocked, which the operator may mend.
  denied: spent('rpc_unavailable'),
  // The endpoint has no index of accounts for that token or owner. Another one may.
  excluded: spent('plan_refuses'),
  pruned: spent('history_missing'),
  skipped: spent('history_missing'),
  not_found: spent('rpc_unavailable'),
  params: spent('rpc_unavailable'),
  version: spent('unreadable'),
  // Asking again does not help, but another endpoint may know the signature at which the page begins or ends.
  unknown_cursor: spent('rpc_disagrees'),
};

/** Refusals of a method itself, so that the endpoint is not asked for it again for a while. */
export function isOfMethod(kind: RefusalKind): boolean {
  return kind === 'method_refused' || kind === 'arrays_refused' || kind === 'denied';
}

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

/** True for a cause that is trusted only once every endpoint answered. */
export function needsEveryone(cause: GapCause): boolean {
  return cause === 'history_missing' || cause === 'limit_reached';
}

/** The weightier of two causes. */
export function weightier(a: GapCause, b: GapCause): GapCause {
  return precedence.indexOf(a) <= precedence.indexOf(b) ? a : b;
}
