import type { Answer, AnswerOutcome, Arrival, CheckQuestion } from '../answer.ts';
import { sumUsdc } from '../format.ts';

/** A check of the table. `missing`: it was stopped or cut off before its result came. */
export type BatchRow = { readonly request: CheckQuestion } & (
  | AnswerOutcome
  | { readonly state: 'waiting' }
  | { readonly state: 'missing' }
);

/** The rows of the table, in order. A batch is immutable; each step makes a new one. */
export type BatchRows = readonly BatchRow[];

/** A table of checks of which none has come. */
export function emptyBatch(requests: readonly CheckQuestion[]): BatchRows {
  return requests.map((request) => ({ request, state: 'waiting' }));
}

/** The batch with the arrived results. `positions` are the rows of the request, in its order. */
export function withResult(batch: BatchRows, positions: readonly number[], { indexes, outcome }: Arrival): BatchRows {
  const rows = new Set(indexes.map((index) => positions[index]));
  return batch.map((row, at) => (rows.has(at) ? { request: row.request, ...outcome } : row));
}

/** The batch after its end: open rows become missing. */
export function ended(batch: BatchRows): BatchRows {
  return batch.map((row) => (row.state === 'waiting' ? { request: row.request, state: 'missing' } : row));
}

/** Waits for these again. */
export function again(batch: BatchRows, positions: readonly number[]): BatchRows {
  return batch.map((row, at) => (positions.includes(at) ? { request: row.request, state: 'waiting' } : row));
}

/** The positions of the rows that a repeat may fill: missing results, and temporary faults. */
export function unanswered(batch: BatchRows): readonly number[] {
  return batch.flatMap((row, at) =>
    row.state === 'missing' || (row.state === 'fault' && row.fault.retryable) ? [at] : [],
  );
}

/** The progress, and the cost so far. USDC as a decimal string. */
export interface BatchTally {
  readonly total: number;
  readonly done: number;
  readonly faults: number;
  readonly chargedUsdc: string;
}

/** Counts a batch. */
export function batchTally(batch: BatchRows): BatchTally {
  const answers = answersOf(batch);
  const faults = batch.filter(({ state }) => state === 'fault').length;
  return {
    total: batch.length,
    done: answers.length + faults,
    faults,
    chargedUsdc: sumUsdc(answers.map(({ billing }) => billing.chargedUsdc)),
  };
}

/** The answers that came, in the order of the table. */
export function answersOf(batch: BatchRows): readonly Answer[] {
  return batch.flatMap((row) => (row.state === 'answered' ? [row.answer] : []));
}
