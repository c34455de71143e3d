import type { Ask } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { formatSol } from '#lib/money.ts';
import type { Line } from '#payments/bill.ts';
import type { Delivered } from '../contract.ts';

/** What became of a check: its answer, or what it failed with. */
export type CheckOutcome = Delivered | { readonly failure: unknown };

/** A check on the bill, and what whoever asks for it waits for. */
export interface Due {
  readonly line: Line;
  readonly ask: Ask;
  readonly outcome: Promise<CheckOutcome>;
  readonly settle: (outcome: CheckOutcome) => void;
}

function sizeOf({ sizeLamports }: Ask): string | null {
  return sizeLamports === null ? null : formatSol(sizeLamports);
}

/**
 * The canonical text of what is asked: equal for equal checks, however they were written. Members that are plain texts have
 * their RFC 8785 form as soon as they stand in order.
 */
export function requestOf(ask: Ask): string {
  const { kind, subject } = ask;
  const size = sizeOf(ask);
  const members = { kind, [kinds[kind].subject]: subject, ...(size !== null && { size_sol: size }) };
  return JSON.stringify(members, Object.keys(members).sort());
}

/** A check's line on the bill, that nobody waits for yet. */
export function dueFor(ask: Ask): Due {
  const { kind, subject } = ask;
  const { priceAtomic } = kinds[kind];
  const size = sizeOf(ask);
  const line: Line = { kind, subject, request: requestOf(ask), ...(size !== null && { size }), priceAtomic };
  let settle: Due['settle'] = () => undefined;
  const outcome = new Promise<CheckOutcome>((resolve) => {
    settle = resolve;
  });
  return { line, ask, outcome, settle };
}
