import { ceilDiv, least, U64_MAX } from '../arithmetic.ts';
import type { Fee, Market, Quote, Refused, Side } from '../model.ts';
import { refuse } from '../refusal.ts';

/** Fee rates in parts of a million of the quote token. */
export interface Rates {
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
  readonly rates: Rates;
  /** True when the mint that was asked about is the one that the curve sells. */
  readonly mintIsBase: boolean;
}

/** Parts in which rates stand. */
export const RATE_ONE = 1_000_000n;

/** The market of a curve. `virtualBase` more than `realBase`. */
export function marketOf(curve: CurveState): Market {
  const [base, quote] = [curve.virtualBase - curve.realBase, curve.virtualQuote + curve.realQuote];
  const forSale = least(curve.totalBaseSell - curve.realBase, curve.baseVault);
  const raised = least(curve.realQuote, curve.quoteVault);
  return {
    price: curve.mintIsBase ? { numerator: quote, denominator: base } : { numerator: base, denominator: quote },
    depth: curve.mintIsBase ? { mint: forSale, other: raised } : { mint: raised, other: forSale },
    bounds: [],
    quote: (side, amountIn) => trade(curve, side, amountIn),
  };
}

/** True when all is sold or raised: the program then waits for the migration and trades no more. */
export function isComplete({ realBase, totalBaseSell, realQuote, totalFundRaising }: CurveState): boolean {
  return realBase >= totalBaseSell || realQuote >= totalFundRaising;
}

function trade(curve: CurveState, side: Side, amountIn: bigint): Quote | Refused {
  if (isComplete(curve)) return refuse('completed', 'the curve has sold all');
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'what goes in');
  return (side === 'buy') === curve.mintIsBase ? buyBase(curve, amountIn) : sellBase(curve, amountIn);
}

/** Quote for base (raydium-sdk-V2, `curve/curve.ts`, buyExactIn). */
function buyBase(curve: CurveState, amountIn: bigint): Quote | Refused {
  const { received, net } = bought(curve, amountIn);
  const fee = amountIn - net;
  if (received === 0n) return refuse('amount_too_small', 'nothing comes out');
  if (received > curve.totalBaseSell - curve.realBase) return refuse('insufficient_liquidity', 'more than is for sale');
  if (received > curve.baseVault) return refuse('insufficient_liquidity', 'more than the vault holds');
  if (curve.realQuote + net > U64_MAX) return refuse('overflow', 'what was raised');
  const after = marketOf({
    ...curve,
    realBase: curve.realBase + received,
    realQuote: curve.realQuote + net,
    baseVault: curve.baseVault - received,
    quoteVault: curve.quoteVault + net,
  });
  return { spent: amountIn, received, fees: split(fee, curve.rates, 'input'), after };
}

/**
 * What the curve gives for an input, and what of it reaches the curve. For more than is left the program sells the rest
 * and takes less than was offered; that is only a trade of exactly `amountIn` where rounding makes the two the same.
 */
function bought(curve: CurveState, amountIn: bigint): { readonly received: bigint; readonly net: bigint } {
  const [base, quote] = [curve.virtualBase - curve.realBase, curve.virtualQuote + curve.realQuote];
  const net = amountIn - feeOf(amountIn, curve.rates);
  const received = (net * base) / (quote + net);
  const left = curve.totalBaseSell - curve.realBase;
  if (received <= left) return { received, net };
  const needed = ceilDiv(quote * left, base - left);
  const taken = ceilDiv(needed * RATE_ONE, RATE_ONE - totalOf(curve.rates));
  return taken === amountIn ? { received: left, net: needed } : { received, net };
}

/** Base for quote (`curve/curve.ts`, sellExactIn): the fee is taken from what comes out. */
function sellBase(curve: CurveState, amountIn: bigint): Quote | Refused {
  if (amountIn > curve.realBase) return refuse('insufficient_liquidity', 'more than the curve has sold');
  const gross = (amountIn * (curve.virtualQuote + curve.realQuote)) / (curve.virtualBase - curve.realBase + amountIn);
  const fee = feeOf(gross, curve.rates);
  if (gross <= fee) return refuse('amount_too_small', 'nothing comes out');
  if (gross > curve.realQuote) return refuse('insufficient_liquidity', 'more than was raised');
  if (gross > curve.quoteVault) return refuse('insufficient_liquidity', 'more than the vault holds');
  const after = marketOf({
    ...curve,
    realBase: curve.realBase - amountIn,
    realQuote: curve.realQuote - gross,
    baseVault: curve.baseVault + amountIn,
    quoteVault: curve.quoteVault - gross,
  });
  return { spent: amountIn, received: gross - fee, fees: split(fee, curve.rates, 'output'), after };
}

function feeOf(amount: bigint, rates: Rates): bigint {
  return ceilDiv(amount * totalOf(rates), RATE_ONE);
}

/** All rates together. */
export function totalOf({ protocol, platform, creator }: Rates): bigint {
  return protocol + platform + creator;
}

/** The fee by who gets it (`curve/curve.ts`, splitFee). The platform's part and what rounding leaves count as protocol. */
function split(fee: bigint, rates: Rates, of: Fee['of']): readonly Fee[] {
  const total = totalOf(rates);
  const creator = total === 0n ? 0n : (fee * rates.creator) / total;
  return [
    { share: 'protocol', of, amount: fee - creator },
    { share: 'creator', of, amount: creator },
  ];
}
