import type { Address } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';

/**
 * Why a run failed. `name` is the chain's for the error, or for that of the instruction; `custom` the number that a program
 * failed with, where it gave one; `programs` those whose failure the logs record, the innermost first, and none where the
 * logs were cut.
 */
export interface RunFailure {
  readonly name: string;
  readonly custom: number | null;
  readonly programs: readonly Address[];
}

/** What a transaction came to that was run without effect. */
export type Run = { readonly ok: true } | { readonly ok: false; readonly failure: RunFailure };

/** What a check can try out on the present. Confirmed. */
export interface TrialReader {
  /** Runs a transaction (base64) without effect, without signatures, and under a block hash of the endpoint's. */
  run(transaction: string): Promise<Reading<Run>>;
}
