import type { Market, Quote } from '../venue.ts';
import { isRefused } from '../venue.ts';
import type { Steps } from './cost.ts';

/** The band: sales count until the price at the margin has fallen by a tenth. */
const PRICE_LEFT = { numerator: 9n, denominator: 10n } as const;
/** 1 - sqrt(0.9) in parts of 10^9, rounded up: the share of its other side that a constant product pays over that fall. */
const PAID_IN_BAND = 51_316_702n;
const PARTS = 1_000_000_000n;

/** The first sale is worth this part of what the pool holds: less than the band of a constant product takes. */
const FIRST_PARTS = 64n;
/** The edge of the band is found to this part of the amount that is sold. */
const PRECISION = 1_024n;

/** The output over the band of a constant product with this reserve, in the same units. */
export function paidOverBand(depth: bigint): bigint {
  return (depth * PAID_IN_BAND) / PARTS;
}

const depths = new WeakMap<Market, bigint>();

/**
 * How much of a pool's other side trades near the price, in its atomic units, rounded down: the balance of a constant-product pool
 * that pays as much until the price has fallen by a tenth, at most what the pool holds. For constant products that is what they
 * hold. Liquidity further away, and what takes accounts that were not read, counts for nothing. The same market is measured once.
 */
export function* bandDepth(market: Market): Steps<bigint> {
  const before = depths.get(market);
  if (before !== undefined) return before;
  const depth = market.constantProduct ? market.depth.other : yield* measured(market);
  depths.set(market, depth);
  return depth;
}

function* measured(market: Market): Steps<bigint> {
  const { price, depth } = market;
  if (depth.other <= 0n || price.numerator <= 0n) return 0n;
  let within = 0n;
  let paid = 0n;
  let beyond: bigint | null = null;
  let size = (depth.other * price.denominator) / price.numerator / FIRST_PARTS + 1n;
  while (beyond === null || beyond - within > within / PRECISION + 1n) {
    const out = paidInBand(market, size);
    if (out === null) beyond = size;
    else [within, paid] = [size, out];
    size = beyond === null ? size * 2n : (within + beyond) / 2n;
    yield;
  }
  const equivalent = (paid * PARTS) / PAID_IN_BAND;
  return equivalent < depth.other ? equivalent : depth.other;
}

/** The output of a sale from the pool, its fees included; null if it leaves the band or is refused. A dust amount yields 0. */
function paidInBand(market: Market, size: bigint): bigint | null {
  const quote = market.quote('sell', size);
  if (isRefused(quote)) return quote.refused === 'amount_too_small' ? 0n : null;
  const { price } = quote.afterwards();
  const isWithin =
    price.numerator * market.price.denominator * PRICE_LEFT.denominator >=
    market.price.numerator * price.denominator * PRICE_LEFT.numerator;
  return isWithin ? quote.received + feesOfOutput(quote) : null;
}

function feesOfOutput(quote: Quote): bigint {
  return quote.fees().reduce((sum, { of, amount }) => (of === 'output' ? sum + amount : sum), 0n);
}
