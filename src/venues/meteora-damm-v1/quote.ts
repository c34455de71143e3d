import { least, U64_MAX } from '../arithmetic.ts';
import type { Market, Price, Quote, Refused, Side } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { type Curve, slope, swapped } from './curve.ts';
import type { FeeRate } from './layout.ts';
import { deposited, reserveOf, type Stake, withdrawn } from './vault.ts';

/** A pool at one moment: its parts in two vaults, how it prices, and which of them is its token A. */
export interface Position {
  readonly mint: Stake;
  readonly other: Stake;
  readonly mintIsA: boolean;
  readonly curve: Curve;
  readonly fee: FeeRate;
}

/** The market of a pool; refused where a side is empty or the curve has no price. */
export function marketOf(position: Position): Market | Refused {
  const price = priceOf(position);
  if (isRefused(price)) return price;
  const { mint, other } = position;
  return {
    price,
    depth: { mint: least(reserveOf(mint), mint.cash), other: least(reserveOf(other), other.cash) },
    bounds: [],
    quote: (side, amountIn) => quote(position, side, amountIn),
  };
}

function priceOf({ mint, other, mintIsA, curve }: Position): Price | Refused {
  const [ofMint, ofOther] = [reserveOf(mint), reserveOf(other)];
  if (ofMint === 0n || ofOther === 0n) return refuse('insufficient_liquidity', 'a side of the pool is empty');
  const fraction = slope(curve, ...(mintIsA ? ([ofMint, ofOther] as const) : ([ofOther, ofMint] as const)));
  if (fraction === null) return refuse('overflow', 'invariant of the pool');
  const [numerator, denominator] = mintIsA ? fraction : [fraction[1], fraction[0]];
  return { numerator, denominator };
}

/** The swap of `dynamic-amm-quote/src/lib.rs`, compute_quote, and the vaults' balances behind it. */
function quote(position: Position, side: Side, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  const selling = side === 'sell';
  const [from, to] = selling ? [position.mint, position.other] : [position.other, position.mint];
  if (!from.open) return refuse('disabled', 'the vault of what goes in takes no deposits');
  const fee = share(amountIn, position.fee.numerator, position.fee.denominator);
  const protocol = share(fee, position.fee.protocolNumerator, position.fee.protocolDenominator);
  const paid = amountIn - protocol;
  if (amountIn > U64_MAX || from.unlocked + paid > U64_MAX) return refuse('overflow', 'what goes in');
  const filled = deposited(from, paid);
  if (filled.supply > U64_MAX) return refuse('overflow', 'shares of the vault');
  const source = reserveOf(filled) - reserveOf(from) - (fee - protocol);
  if (source < 0n) return refuse('amount_too_small', 'the fee takes all of it');
  const result = swapped(position.curve, source, reserveOf(from), reserveOf(to), position.mintIsA === selling);
  if (result === null) return refuse('insufficient_liquidity', 'more than the curve can price');
  const { stake: emptied, received } = withdrawn(to, result);
  if (received <= 0n) return refuse('amount_too_small', 'nothing comes out');
  if (received >= to.cash) return refuse('insufficient_liquidity', 'more than the vault has at hand');
  const after = marketOf({
    ...position,
    ...(selling ? { mint: filled, other: emptied } : { mint: emptied, other: filled }),
  });
  if (isRefused(after)) return after;
  return {
    spent: amountIn,
    received,
    fees: [
      { share: 'lp', of: 'input', amount: fee - protocol },
      { share: 'protocol', of: 'input', amount: protocol },
    ],
    after,
  };
}

/** A fee, rounded down but at least 1 (`programs/dynamic-amm/src/state.rs`, calculate_fee). */
function share(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  if (numerator === 0n || amount === 0n) return 0n;
  const part = (amount * numerator) / denominator;
  return part === 0n ? 1n : part;
}
