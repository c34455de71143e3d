import { record } from '#lib/json-value.ts';
import type { GapCause } from '#lib/reading.ts';
import type { RpcRefused } from './call-outcome.ts';
import type { BatchClass } from './rpc-limits.ts';

/**
 * What a method reads from a `result`. `slot`: the finalized slot of an answer about the present; `confirmedSlot`: the same for an
 * answer at a lower commitment. `absent`: the endpoint lacks something that was listed, so others are asked, and it once more.
 * `wrong`: another endpoint may do better, else the gap has this `cause`; `contradicts`: if another does better, this one lied.
 * `final`: no endpoint can help.
 */
export type Read<T> =
  | { readonly is: 'value'; readonly value: T; readonly slot?: number; readonly confirmedSlot?: number }
  | { readonly is: 'absent'; readonly detail: string }
  | { readonly is: 'wrong'; readonly cause: GapCause; readonly detail: string; readonly contradicts?: boolean }
  | { readonly is: 'final'; readonly cause: GapCause; readonly detail: string };

/** One JSON-RPC method: how the service asks, and which answers it accepts. */
export interface Method<I, T> {
  readonly name: string;
  readonly batch: BatchClass;
  /** True when the answer is about the present, so that an endpoint that lags must not give it. */
  readonly current: boolean;
  /** Parameter lists, the preferred one first. The next one is used where an endpoint calls the parameters invalid. */
  readonly forms: readonly [(input: I) => readonly unknown[], ...((input: I) => readonly unknown[])[]];
  /** Validates a `result`. Never throws. */
  readonly read: (result: unknown, input: I) => Read<T>;
  /**
   * True for a method that the service can do without. An endpoint that lacks it, refuses it for good, takes too long or answers it
   * wrongly is not asked for it again for a while.
   */
  readonly optional?: boolean;
  /** True where the chain decides how long an answer is. If every endpoint finds it too long, the gap is `limit_reached`. */
  readonly unbounded?: boolean;
  /** True for an answer that an endpoint without the history gives as well. A second endpoint is then asked. */
  readonly needsSecond?: (value: T) => boolean;
  /** True for an answer that says that the history ends there. An endpoint whose ledger begins later cannot say so. */
  readonly reachesEnd?: (value: T, input: I) => boolean;
  /** The lowest slot in an answer: a ledger reaches at least so far back. Absent where an answer says nothing about that. */
  readonly lowestSlot?: (value: T) => number | null;
  /** How a call that names a list is cut for endpoints that take shorter ones. Absent where a call names no list. */
  readonly list?: ListOf<I, T>;
  /**
   * Reads a refusal that is an answer of this method, with the chain's own error where one came along; null for other refusals.
   */
  readonly readRefusal?: (refused: RpcRefused) => Read<T> | null;
}

/** A call's list: how long it is, the calls for parts of at most `most` items, and the answer that their answers make together. */
interface ListOf<I, T> {
  readonly length: (input: I) => number;
  readonly cut: (input: I, most: number) => readonly I[];
  readonly join: (parts: readonly T[]) => T;
}

/**
 * The same method for nodes that have reached a slot; others answer -32016. The last parameter takes the slot. Null: any node may
 * answer.
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

/** The answer has another shape than the method promises. Another endpoint may send the right one. */
export function wrongShape(detail: string): Read<never> {
  return { is: 'wrong', cause: 'rpc_unavailable', detail };
}

/** The answer contradicts the question or itself. */
export function contradiction(detail: string): Read<never> {
  return { is: 'wrong', cause: 'rpc_disagrees', detail };
}
