/** Why a fact is missing. The list is closed; `gapFacts` says what follows from each cause. */
export type GapCause =
  | 'rpc_unavailable'
  | 'rpc_disagrees'
  | 'deadline'
  | 'history_missing'
  | 'unreadable'
  | 'limit_reached'
  | 'not_found';

/** A fact that could not be read: which reading, and why. `detail` is for people and never decides anything. */
export interface Gap {
  readonly reading: string;
  readonly cause: GapCause;
  readonly detail?: string;
}

/** A fact, or why there is none. Unknown is a value: gatherers return it, they do not throw for the chain's sake. */
export type Reading<T> = { readonly known: true; readonly value: T } | { readonly known: false; readonly gap: Gap };

/** `ours`: the failure is the service's own, so a verdict that it decides is free. `retryable`: asking again may help. */
export const gapFacts: Readonly<Record<GapCause, { readonly ours: boolean; readonly retryable: boolean }>> = {
  rpc_unavailable: { ours: true, retryable: true },
  rpc_disagrees: { ours: true, retryable: true },
  deadline: { ours: true, retryable: true },
  history_missing: { ours: true, retryable: false },
  unreadable: { ours: true, retryable: false },
  limit_reached: { ours: false, retryable: false },
  not_found: { ours: false, retryable: false },
};

/** A reading that holds `value`. */
export function known<T>(value: T): { readonly known: true; readonly value: T } {
  return { known: true, value };
}

/** A reading that could not be had. */
export function missing(
  reading: string,
  cause: GapCause,
  detail?: string,
): { readonly known: false; readonly gap: Gap } {
  return { known: false, gap: detail === undefined ? { reading, cause } : { reading, cause, detail } };
}

/** The same gap under the name of the reading that it leaves empty. */
export function renamed(reading: string, gap: Gap): { readonly known: false; readonly gap: Gap } {
  return missing(reading, gap.cause, gap.detail);
}

/** The value, or null where it could not be had. */
export function ifKnown<T>(reading: Reading<T>): T | null {
  return reading.known ? reading.value : null;
}

/** The reading of `use(value)`, or the same gap. */
export function mapReading<T, U>(reading: Reading<T>, use: (value: T) => U): Reading<U> {
  return reading.known ? known(use(reading.value)) : reading;
}
