import type { TokenBalance, Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';

/** A token account on one side of a transaction. `owner` is null where old metadata does not tell it. */
export interface Stand {
  readonly owner: Address | null;
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** One token account with one mint as a transaction found and left it; null where it was not there with that mint. */
export interface Side {
  readonly keyIndex: number;
  readonly account: Address;
  readonly mint: Address;
  readonly decimals: number;
  readonly program: Address | null;
  before: Stand | null;
  after: Stand | null;
}

/** Every token account of the transaction, in the order of its keys; an account that changed its mint comes twice. */
export function sidesOf({ preTokens, postTokens, preBalances, postBalances }: Transaction): readonly Side[] {
  const sides: Side[] = [];
  for (const balance of preTokens) sides.push(sideOf(balance, stand(balance, preBalances), null));
  for (const balance of postTokens) {
    const side = sides.find(({ keyIndex, mint }) => keyIndex === balance.keyIndex && mint === balance.mint);
    if (side === undefined) sides.push(sideOf(balance, null, stand(balance, postBalances)));
    else side.after = stand(balance, postBalances);
  }
  return sides.length > 1 ? sides.sort((a, b) => a.keyIndex - b.keyIndex) : sides;
}

function sideOf(
  { keyIndex, account, mint, decimals, program }: TokenBalance,
  before: Stand | null,
  after: Stand | null,
): Side {
  return { keyIndex, account, mint, decimals, program, before, after };
}

function stand({ owner, amount, keyIndex }: TokenBalance, balances: readonly bigint[]): Stand {
  return { owner, amount, lamports: balances[keyIndex] ?? 0n };
}

/** The change of the amount, whoever owned it. */
export function amountDelta({ before, after }: Side): bigint {
  return (after?.amount ?? 0n) - (before?.amount ?? 0n);
}

/** Lamports of a stand beyond wrapped ones. */
export function rentIn(mint: Address, held: Stand | null): bigint {
  if (held === null) return 0n;
  return mint === WRAPPED_SOL ? held.lamports - held.amount : held.lamports;
}

/** The stand where the account belonged to `owner`; null otherwise. */
export function heldBy(stand: Stand | null, owner: Address): Stand | null {
  return stand?.owner === owner ? stand : null;
}
