import { type Address, address } from '#lib/address.ts';
import { type Gap, missing } from '#lib/reading.ts';
import type { ExtraAccount } from '#lib/token/transfer-hook.ts';
import { type Resolved, resolveHookList } from '#lib/token/transfer-hook-accounts.ts';
import { type TokenTransfer, transferTransaction } from '#lib/token/transfer-transaction.ts';
import type { Accounts } from '#venues/model.ts';
import type { Steps } from '#venues/routing/cost.ts';
import { type Outcome, open } from './sale-outcome.ts';
import type { SoldMint } from './sold.ts';

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
export type Trial = string | Outcome;

/** A list may want many addresses that are dear to derive. */
export function* trialsOf(
  sold: SoldMint,
  list: readonly ExtraAccount[] | null,
  transfers: readonly TokenTransfer[],
  accounts: Accounts,
): Steps<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const transfer of transfers) {
    trials.push(trialOf(sold, transfer, resolvedFor(list, transfer, accounts)));
    yield;
  }
  return trials;
}

function trialOf(sold: SoldMint, transfer: TokenTransfer, resolved: Resolved | null): Trial {
  if (resolved?.is === 'needs') return { is: 'open', gap: tooFar };
  if (resolved?.is === 'unresolvable') return open(`the hook's list cannot be followed: ${resolved.why}`);
  if (resolved?.accounts.some((one) => one.address === INSTRUCTIONS))
    return open('the hook looks at the transaction around the transfer, and may know a trial from a sale');
  const transaction = transferTransaction({ ...sold, ...transfer, extras: resolved?.accounts ?? null });
  return transaction ?? open('the hook wants more accounts than a transaction takes');
}
