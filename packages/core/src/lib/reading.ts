/** Why a fact is missing. The list is closed; `gapFacts` says what each cause means. */
export type GapCause =
  | 'rpc_unavailable'
  | 'rpc_disagrees'
  | 'plan_refuses'
  | 'deadline'
  | 'history_missing'
  | 'unreadable'
  | 'limit_reached'
  | 'not_found';

/**
 * A fact that could not be read: which reading, and why. `detail` is for people and decides nothing; `about` names the unread programs or
 * pools, where they are known.
 */
export interface Gap {
  readonly reading: string;
  readonly cause: GapCause;
  readonly detail?: string;
  readonly about?: string;
}

/** A fact, or why there is none. Gatherers return gaps and never throw because of the chain. */
export type Reading<T> = { readonly known: true; readonly value: T } | { readonly known: false; readonly gap: Gap };

/** `ours`: the service failed, so a verdict that depends on it is free. `retryable`: asking again may help. */
export const gapFacts: Readonly<Record<GapCause, { readonly ours: boolean; readonly retryable: boolean }>> = {
  rpc_unavailable: { ours: true, retryable: true },
  rpc_disagrees: { ours: true, retryable: true },
  plan_refuses: { ours: true, retryable: false },
  deadline: { ours: true, retryable: true },
  history_missing: { ours: true, retryable: false },
  unreadable: { ours: true, retryable: false },
  limit_reached: { ours: false, retryable: false },
  not_found: { ours: false, retryable: false },
};

/** True where asking again may help. */
export function isRetryable({ cause }: Gap): boolean {
  return gapFacts[cause].retryable;
}

/**
 * True where the chain has the data and no endpoint gave it: a call failed, a plan refuses it or a ledger is short. Else the data is too
 * much, not understood, or not there.
 */
export function isFailure({ cause }: Gap): boolean {
  return gapFacts[cause].ours && cause !== 'unreadable';
}

/** A reading that holds `value`. */
export function known<T>(value: T): { readonly known: true; readonly value: T } {
  return { known: true, value };
}

/** A reading that is missing, with its cause. */
export function missing(
  reading: string,
  cause: GapCause,
  detail?: string,
): { readonly known: false; readonly gap: Gap } {
  return { known: false, gap: detail === undefined ? { reading, cause } : { reading, cause, detail } };
}

/** The same gap, named by the reading that it leaves empty. */
export function renamed(reading: string, gap: Gap): { readonly known: false; readonly gap: Gap } {
  return missing(reading, gap.cause, gap.detail);
}

/** The value, or null for a gap. */
export function ifKnown<T>(reading: Reading<T>): T | null {
  return reading.known ? reading.value : null;
}

/** The reading of `use(value)`, or the same gap. */
export function mapReading<T, U>(reading: Reading<T>, use: (value: T) => U): Reading<U> {
  return reading.known ? known(use(reading.value)) : reading;
}

/** The values of all these readings, or the first gap. */
export function allKnown<T>(readings: readonly Reading<T>[]): Reading<readonly T[]> {
  const values: T[] = [];
  for (const one of readings) {
    if (!one.known) return one;
    values.push(one.value);
  }
  return known(values);
}
