import { type Effect, type HeldAccount, WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';

const sumOf = (accounts: readonly HeldAccount[], part: 'amount' | 'lamports') =>
  accounts.reduce((sum, { before, after }) => sum + (after?.[part] ?? 0n) - (before?.[part] ?? 0n), 0n);

/** The change of the wallet's own lamports; 0 where it is not among the keys. */
export function nativeOf({ native }: Effect): bigint {
  return native ? native.after - native.before : 0n;
}

/** The change of wrapped lamports. */
export function wrappedOf({ accounts }: Effect): bigint {
  return sumOf(
    accounts.filter(({ mint }) => mint === WRAPPED_SOL_MINT),
    'amount',
  );
}

/** The change of rent in own token accounts: their lamports beyond wrapped amounts. */
export function ownRentOf(effect: Effect): bigint {
  return sumOf(effect.accounts, 'lamports') - wrappedOf(effect);
}
