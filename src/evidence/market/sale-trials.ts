import type { Run, RunFailure } from '#chain/chain-reader.ts';
import { type Address, address } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { type ExtraAccount, hookListAddress } from '#lib/token/transfer-hook.ts';
import { type Resolved, resolveHookList } from '#lib/token/transfer-hook-accounts.ts';
import { type TokenTransfer, transferTransaction } from '#lib/token/transfer-transaction.ts';
import type { Steps } from '#venues/routing/cost.ts';
import type { Trade } from '#venues/routing/trade.ts';
import type { Accounts, Pool } from '#venues/venue.ts';

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

/** The account in which a program reads the instructions of the transaction that it is in. */
const INSTRUCTIONS = address('Sysvar1nstructions1111111111111111111111111');

const tooFar: Gap = missing('sale', 'limit_reached', "the hook's list leads from account to account").gap;

/** Accounts whose data the list rests on and that nobody read yet. */
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

/** Null where there is no list to follow. */
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

/** A transaction to be run, or what is known without. */
export type TrialTransfer = string | SaleTrialOutcome;

/** A list may want many addresses that are dear to derive. */
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

/** What one trial transfer says: `open` says nothing, and `no_payer` that its holder cannot sell for want of lamports. */
export type SaleTrialOutcome =
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
interface Deciders {
  readonly hookProgram: Address | null;
  readonly tokenProgram: Address;
}

/** A trial that says nothing, and why. */
function open(detail: string): SaleTrialOutcome {
  return { is: 'open', gap: missing('sale', 'unreadable', detail).gap };
}

/** What a run of a transfer says of it. */
export function saleTrialOutcome(run: Reading<Run>, deciders: Deciders): SaleTrialOutcome {
  if (!run.known) return { is: 'open', gap: renamed('sale', run.gap).gap };
  if (run.value.ok) return { is: 'passed' };
  const { failure } = run.value;
  if (PAYER_NAMES.includes(failure.name)) return { is: 'no_payer' };
  return (
    refusalIn(failure, deciders) ?? open(`the transfer failed with ${failure.name} ${failure.custom ?? ''}`.trim())
  );
}

/** A program's own error, if it is the hook's, or one of the token program's that no other seller would be spared. */
function refusalIn({ custom, programs }: RunFailure, { hookProgram, tokenProgram }: Deciders): SaleTrialOutcome | null {
  if (custom === null) return null;
  if (hookProgram !== null && programs.includes(hookProgram)) {
    return { is: 'refused', by: 'hook', error: `error ${custom} of the hook program ${hookProgram}` };
  }
  const meaning = programs.every((program) => program === tokenProgram) ? TOKEN_ERRORS[custom] : undefined;
  if (programs.length === 0 || meaning === undefined) return null;
  return { is: 'refused', by: 'token_program', error: `error ${custom} of the token program: ${meaning}` };
}

/** What the trials of one holder say together, one for each pool of the route. */
export function ofSeller(outcomes: readonly SaleTrialOutcome[]): SaleTrialOutcome {
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

/** A mint whose tokens are to be sold; `hook` decides about transfers and keeps a list of the accounts that it wants. */
export interface SoldMint {
  readonly mint: Address;
  readonly tokenProgram: Address;
  readonly decimals: number;
  readonly hook: { readonly program: Address; readonly list: Address } | null;
}

/** The hook of a mint, with where it keeps its list; null for no program. */
export function hookOf(mint: Address, program: Address | null): SoldMint['hook'] {
  return program && { program, list: hookListAddress(mint, program) };
}

/** A pool that tokens would be sold to, and how many, in atomic units. */
export interface Buyer {
  readonly pool: Pool;
  readonly tokens: bigint;
}

/** The pools that a trade sells to: the last one of each of its paths. */
export function buyersIn({ trips }: Trade): readonly Buyer[] {
  return trips.flatMap(({ path, tokens }) => {
    const pool = path.hops.at(-1)?.pool;
    return pool ? [{ pool, tokens }] : [];
  });
}
