import { inByteOrder } from 'assay-core/solana/address.ts';
import { amount0, amount1 } from 'assay-core/venues/concentrated/step.ts';
import { oracleAddress, tickArrayAddress } from 'assay-core/venues/orca-whirlpool/addresses.ts';
import { orcaWhirlpool } from 'assay-core/venues/orca-whirlpool/index.ts';
import { arrayStartOf } from 'assay-core/venues/orca-whirlpool/sequence.ts';
import { ARRAY_TICKS, type WhirlpoolTick } from 'assay-core/venues/orca-whirlpool/tick-array.ts';
import { sqrtPriceAt, tickAt } from 'assay-core/venues/orca-whirlpool/tick-math.ts';
import { dynamicTickArray, fixedTickArray, fullRange, whirlpool } from '#pools/orca-whirlpool.ts';
import { whirlpoolSeeds, whirlpoolSwap } from '#program/venues/concentrated.ts';
import { genesis } from './accounts.ts';
import { type Coin, coinTokens } from './coin.ts';
import { dataAt, type QuotedOrder, type SamplePool, sideOf } from './pool.ts';
import { orcaFee } from './settings.ts';
import { addU64, copied, feeTotals, putU128, quotedSwap, sqrtPriceAfter } from './trades.ts';

/** Offsets in `Whirlpool`; owed amounts are of token A, token B follows. */
const AT = { sqrtPrice: 65, tick: 81, owed: 85 } as const;

/** A pool of Orca at the static tier of a tick spacing. */
export function openWhirlpool(coins: readonly [Coin, Coin], tickSpacing: number, ranges: Ranges): SamplePool {
  const [coin, other] = coins;
  const { coinIsZero, sqrtPrice, positions } = layRanges(coins, ranges, tickSpacing, tickAt);
  const liquidity = positions.reduce((sum, position) => sum + position.liquidity, 0n);
  const pool = whirlpool({
    mints: [coin.mint, other.mint],
    tickSpacing,
    sqrtPrice,
    liquidity,
    feeRate: orcaFee(tickSpacing),
  });
  const { address, data } = pool;
  const held = holdings(positions, sqrtPrice);
  const [ofA, ofB] = coinIsZero ? [coin, other] : [other, coin];
  const sides = [sideOf(ofA, pool.vaults[0]), sideOf(ofB, pool.vaults[1])] as const;
  const described = {
    address,
    sides,
    oracle: oracleAddress(address),
    seeds: whirlpoolSeeds(address, data, pool.mints),
  };
  return {
    venue: orcaWhirlpool,
    address,
    coin,
    other,
    isNative: false,
    pooled: held[coinIsZero ? 0 : 1],
    accounts: [
      genesis(pool),
      ...tickArrays(address, positions, tickSpacing).map((one) => genesis(one)),
      coinTokens(ofA, address, held[0], pool.vaults[0]),
      coinTokens(ofB, address, held[1], pool.vaults[1]),
    ],
    swap(order, readAccount) {
      const before = dataAt(readAccount, address);
      const sellsA = (order.side === 'sell') === coinIsZero;
      const start = arrayStartOf(Buffer.from(before).readInt32LE(AT.tick), tickSpacing);
      const width = (sellsA ? -1 : 1) * ARRAY_TICKS * tickSpacing;
      const arrays = [0, 1, 2].map((step) => tickArrayAddress(address, start + step * width));
      const changes = [{ account: address, before, after: afterwards(before, order, coinIsZero, positions) }];
      return whirlpoolSwap({ ...described, arrays }, sellsA ? 0 : 1, quotedSwap(order, coins, changes));
    },
  };
}

/** The pool's data after a swap that stays between two ticks. */
function afterwards(
  before: Uint8Array,
  { side, quote }: QuotedOrder,
  coinIsZero: boolean,
  positions: readonly PositionRange[],
): Uint8Array {
  const data = copied(before);
  const sqrtPrice = sqrtPriceAfter(quote, coinIsZero);
  putU128(data, AT.sqrtPrice, sqrtPrice);
  data.writeInt32LE(tickWithin(positions, tickAt(sqrtPrice)), AT.tick);
  addU64(data, AT.owed + ((side === 'sell') === coinIsZero ? 0 : 8), feeTotals(quote).protocol);
  return data;
}

/** The arrays that hold the ends of positions, in the older and in the newer form by turns. */
function tickArrays(pool: SamplePool['address'], positions: readonly PositionRange[], tickSpacing: number) {
  const net = new Map<number, bigint>();
  for (const { lower, upper, liquidity } of positions) {
    net.set(lower, (net.get(lower) ?? 0n) + liquidity);
    net.set(upper, (net.get(upper) ?? 0n) - liquidity);
  }
  const arrays = new Map<number, WhirlpoolTick[]>();
  for (const [index, amount] of [...net].sort(([a], [b]) => a - b)) {
    const start = arrayStartOf(index, tickSpacing);
    arrays.set(start, [...(arrays.get(start) ?? []), { index, net: amount }]);
  }
  return [...arrays].map(([start, ticks], place) =>
    (place % 2 === 0 ? fixedTickArray : dynamicTickArray)({ pool, start, tickSpacing, ticks }),
  );
}

/** The worth of positions at the price, in tokens A and B, rounded up. */
function holdings(positions: readonly PositionRange[], sqrtPrice: bigint): readonly [bigint, bigint] {
  return positions.reduce<readonly [bigint, bigint]>(
    ([a, b], { lower, upper, liquidity }) => [
      a + amount0(sqrtPrice, sqrtPriceAt(upper), liquidity, true),
      b + amount1(sqrtPriceAt(lower), sqrtPrice, liquidity, true),
    ],
    [0n, 0n],
  );
}

/**
 * Liquidity in ranges around a price. `coins` and `others` make the price and the liquidity of all ranges together, as if
 * it lay over all prices; each range holds its share in percent, as many ticks to each side of the price.
 */
export interface Ranges {
  readonly coins: bigint;
  readonly others: bigint;
  readonly shares: readonly { readonly percent: bigint; readonly ticks: number }[];
}

/** A position between two ticks. */
export interface PositionRange {
  readonly lower: number;
  readonly upper: number;
  readonly liquidity: bigint;
}

/** The state of a pool of concentrated liquidity: its square-root price (Q64.64) and positions on the tick spacing. */
interface RangeState {
  readonly coinIsZero: boolean;
  readonly sqrtPrice: bigint;
  readonly positions: readonly PositionRange[];
}

/** Lays ranges around the price; `tickAt` is the venue's own. */
export function layRanges(
  [coin, other]: readonly [Coin, Coin],
  { coins, others, shares }: Ranges,
  tickSpacing: number,
  tickAt: (sqrtPrice: bigint) => number,
): RangeState {
  const coinIsZero = inByteOrder(coin.mint, other.mint)[0] === coin.mint;
  const { liquidity, sqrtPrice } = fullRange(coinIsZero ? [coins, others] : [others, coins]);
  const onSpacing = (tick: number) => Math.round(tick / tickSpacing) * tickSpacing;
  const centre = tickAt(sqrtPrice);
  const positions = shares.map(({ percent, ticks }) => ({
    lower: onSpacing(centre - ticks),
    upper: onSpacing(centre + ticks),
    liquidity: (liquidity * percent) / 100n,
  }));
  return { coinIsZero, sqrtPrice, positions };
}

/** The tick, which must lie in every position: beyond an end a swap changes liquidity, which sample trades do not write. */
export function tickWithin(positions: readonly PositionRange[], tick: number): number {
  if (positions.some(({ lower, upper }) => tick < lower || tick >= upper))
    throw new Error(`tick ${tick} leaves a range`);
  return tick;
}
