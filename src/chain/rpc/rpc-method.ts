import type { GapCause } from '#lib/reading.ts';
import { record } from '../json-value.ts';
import type { BatchClass } from './rpc-limits.ts';

/**
 * What a method's reader says of a `result`. `slot`: the finalized one that an answer about the present was given at, or
 * `confirmedSlot`, where it was given at a lower commitment. `absent`: the endpoint has nothing where something was listed, so others are
 * asked and it is asked once more. `wrong`: another endpoint may do better, else `cause`; `contradicts`: should one do so, this one
 * has lied. `final`: no endpoint can help.
 */
export type Read<T> =
  | { readonly is: 'value'; readonly value: T; readonly slot?: number; readonly confirmedSlot?: number }
  | { readonly is: 'absent'; readonly detail: string }
  | { readonly is: 'wrong'; readonly cause: GapCause; readonly detail: string; readonly contradicts?: boolean }
  | { readonly is: 'final'; readonly cause: GapCause; readonly detail: string };

/** One JSON-RPC method as the service uses it: how to ask, and how to believe the answer. */
export interface Method<I, T> {
  readonly name: string;
  readonly batch: BatchClass;
  /** True when the answer speaks of the present, so that an endpoint that lags must not give it. */
  readonly current: boolean;
  /** Parameter lists, the preferred one first; the next one is used where an endpoint calls the parameters invalid. */
  readonly forms: readonly [(input: I) => readonly unknown[], ...((input: I) => readonly unknown[])[]];
  /** Validates a `result`. Never throws. */
  readonly read: (result: unknown, input: I) => Read<T>;
  /**
   * True for a method that the service can do without. An endpoint that lacks it, refuses it for good (as a plan does), takes
   * too long for it or answers it wrongly is not asked for it again for a while.
   */
  readonly optional?: boolean;
  /** True where the chain decides how long an answer is: one that every endpoint finds too long is `limit_reached`. */
  readonly unbounded?: boolean;
  /** True for an answer that an endpoint without the history gives as well: another one is asked before it is believed. */
  readonly needsSecond?: (value: T) => boolean;
  /** An error code that is an answer for this method, with the chain's own error where it came along; null for others. */
  readonly readRefusal?: (code: number, chainError: string | null) => Read<T> | null;
}

/**
 * The method for nodes that have reached a slot: another one answers -32016. The last parameter is the one that takes it. Null: any
 * node may answer.
 */
export function notBefore<I, T>(method: Method<I, T>, minContextSlot: number | null): Method<I, T> {
  if (minContextSlot === null) return method;
  const [first, ...others] = method.forms;
  const form = (ask: typeof first) => (input: I) => {
    const params = ask(input);
    return [...params.slice(0, -1), { ...record(params.at(-1)), minContextSlot }];
  };
  return { ...method, forms: [form(first), ...others.map(form)] };
}

/** The shape is not what the method promises: another endpoint may send a right one. */
export function wrongShape(detail: string): { is: 'wrong'; cause: GapCause; detail: string } {
  return { is: 'wrong', cause: 'rpc_unavailable', detail };
}
