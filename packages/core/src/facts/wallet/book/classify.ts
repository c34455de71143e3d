import type { CoinMove } from './rates.ts';
import { type Amount, DUST, type Reckoned } from './reckon.ts';

/** The kind of a transaction, judged without knowledge of orders. */
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

/**
 * Classifies a transaction. `quote`: what was paid (below 0) or received in one currency, null without a rate; called only where it
 * matters.
 */
export function classify(reckoned: Reckoned, quote: () => bigint | null): TransactionKind {
  const { effect, rose, fell } = reckoned;
  const { service } = effect;
  const apart = setApart(reckoned);
  if (apart) return apart;
  if (service === 'lending' || service === 'staking' || service === 'nft') return 'service';
  if (rose.length > 1 || fell.length > 1) return 'unclear';
  // Others contributed, perhaps as a gift, so the transaction shows no price.
  if (reckoned.effect.joint && rose.length + fell.length > 0) return 'unclear';
  if (rose.length === 1 && fell.length === 1) return pairKind(reckoned);
  if (rose.length + fell.length === 0) return quoteKind(reckoned);
  return service === 'trade' ? oneSided(reckoned, quote) : 'movement';
}

/**
 * Classifies transactions with a collectible or a receipt. A coin on the same side, or one that was paid for, could hide behind it,
 * so its cost must not count as theirs.
 */
function setApart({ rose, fell, hasNft, sign, receipts: made }: Reckoned): TransactionKind | null {
  if (hasNft) return rose.length > 0 && sign < 0 ? 'unclear' : 'nft';
  if (made.length === 0) return null;
  const receipts = new Set(made);
  return isMixed(rose, receipts) || isMixed(fell, receipts) ? 'unclear' : 'receipts';
}

function isMixed(moved: readonly Amount[], receipts: ReadonlySet<Amount>): boolean {
  return moved.some((amount) => receipts.has(amount)) && moved.some((amount) => !receipts.has(amount));
}

/** SOL or coins for others are a conversion; what only came or only left has moved. */
function quoteKind({ effect: { service }, sign, coins }: Reckoned): TransactionKind {
  if (service !== 'trade' || coins.length === 0) return 'lamports';
  const signs = new Set([...coins.map(signOf), ...(sign === 0 ? [] : [sign])]);
  return signs.size > 1 ? 'conversion' : 'movement';
}

function pairKind({ effect: { service, counterparty }, sign, coins }: Reckoned): TransactionKind {
  // Two tokens at a price that two parties agreed on: none of them has a price of a market.
  if (sign !== 0 || coins.length > 0 || counterparty !== null) return 'unclear';
  return service === 'trade' ? 'swap' : 'movement';
}

function oneSided(reckoned: Reckoned, quote: () => bigint | null): TransactionKind {
  const { rose, sign, coins } = reckoned;
  const isIn = rose.length === 1;
  const against = isIn ? -1 : 1;
  const isSwept = !isIn && sign !== against && leftWhole(reckoned);
  const isPaid = isIn ? isBought(reckoned) : sign === against || isSwept;
  // Nothing was paid or received for the tokens: they only moved.
  if (!isPaid && coins.every((move) => signOf(move) !== against)) return 'movement';
  const paid = quote();
  if (paid === null) return isIn ? 'unpriced_buy' : 'unpriced_sell';
  if (isIn) return paid < 0n ? 'buy' : 'unclear';
  return paid >= 0n || isSwept ? 'sell' : 'unclear';
}

/** A plain transfer beside the trade, such as a tip, is no price: otherwise a gift would pass for a cheap purchase. */
function isBought({ effect, sign, sol }: Reckoned): boolean {
  return sign < 0 && sol + effect.givenOut < (sol < -DUST ? -DUST : 0n);
}

/** What was paid for the tokens left as a gift, with own lamports or without. */
function leftWhole({ effect, sol, coins }: Reckoned): boolean {
  return coins.length === 0 && sol + effect.givenOut > DUST;
}

function signOf({ units }: CoinMove): -1 | 1 {
  return units < 0n ? -1 : 1;
}
