import type { StableMove } from './rates.ts';
import { type Amount, DUST, type Reckoned } from './reckon.ts';

/** What a transaction was, as far as it shows without what is known of orders. */
export type TransactionKind =
  | 'nft'
  | 'receipts'
  | 'service'
  | 'buy'
  | 'sell'
  | 'unpriced_buy'
  | 'unpriced_sell'
  | 'conversion'
  | 'swap'
  | 'unclear'
  | 'movement'
  | 'lamports';

/** `worth`: lamports that the stable coins were worth; null without a rate. It is asked for only where it matters. */
export function classify(reckoned: Reckoned, worth: () => bigint | null): TransactionKind {
  const { effect, rose, fell } = reckoned;
  const { service } = effect;
  const apart = setApart(reckoned);
  if (apart) return apart;
  if (service === 'lending' || service === 'staking' || service === 'nft') return 'service';
  if (rose.length > 1 || fell.length > 1) return 'unclear';
  // Who else put something in may have given it away: nothing here is a price.
  if (reckoned.effect.joint && rose.length + fell.length > 0) return 'unclear';
  if (rose.length === 1 && fell.length === 1) return pairKind(reckoned);
  if (rose.length + fell.length === 0) return quoteKind(reckoned);
  return service === 'trade' ? oneSided(reckoned, worth) : 'movement';
}

/**
 * What is about a collectible or a receipt. A coin that is paid for beside the one, or moves the same way as the other, hides
 * behind it: what it cost must not pass for theirs.
 */
function setApart(reckoned: Reckoned): TransactionKind | null {
  const { rose, fell, hasNft, sign } = reckoned;
  if (hasNft) return rose.length > 0 && sign < 0 ? 'unclear' : 'nft';
  const receipts = new Set(receiptsOf(reckoned));
  if (receipts.size === 0) return null;
  return isMixed(rose, receipts) || isMixed(fell, receipts) ? 'unclear' : 'receipts';
}

function isMixed(moved: readonly Amount[], receipts: ReadonlySet<Amount>): boolean {
  return moved.some((amount) => receipts.has(amount)) && moved.some((amount) => !receipts.has(amount));
}

function quoteKind({ effect: { service }, sign, stables }: Reckoned): TransactionKind {
  if (service !== 'trade' || stables.length === 0) return 'lamports';
  return sign !== 0 && stables.every((move) => signOf(move) === -sign) ? 'conversion' : 'movement';
}

/** Mints of which a program made or burned all that rose or fell: receipts for what it keeps. */
export function receiptsOf({ effect: { minted, burned }, rose, fell }: Reckoned): readonly Amount[] {
  if (minted.length === 0 && burned.length === 0) return [];
  const isMade = ({ mint, units }: Amount) =>
    minted.some((made) => made.byProgram && made.mint === mint && made.amount >= units);
  const isBurned = ({ mint, units }: Amount) =>
    burned.some((gone) => gone.byProgram && gone.mint === mint && gone.amount >= units);
  return [...rose.filter(isMade), ...fell.filter(isBurned)];
}

function pairKind({ effect: { service }, sign, stables }: Reckoned): TransactionKind {
  if (sign !== 0 || stables.length > 0) return 'unclear';
  return service === 'trade' ? 'swap' : 'movement';
}

function oneSided({ effect, rose, sign, sol, stables }: Reckoned, worth: () => bigint | null): TransactionKind {
  const isIn = rose.length === 1;
  const against = isIn ? -1 : 1;
  // What a plain transfer took beside, such as a tip, is no price: else a gift would pass for a cheap purchase.
  const isPaid = isIn ? sol + effect.givenOut < -DUST : sign === against;
  // Nothing was paid or brought: tokens, and what came with them, only moved.
  if (!isPaid && stables.every((move) => signOf(move) !== against)) return 'movement';
  const stable = stables.length > 0 ? worth() : 0n;
  if (stable === null) return isIn ? 'unpriced_buy' : 'unpriced_sell';
  const quote = (sign === 0 ? 0n : sol) + stable;
  if (isIn) return quote < 0n ? 'buy' : 'unclear';
  return quote > 0n ? 'sell' : 'unclear';
}

function signOf({ units }: StableMove): -1 | 1 {
  return units < 0n ? -1 : 1;
}
