import type { BudgetName } from './budgets.ts';

/** One line of the table that a run of all parts ends with. */
export interface Row {
  readonly what: string;
  /** The bound that the figure, or the median ratio, has to keep. */
  readonly budget?: BudgetName;
  readonly ours: string;
  /** The peer or floor that was measured beside; null where there is none, or where it is not installed. */
  readonly beside: string | null;
  /** Ours against that, by round; for a figure that is no ratio, the figure alone. Empty where nothing was compared. */
  readonly ratios: readonly number[];
}

/** Tells the run of all parts a row of its table; a part that runs by itself has printed the same as text. */
export function report(row: Row): void {
  process.send?.({ row });
}

/** The row of a comparison whose peer is not there. */
export function reportAbsent(what: string, ours: string, folder: 'test/peers' | 'labs/oracles'): void {
  report({ what, ours, beside: `not installed: npm ci --prefix ${folder}`, ratios: [] });
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Round by round, one against the other. */
export function ratiosOf(over: readonly number[], under: readonly number[]): readonly number[] {
  return over.map((value, round) => value / (under[round] ?? Number.NaN));
}
