import { formatSol } from 'assay-core/lib/money.ts';
import type { Ask } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { Line } from '#payments/bill.ts';
import { pricesAtomic } from '#payments/prices.ts';
import type { Delivered } from '../contract.ts';

/** The result of a check: its answer, or its failure. */
export type CheckOutcome = Delivered | { readonly failure: unknown };

/** A check on the bill, with the promise that its callers wait for. */
export interface PlannedCheck {
  readonly line: Line;
  readonly ask: Ask;
  readonly outcome: Promise<CheckOutcome>;
  readonly settle: (outcome: CheckOutcome) => void;
  /** Whether its outcome is known. */
  isSettled: boolean;
}

function sizeOf({ sizeLamports }: Ask): string | null {
  return sizeLamports === null ? null : formatSol(sizeLamports);
}

/**
 * The canonical text of a check: equal for equal checks, however they were written. Its members are plain texts in order, so it has the
 * form of RFC 8785.
 */
export function requestOf(ask: Ask): string {
  const { kind, subject } = ask;
  const size = sizeOf(ask);
  // In the order of their names: address, kind, mint, size_sol.
  const named = { [kinds[kind].subject]: subject };
  const members = kinds[kind].subject < 'kind' ? { ...named, kind } : { kind, ...named };
  return JSON.stringify(size === null ? members : { ...members, size_sol: size });
}

/** The bill line of a check. */
export function planCheck(ask: Ask): PlannedCheck {
  const { kind, subject } = ask;
  const priceAtomic = pricesAtomic[kind];
  const size = sizeOf(ask);
  const line: Line = { kind, subject, request: requestOf(ask), ...(size !== null && { size }), priceAtomic };
  let settle: PlannedCheck['settle'] = () => undefined;
  const outcome = new Promise<CheckOutcome>((resolve) => {
    settle = resolve;
  });
  return { line, ask, outcome, settle, isSettled: false };
}
