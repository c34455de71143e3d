import { type Effect, WRAPPED_SOL_MINT } from '../effects/effect-type.ts';

/** Less than this many lamports, from others, is dust. Sending more than the limit of transactions takes whole SOL. */
const DUST_LAMPORTS_MAX = 1_000_000n;

/**
 * True for a transaction that anybody can do to a wallet for the fee: the wallet did not sign, lost nothing but tokens that it never
 * touched itself, and gained less than a thousandth of a SOL, whatever tokens came. It is read and booked like any other transaction, but
 * it does not count towards the limit of transactions. Otherwise a rival could choose where the window of a wallet begins. `ownMints`: of
 * transactions that the wallet signed. A permanent delegate of Token-2022 takes back its own tokens, and the giver of an empty account may
 * have kept the right to close it.
 */
export function isDust({ signed, native, accounts }: Effect, ownMints: ReadonlySet<string>): boolean {
  if (signed) return false;
  let gained = native ? native.after - native.before : 0n;
  if (gained < 0n) return false;
  for (const { mint, before, after } of accounts) {
    const change = (after?.amount ?? 0n) - (before?.amount ?? 0n);
    if (change < 0n && (mint === WRAPPED_SOL_MINT || ownMints.has(mint))) return false;
    if (mint === WRAPPED_SOL_MINT) gained += change;
  }
  return gained < DUST_LAMPORTS_MAX;
}
