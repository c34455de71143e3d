import type { Run, RunFailure } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';

/** What one trial transfer says: `open` says nothing, and `no_payer` that its holder cannot sell for want of lamports. */
export type Outcome =
  | { readonly is: 'passed' }
  | { readonly is: 'refused'; readonly by: 'hook' | 'token_program'; readonly error: string }
  | { readonly is: 'no_payer' }
  | { readonly is: 'open'; readonly gap: Gap };

/** What trials prove together: whether holders can sell, and who refused; null where nothing follows from them. */
export type TrialProof =
  | { readonly sold: true; readonly by: null; readonly error: null }
  | { readonly sold: false; readonly by: 'hook' | 'token_program'; readonly error: string }
  | null;

/** The programs whose word decides. */
export interface Deciders {
  readonly hookProgram: Address | null;
  readonly tokenProgram: Address;
}

/** Errors of the network about who pays. */
const PAYER_NAMES: readonly string[] = [
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'InsufficientFundsForRent',
];
/** Errors of Token-2022 that are the mint's or the pool's and not the holder's (spl-token-2022, `error.rs`). */
const TOKEN_ERRORS: Readonly<Record<number, string>> = {
  17: 'an account is frozen',
  37: 'the tokens cannot be transferred',
  67: 'transfers are paused',
};
const REFUSALS_MIN = 2;

/** A trial that says nothing, and why. */
export function open(detail: string): Outcome {
  return { is: 'open', gap: missing('sale', 'unreadable', detail).gap };
}

/** What a run of a transfer says of it. */
export function outcomeOf(run: Reading<Run>, deciders: Deciders): Outcome {
  if (!run.known) return { is: 'open', gap: renamed('sale', run.gap).gap };
  if (run.value.ok) return { is: 'passed' };
  const { failure } = run.value;
  if (PAYER_NAMES.includes(failure.name)) return { is: 'no_payer' };
  return (
    refusalIn(failure, deciders) ?? open(`the transfer failed with ${failure.name} ${failure.custom ?? ''}`.trim())
  );
}

/** A program's own error, if it is the hook's, or one of the token program's that no other seller would be spared. */
function refusalIn({ custom, programs }: RunFailure, { hookProgram, tokenProgram }: Deciders): Outcome | null {
  if (custom === null) return null;
  if (hookProgram !== null && programs.includes(hookProgram)) {
    return { is: 'refused', by: 'hook', error: `error ${custom} of the hook program ${hookProgram}` };
  }
  const meaning = programs.every((program) => program === tokenProgram) ? TOKEN_ERRORS[custom] : undefined;
  if (programs.length === 0 || meaning === undefined) return null;
  return { is: 'refused', by: 'token_program', error: `error ${custom} of the token program: ${meaning}` };
}

/** What the trials of one holder say together, one for each pool of the route. */
export function ofSeller(outcomes: readonly Outcome[]): Outcome {
  const [first] = outcomes;
  if (!first) return open('no pool to sell to');
  const one = outcomes.find(({ is }) => is === 'no_payer') ?? outcomes.find(({ is }) => is === 'open');
  if (one) return one;
  return outcomes.every(({ is }) => is === first.is) ? first : open('pools of the route were not treated alike');
}

/**
 * What the trials of all holders prove. Everybody who could be tried has to pass; two refusals of the hook are needed, as
 * one may be about a holder. `forwards`: pools of the route can hand the hook what it wants, without which a sale fails
 * whatever a plain transfer does.
 */
export function proofOf(sellers: readonly Outcome[], forwards: boolean): Reading<TrialProof> {
  const tried = sellers.filter(({ is }) => is !== 'no_payer');
  if (tried.length === 0) return missing('sale', 'unreadable', 'no holder that was tried can pay a fee');
  const passed = tried.filter(({ is }) => is === 'passed').length;
  if (passed === tried.length) return known(forwards ? { sold: true, by: null, error: null } : null);
  const refusals = tried.flatMap((one) => (one.is === 'refused' ? [one] : []));
  const decisive = refusals.find(({ by }) => by === 'token_program') ?? refusals[REFUSALS_MIN - 1];
  if (decisive && passed === 0) return known({ sold: false, by: decisive.by, error: decisive.error });
  const gap = tried.flatMap((one) => (one.is === 'open' ? [one.gap] : []))[0];
  return gap
    ? renamed('sale', gap)
    : missing('sale', 'unreadable', 'holders were not treated alike, or only one was tried');
}
