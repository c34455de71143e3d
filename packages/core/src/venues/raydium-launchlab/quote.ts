import { ceilDiv, smaller, U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Quote, Refused, Side } from '../venue.ts';
import { refuse } from '../venue.ts';

/** Fee rates in parts of a million of the quote token. */
export interface LaunchLabFeeRates {
  readonly protocol: bigint;
  readonly platform: bigint;
  readonly creator: bigint;
}

/**
 * A constant-product curve at one moment. `virtual*` are fixed; `realBase` counts what was sold and `realQuote` what was
 * raised; `totalBaseSell` and `totalFundRaising` are where it ends. `*Vault` is what the vaults hold.
 */
export interface CurveState {
  readonly virtualBase: bigint;
  readonly virtualQuote: bigint;
  readonly realBase: bigint;
  readonly realQuote: bigint;
  readonly totalBaseSell: bigint;
  readonly totalFundRaising: bigint;
  readonly baseVault: bigint;
  readonly quoteVault: bigint;
  readonly rates: LaunchLabFeeRates;
  /** True when the mint that was asked about is the one that the curve sells. */
  readonly mintIsBase: boolean;
}

/** Parts in which rates stand. */
export const RATE_ONE = 1_000_000n;

/** The common state of all trades of a curve. */
interface Terms {
  readonly curve: CurveState;
  /** The reserves of the constant product. */
  readonly base: bigint;
  readonly quote: bigint;
  /** The unsold amount of the base token. */
  readonly left: bigint;
  /** Parts of the quote token that all fees leave. */
  readonly kept: bigint;
}

/** The market of a curve. `virtualBase` more than `realBase`. */
export function marketOf(curve: CurveState): Market {
  const base = curve.virtualBase - curve.realBase;
  const quote = curve.virtualQuote + curve.realQuote;
  const left = curve.totalBaseSell - curve.realBase;
  const forSale = smaller(left, curve.baseVault);
  const raised = smaller(curve.realQuote, curve.quoteVault);
  const terms = { curve, base, quote, left, kept: RATE_ONE - totalFeeRate(curve.rates) };
  return {
    price: curve.mintIsBase ? { numerator: quote, denominator: base } : { numerator: base, denominator: quote },
    depth: curve.mintIsBase ? { mint: forSale, other: raised } : { mint: raised, other: forSale },
    constantProduct: true,
    bounds: [],
    quote: (side, amountIn) => trade(terms, side, amountIn),
  };
}

/** True when all is sold or raised: the program then waits for the migration and trades no more. */
export function isComplete({ realBase, totalBaseSell, realQuote, totalFundRaising }: CurveState): boolean {
  return realBase >= totalBaseSell || realQuote >= totalFundRaising;
}

function trade(terms: Terms, side: Side, amountIn: bigint): Quote | Refused {
  if (isComplete(terms.curve)) return refuse('completed', 'the curve has sold all');
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'what goes in');
  return (side === 'buy') === terms.curve.mintIsBase ? buyBase(terms, amountIn) : sellBase(terms, amountIn);
}

/** Quote for base (raydium-sdk-V2, `curve/curve.ts`, buyExactIn). A fee rounded up leaves the rest rounded down. */
function buyBase(terms: Terms, amountIn: bigint): Quote | Refused {
  const net = (amountIn * terms.kept) / RATE_ONE;
  const received = (net * terms.base) / (terms.quote + net);
  return received > terms.left ? buyRest(terms, amountIn) : bought(terms.curve, amountIn, net, received);
}

/**
 * For more than is left the program sells the rest and takes less than was offered; that is only a trade of exactly
 * `amountIn` where rounding makes the two the same.
 */
function buyRest({ curve, base, quote, left, kept }: Terms, amountIn: bigint): Quote | Refused {
  const net = ceilDiv(quote * left, base - left);
  return ceilDiv(net * RATE_ONE, kept) === amountIn
    ? bought(curve, amountIn, net, left)
    : refuse('insufficient_liquidity', 'more than is for sale');
}

/** `net` of what is spent reaches the curve. */
function bought(curve: CurveState, spent: bigint, net: bigint, received: bigint): Quote | Refused {
  if (received === 0n) return refuse('amount_too_small', 'nothing comes out');
  if (received > curve.baseVault) return refuse('insufficient_liquidity', 'more than the vault holds');
  if (curve.realQuote + net > U64_MAX) return refuse('overflow', 'what was raised');
  return {
    spent,
    received,
    fees() {
      return split(spent - net, curve.rates, 'input');
    },
    afterwards() {
      return marketOf({
        ...curve,
        realBase: curve.realBase + received,
        realQuote: curve.realQuote + net,
        baseVault: curve.baseVault - received,
        quoteVault: curve.quoteVault + net,
      });
    },
  };
}

/** Base for quote (`curve/curve.ts`, sellExactIn): the fee is taken from what comes out. */
function sellBase({ curve, base, quote, kept }: Terms, amountIn: bigint): Quote | Refused {
  if (amountIn > curve.realBase) return refuse('insufficient_liquidity', 'more than the curve has sold');
  const gross = (amountIn * quote) / (base + amountIn);
  const received = (gross * kept) / RATE_ONE;
  if (received === 0n) return refuse('amount_too_small', 'nothing comes out');
  if (gross > curve.realQuote) return refuse('insufficient_liquidity', 'more than was raised');
  if (gross > curve.quoteVault) return refuse('insufficient_liquidity', 'more than the vault holds');
  return {
    spent: amountIn,
    received,
    fees() {
      return split(gross - received, curve.rates, 'output');
    },
    afterwards() {
      return marketOf({
        ...curve,
        realBase: curve.realBase - amountIn,
        realQuote: curve.realQuote - gross,
        baseVault: curve.baseVault + amountIn,
        quoteVault: curve.quoteVault - gross,
      });
    },
  };
}

/** All rates together. */
export function totalFeeRate({ protocol, platform, creator }: LaunchLabFeeRates): bigint {
  return protocol + platform + creator;
}

/** The fee by who gets it (`curve/curve.ts`, splitFee). The platform's part and what rounding leaves count as protocol. */
function split(fee: bigint, rates: LaunchLabFeeRates, of: Fee['of']): readonly Fee[] {
  const total = totalFeeRate(rates);
  const creator = total === 0n ? 0n : (fee * rates.creator) / total;
  return [
    { share: 'protocol', of, amount: fee - creator },
    { share: 'creator', of, amount: creator },
  ];
}
