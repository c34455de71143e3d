import type { Run, RunFailure } from '#chain/chain-reader.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { type Address, address } from '#solana/address.ts';
import { type ExtraAccount, hookListAddress } from '#solana/token/transfer-hook.ts';
import { type Resolved, resolveHookList } from '#solana/token/transfer-hook-accounts.ts';
import { type TokenTransfer, transferTransaction } from '#solana/token/transfer-transaction.ts';
import type { Steps } from '#venues/routing/cost.ts';
import type { Trade } from '#venues/routing/trade.ts';
import type { Accounts, Pool } from '#venues/venue.ts';

/** Network errors that concern the fee payer. */
const PAYER_NAMES: readonly string[] = [
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'InsufficientFundsForRent',
];

/** Token-2022 errors caused by the mint or the pool, not by the holder (spl-token-2022, `error.rs`). */
const TOKEN_ERRORS: Readonly<Record<number, string>> = {
  17: 'an account is frozen',
  37: 'the tokens cannot be transferred',
  67: 'transfers are paused',
};

const REFUSALS_MIN = 2;

/** The sysvar that shows a program the instructions of its transaction. */
const INSTRUCTIONS = address('Sysvar1nstructions1111111111111111111111111');

const tooFar: Gap = missing('sale', 'limit_reached', "the hook's list leads from account to account").gap;

/** Accounts that the extra account list refers to and that are not read yet. */
export function* needsOf(
  list: readonly ExtraAccount[] | null,
  transfers: readonly TokenTransfer[],
  accounts: Accounts,
): Steps<readonly Address[]> {
  const needed: Address[] = [];
  for (const transfer of transfers) {
    const resolved = resolvedFor(list, transfer, accounts);
    if (resolved?.is === 'needs') needed.push(...resolved.accounts);
    yield;
  }
  return needed;
}

/** The resolved list; null where there is none. */
function resolvedFor(
  list: readonly ExtraAccount[] | null,
  transfer: TokenTransfer,
  accounts: Accounts,
): Resolved | null {
  const { hookProgram } = transfer;
  return list && hookProgram && resolveHookList(list, { ...transfer, hookProgram }, dataIn(accounts));
}

function dataIn(accounts: Accounts) {
  return (address: Address) => (accounts.has(address) ? (accounts.get(address)?.data ?? null) : undefined);
}

/** A transaction to simulate, or the outcome that is known without simulation. */
export type TrialTransfer = string | SaleTrialOutcome;

/** Builds the trial transfers step by step, because a list may need many slow address derivations. */
export function* trialsOf(
  sold: SoldMint,
  list: readonly ExtraAccount[] | null,
  transfers: readonly TokenTransfer[],
  accounts: Accounts,
): Steps<readonly TrialTransfer[]> {
  const trials: TrialTransfer[] = [];
  for (const transfer of transfers) {
    trials.push(trialOf(sold, transfer, resolvedFor(list, transfer, accounts)));
    yield;
  }
  return trials;
}

function trialOf(sold: SoldMint, transfer: TokenTransfer, resolved: Resolved | null): TrialTransfer {
  if (resolved?.is === 'needs') return { is: 'open', gap: tooFar };
  if (resolved?.is === 'unresolvable') return open(`the hook's list cannot be followed: ${resolved.why}`);
  if (resolved?.accounts.some((one) => one.address === INSTRUCTIONS))
    return open('the hook looks at the transaction around the transfer, and may know a trial from a sale');
  const transaction = transferTransaction({ ...sold, ...transfer, extras: resolved?.accounts ?? null });
  return transaction ?? open('the hook wants more accounts than a transaction takes');
}

/** The result of one trial transfer. `open` proves nothing; `no_payer` means that the holder lacks lamports for the fee. */
export type SaleTrialOutcome =
  | { readonly is: 'passed' }
  | { readonly is: 'refused'; readonly by: 'hook' | 'token_program'; readonly error: string }
  | { readonly is: 'no_payer' }
  | { readonly is: 'open'; readonly gap: Gap };

/** The combined result of trials: whether holders can sell, and which programs refused. Null where they prove nothing. */
export type TrialProof =
  | { readonly sold: true; readonly by: null; readonly error: null }
  | { readonly sold: false; readonly by: 'hook' | 'token_program'; readonly error: string }
  | null;

/** The programs whose refusal counts. */
interface Deciders {
  readonly hookProgram: Address | null;
  readonly tokenProgram: Address;
}

/** An inconclusive trial, and why. */
function open(detail: string): SaleTrialOutcome {
  return { is: 'open', gap: missing('sale', 'unreadable', detail).gap };
}

/** The outcome of one simulated transfer. */
export function saleTrialOutcome(run: Reading<Run>, deciders: Deciders): SaleTrialOutcome {
  if (!run.known) return { is: 'open', gap: renamed('sale', run.gap).gap };
  if (run.value.ok) return { is: 'passed' };
  const { failure } = run.value;
  if (PAYER_NAMES.includes(failure.name)) return { is: 'no_payer' };
  return (
    refusalIn(failure, deciders) ?? open(`the transfer failed with ${failure.name} ${failure.custom ?? ''}`.trim())
  );
}

/** The error of the hook, or a token program error that every seller would get. */
function refusalIn({ custom, programs }: RunFailure, { hookProgram, tokenProgram }: Deciders): SaleTrialOutcome | null {
  if (custom === null) return null;
  if (hookProgram !== null && programs.includes(hookProgram)) {
    return { is: 'refused', by: 'hook', error: `error ${custom} of the hook program ${hookProgram}` };
  }
  const meaning = programs.every((program) => program === tokenProgram) ? TOKEN_ERRORS[custom] : undefined;
  if (programs.length === 0 || meaning === undefined) return null;
  return { is: 'refused', by: 'token_program', error: `error ${custom} of the token program: ${meaning}` };
}

/** The combined outcome of one holder's trials, one for each pool of the route. */
export function ofSeller(outcomes: readonly SaleTrialOutcome[]): SaleTrialOutcome {
  const [first] = outcomes;
  if (!first) return open('no pool to sell to');
  const one = outcomes.find(({ is }) => is === 'no_payer') ?? outcomes.find(({ is }) => is === 'open');
  if (one) return one;
  return outcomes.every(({ is }) => is === first.is) ? first : open('pools of the route were not treated alike');
}

/**
 * The combined result of all holders. All trials must pass; a refusal needs two holders, because one may concern its holder only.
 * `forwards`: pools of the route pass on the hook's accounts. Without that a sale fails even if a plain transfer passes.
 */
export function proofOf(sellers: readonly SaleTrialOutcome[], forwards: boolean): Reading<TrialProof> {
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

/** A mint to sell. `hook` is the program that approves transfers, with its list of extra accounts. */
export interface SoldMint {
  readonly mint: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
  readonly hook: { readonly program: Address; readonly list: Address } | null;
}

/** The mint as the sold token. `hookProgram`: the program that approves its transfers; null for none. */
export function soldMint(
  mint: Address,
  { program, decimals }: { readonly program: Address; readonly decimals: number },
  hookProgram: Address | null,
): SoldMint {
  const hook = hookProgram && { program: hookProgram, list: hookListAddress(mint, hookProgram) };
  return { mint, tokenProgram: program, decimals, hook };
}

/** A pool that buys tokens, and the amount in atomic units. */
export interface Buyer {
  readonly pool: Pool;
  readonly tokens: bigint;
}

/** The pools that a trade sells to: the last pool of each path. None where there is no trade. */
export function buyersIn(trade: Trade | null): readonly Buyer[] {
  return (trade?.trips ?? []).flatMap(({ path, tokens }) => {
    const pool = path.hops.at(-1)?.pool;
    return pool ? [{ pool, tokens }] : [];
  });
}
