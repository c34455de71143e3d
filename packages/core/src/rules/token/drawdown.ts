import { ifKnown } from '#lib/reading.ts';
import type { MarketPrice, PoolPrices, TokenEvidence, TradeFacts } from './evidence.ts';
import { isYoungMarket } from './market-age.ts';
import { bpsOf } from './shares.ts';

/** The loss that counts as a collapse, in basis points: 90 percent, as with the earlier tokens of a developer. Own choice. */
export const COLLAPSED_BPS = 9_000;

/** Two moments so far apart show a price that stood for longer than somebody would pay for: others sell into it. Own choice. */
const PROVEN_SECONDS = 300;

/** The lowest price of so long counts as the present one, so that a purchase before a check changes little. Own choice. */
const PRESENT_SECONDS = 86_400;

/** How far the price fell from the best proven one, in basis points. Prices in lamports for 10^12 atomic units. */
export interface Drawdown {
  readonly bps: number;
  readonly best: MarketPrice;
  readonly present: bigint;
  /** Since when prices are known, in Unix seconds. */
  readonly since: number;
}

/**
 * The largest fall of a pool from its best price to the lowest one of the last day after it; null if no price is proven. Two moments prove
 * a price: a trader who buys and sells at once, to make a price look high, would have to leave it there. A pool is compared only with
 * itself, because anybody may open one at any price.
 */
export function drawdownOf({
  asOf,
  market,
  trades,
}: Pick<TokenEvidence, 'asOf' | 'market' | 'trades'>): Drawdown | null {
  const now = ifKnown(asOf)?.time ?? null;
  const facts = ifKnown(trades);
  if (now === null || facts === null) return null;
  const proven = ifKnown(market);
  const of = [facts, ...(facts.beside ?? [])];
  const at = of.find(({ pool }) => pool === proven?.pool) ?? facts;
  const falls = of.flatMap((one) => {
    const prices = one === at ? [...(proven?.prices ?? []), ...one.prices] : one.prices;
    return fallOf({ ...one, prices }, now) ?? [];
  });
  return falls.reduce<Drawdown | null>((most, one) => (most === null || one.bps > most.bps ? one : most), null);
}

function fallOf({ prices, lamportsPerTrillion }: PoolPrices, now: number): Drawdown | null {
  const current = { time: now, lamportsPerTrillion };
  const best = provenPrice(prices, (a, b) => (a.lamportsPerTrillion > b.lamportsPerTrillion ? -1 : 1));
  if (best === null || best.lamportsPerTrillion === 0n) return null;
  const later = [...prices, current].filter(({ time }) => time >= best.time && time >= now - PRESENT_SECONDS);
  const low = provenPrice(later, (a, b) => (a.lamportsPerTrillion < b.lamportsPerTrillion ? -1 : 1));
  const isLower = low !== null && low.lamportsPerTrillion < current.lamportsPerTrillion;
  const present = isLower ? low.lamportsPerTrillion : current.lamportsPerTrillion;
  const bps = bpsOf(best.lamportsPerTrillion - present, best.lamportsPerTrillion);
  return { bps, best, present, since: Math.min(...prices.map(({ time }) => time)) };
}

/** A list is cut at so many entries. From this share of failed ones on, the successes before them are out of reach. Own choice. */
const FULL_LIST = 1_000;
const FAILED_PERCENT = 90;
/** So many proven moments of a market show how its price went, and so many trades who makes it. Own choice. */
const PROVEN_MOMENTS = 6;
const TRADES_MIN = 8;

/**
 * Whether noise hides the trades: most transactions that were read leave the pool alone, or failed ones fill the list, and unread ones may
 * have moved it. Not if the market is proven through the noise, as the proof shows its prices; a young market needs known trades as well.
 */
export function isCrowded({ seen, whole }: TradeFacts, evidence: TokenEvidence): boolean {
  const { listed, failed, read, idle } = seen;
  const isFilled = listed >= FULL_LIST && failed * 100 >= listed * FAILED_PERCENT;
  const isNoise = !whole && (isFilled || (listed > failed + read && idle * 2 > read));
  const market = ifKnown(evidence.market);
  const isProven = market !== null && market.prices.length >= (market.exact ? 1 : PROVEN_MOMENTS);
  return isNoise && !(isProven && (!isYoungMarket(evidence) || read - idle >= TRADES_MIN));
}

/** The first price in this order that another moment reaches as well, five minutes or more apart; the time is the later one of both. */
function provenPrice(
  prices: readonly MarketPrice[],
  order: (a: MarketPrice, b: MarketPrice) => number,
): MarketPrice | null {
  const ordered = [...prices].sort(order);
  for (const [at, price] of ordered.entries()) {
    const other = ordered.slice(0, at).find(({ time }) => Math.abs(time - price.time) >= PROVEN_SECONDS);
    if (other) return { ...price, time: Math.max(price.time, other.time) };
  }
  return null;
}
