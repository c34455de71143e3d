import { smaller, U64_MAX } from '../arithmetic.ts';
import type { Market, Price, Quote, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { type DammV1Curve, hasPrice, type Pricing, pricingOf, slope } from './curve.ts';
import type { FeeRate } from './layout.ts';
import { deposited, reserveOf, type Stake, withdrawn } from './vault.ts';

/** A pool at one moment: its parts in two vaults, how it prices, and which of them is its token A. */
export interface DammV1State {
  readonly mint: Stake;
  readonly other: Stake;
  readonly mintIsA: boolean;
  readonly curve: DammV1Curve;
  readonly fee: FeeRate;
}

/** One direction of a pool: all of a swap that does not depend on its size. `reserve` is the input's. */
interface Direction {
  readonly position: DammV1State;
  readonly selling: boolean;
  readonly from: Stake;
  readonly to: Stake;
  readonly reserve: bigint;
  readonly pricing: Pricing;
}

/** The market of a pool; refused where a side is empty or the curve has no price. */
export function marketOf(position: DammV1State): Market | Refused {
  return faultOf(position) ?? opened(position);
}

function faultOf({ mint, other, mintIsA, curve }: DammV1State): Refused | null {
  const isEmpty = reserveOf(mint) === 0n || reserveOf(other) === 0n;
  if (isEmpty) return refuse('insufficient_liquidity', 'a side of the pool is empty');
  if (curve.kind === 'product') return null;
  const [a, b] = mintIsA ? [mint, other] : [other, mint];
  return hasPrice(curve, reserveOf(a), reserveOf(b)) ? null : refuse('overflow', 'invariant of the pool');
}

/** The market of a pool without fault. */
function opened(position: DammV1State): Market {
  const { mint, other } = position;
  const [ofMint, ofOther] = [reserveOf(mint), reserveOf(other)];
  let sells: Direction | null = null;
  let buys: Direction | null = null;
  return {
    price: priceOf(position, ofMint, ofOther),
    depth: { mint: smaller(ofMint, mint.cash), other: smaller(ofOther, other.cash) },
    ...(position.curve.kind === 'product' ? { constantProduct: true } : {}),
    bounds: [],
    quote(side, amountIn) {
      if (side === 'sell') {
        sells ??= directionOf(position, true);
        return quote(sells, amountIn);
      }
      buys ??= directionOf(position, false);
      return quote(buys, amountIn);
    },
  };
}

function directionOf(position: DammV1State, selling: boolean): Direction {
  const [from, to] = selling ? [position.mint, position.other] : [position.other, position.mint];
  const reserve = reserveOf(from);
  const pricing = pricingOf(position.curve, reserve, reserveOf(to), position.mintIsA === selling);
  return { position, selling, from, to, reserve, pricing };
}

function priceOf({ mintIsA, curve }: DammV1State, ofMint: bigint, ofOther: bigint): Price {
  const [numerator, denominator] = mintIsA ? slope(curve, ofMint, ofOther) : slope(curve, ofOther, ofMint);
  return mintIsA ? { numerator, denominator } : { numerator: denominator, denominator: numerator };
}

/** The swap of `dynamic-amm-quote/src/lib.rs`, compute_quote, and the vaults' balances behind it. */
function quote(direction: Direction, amountIn: bigint): Quote | Refused {
  const { position, from, to, reserve } = direction;
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (!from.open) return refuse('disabled', 'the vault of what goes in takes no deposits');
  const fee = share(amountIn, position.fee.numerator, position.fee.denominator);
  const protocol = share(fee, position.fee.protocolNumerator, position.fee.protocolDenominator);
  const paid = amountIn - protocol;
  if (amountIn > U64_MAX || from.unlocked + paid > U64_MAX) return refuse('overflow', 'what goes in');
  const filled = deposited(from, paid);
  if (filled.supply > U64_MAX) return refuse('overflow', 'shares of the vault');
  const source = reserveOf(filled) - reserve - (fee - protocol);
  if (source < 0n) return refuse('amount_too_small', 'the fee takes all of it');
  const result = direction.pricing(source);
  if (result === null) return refuse('insufficient_liquidity', 'more than the curve can price');
  const emptied = withdrawn(to, result);
  const received = to.cash - emptied.cash;
  if (received <= 0n) return refuse('amount_too_small', 'nothing comes out');
  if (received >= to.cash) return refuse('insufficient_liquidity', 'more than the vault has at hand');
  const { mintIsA, curve, fee: rate } = position;
  const [mint, other] = direction.selling ? [filled, emptied] : [emptied, filled];
  const after = { mint, other, mintIsA, curve, fee: rate };
  const fault = faultOf(after);
  if (fault) return fault;
  return {
    spent: amountIn,
    received,
    fees() {
      return [
        { share: 'lp', of: 'input', amount: fee - protocol },
        { share: 'protocol', of: 'input', amount: protocol },
      ];
    },
    afterwards() {
      return opened(after);
    },
  };
}

/** A fee, rounded down but at least 1 (`programs/dynamic-amm/src/state.rs`, calculate_fee). */
function share(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  if (numerator === 0n || amount === 0n) return 0n;
  const part = (amount * numerator) / denominator;
  return part === 0n ? 1n : part;
}
