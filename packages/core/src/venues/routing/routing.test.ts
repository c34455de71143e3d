import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { atOnce } from '../../../test/support/at-once.ts';
import { plainHop } from '../../../test/support/plain-market.ts';
import type { Market, RefusalCode } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { bestTrade, type Routing } from './best.ts';
import type { Path } from './path.ts';
import { type RoundTrip, roundTrip } from './round-trip.ts';
import { bestSingle, largestSize } from './sizes.ts';
import { breakEvenBps, costBps, floorBps, tradeOf } from './trade.ts';

const SOL = 1_000_000_000n;
const MINT = addressOf(new Uint8Array(32).fill(201));
const STABLE = addressOf(new Uint8Array(32).fill(202));
const NO_TOLL = { fee: null, epoch: 0n };
const FREE = { signatureLamports: 0n, priorityMicroLamports: 0n, unitsPerSwap: 200_000n };
const NETWORK = { signatureLamports: 5_000n, priorityMicroLamports: 2_000n, unitsPerSwap: 200_000n };

const routingOf = (paths: readonly Path[], network = FREE): Routing => ({ paths, toll: NO_TOLL, network });

function made(path: Path, size: bigint, toll = NO_TOLL as Routing['toll']): RoundTrip {
  const trip = roundTrip(path, size, toll);
  if (isRefused(trip)) throw new Error(trip.detail);
  return trip;
}

const reserves = fc.record({
  tokens: fc.bigInt(10n ** 9n, 10n ** 16n),
  others: fc.bigInt(SOL, 10n ** 6n * SOL),
  lp: fc.bigInt(0n, 50_000n),
  creator: fc.bigInt(0n, 20_000n),
});
const size = fc.bigInt(SOL / 1_000n, 1_000n * SOL);

describe('a round trip', () => {
  it('is made of parts that add up to what is gone, none of them negative', () => {
    fc.assert(
      fc.property(reserves, size, (spec, lamports) => {
        const trip = roundTrip({ hops: [plainHop(1, spec, MINT)] }, lamports, NO_TOLL);
        if (isRefused(trip)) return;
        const parts = Object.values(trip.parts());
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(lamports - trip.back);
        expect(parts.every((part) => part >= 0n)).toBe(true);
        expect(trip.back).toBeLessThanOrEqual(lamports);
      }),
    );
  });

  it('counts the impact of both legs, and of none where the sale follows at once', () => {
    const path = { hops: [plainHop(1, { tokens: 10n ** 12n, others: 100n * SOL }, MINT)] };
    const trip = made(path, 10n * SOL);
    // 10 of 110: the purchase gets 1/11 of the tokens, and their sale at the old price 1/12 of the lamports.
    expect(trip.tokens).toBe(10n ** 12n / 11n);
    expect(trip.back).toBe((trip.tokens * 100n * SOL) / (10n ** 12n + trip.tokens));
    expect(trip.parts().priceImpact).toBe(10n * SOL - trip.back);
    expect(10n * SOL - (trip.backAtOnce() ?? 0n)).toBeLessThanOrEqual(1n);
  });

  it('takes what the mint takes of its transfers on both legs', () => {
    const path = { hops: [plainHop(1, { tokens: 10n ** 15n, others: 10n ** 6n * SOL }, MINT)] };
    const term = { epoch: 0n, maximum: 10n ** 18n, basisPoints: 500n };
    const toll = { fee: { older: term, newer: { ...term, epoch: 900n }, mutable: false }, epoch: 1n };
    const trip = made(path, SOL, toll);
    const bought = made(path, SOL).tokens;
    expect(trip.tokens).toBe(bought - (bought * 500n + 9_999n) / 10_000n);
    expect(Number(trip.parts().transferFees) / Number(SOL)).toBeCloseTo(0.0975, 3);
  });

  it('goes through a stable coin in the order of travel, and back in the other', () => {
    const hub = plainHop(1, { tokens: 10n ** 15n, others: 10n ** 6n * SOL, lp: 1_000n }, STABLE);
    const last = plainHop(2, { tokens: 10n ** 14n, others: 10n ** 12n, creator: 3_000n }, MINT, STABLE);
    const trip = made({ hops: [hub, last] }, SOL);
    expect(trip.legs.buy.swaps.map(({ hop }) => hop)).toEqual([hub, last]);
    expect(trip.legs.sell.swaps.map(({ hop }) => hop)).toEqual([last, hub]);
    // A thousandth and three thousandths of about a SOL, each way.
    expect(Number(trip.parts().lpFees) / 1e6).toBeCloseTo(2, 0);
    expect(Number(trip.parts().creatorFees) / 1e6).toBeCloseTo(6, 0);
  });

  it('is refused where the mint keeps all that would arrive, and names the fee where it is one of everything', () => {
    const path = { hops: [plainHop(1, { tokens: 10n ** 15n, others: 10n ** 6n * SOL }, MINT)] };
    const tollOf = (basisPoints: bigint, maximum = 10n ** 18n) => {
      const term = { epoch: 0n, maximum, basisPoints };
      return { fee: { older: term, newer: { ...term, epoch: 900n }, mutable: false }, epoch: 1n };
    };
    expect(roundTrip(path, SOL, tollOf(10_000n))).toMatchObject({ refused: 'fee_takes_all', side: 'buy' });
    expect(isRefused(roundTrip(path, SOL, tollOf(9_999n)))).toBe(false);
    expect(made(path, SOL, tollOf(10_000n, 5n)).tokens).toBe(made(path, SOL).tokens - 5n);
    // One atomic unit arrives, and the fee is rounded up.
    const coarse = { hops: [plainHop(1, { tokens: 100n, others: 99n * SOL }, MINT)] };
    expect(roundTrip(coarse, SOL, tollOf(100n))).toMatchObject({ refused: 'amount_too_small', side: 'buy' });
  });

  it('says which leg is refused, and by which pool', () => {
    const hop = plainHop(1, { tokens: 10n ** 12n, others: 100n * SOL, refuses: 'sell' }, MINT);
    expect(roundTrip({ hops: [hop] }, SOL, NO_TOLL)).toMatchObject({
      refused: 'disabled',
      side: 'sell',
      pool: { address: hop.pool.address },
    });
  });
});

describe('a trade', () => {
  it('pays for two transactions, and for the compute of each swap in them', () => {
    const path = { hops: [plainHop(1, { tokens: 10n ** 15n, others: 10n ** 6n * SOL }, MINT)] };
    const trade = tradeOf([made(path, SOL)], NETWORK);
    expect(trade.network).toEqual({ base: 10_000n, priority: 800n });
    expect(trade.cost).toBe(SOL - trade.back + 10_800n);
    expect(tradeOf([made(path, SOL), made(path, SOL)], NETWORK).network).toEqual({ base: 10_000n, priority: 1_600n });
  });

  it('is rounded against the trader', () => {
    expect(costBps({ cost: 1n, size: SOL })).toBe(1n);
    expect(costBps({ cost: 0n, size: SOL })).toBe(0n);
    expect(costBps({ cost: -5n, size: SOL })).toBe(0n);
    expect(breakEvenBps({ cost: SOL / 2n, size: SOL })).toBe(10_000n);
    expect(breakEvenBps({ cost: SOL, size: SOL })).toBeNull();
  });

  it('costs less at once than after the price has come back', () => {
    const path = { hops: [plainHop(1, { tokens: 10n ** 12n, others: 100n * SOL, lp: 2_500n }, MINT)] };
    const trade = tradeOf([made(path, 5n * SOL)], FREE);
    expect(floorBps(trade)).toBeLessThan(costBps(trade));
  });
});

describe('the best trade', () => {
  it('never costs more than the best single path, and its parts are the whole size', () => {
    fc.assert(
      fc.property(fc.array(reserves, { minLength: 1, maxLength: 4 }), size, (specs, lamports) => {
        const paths = specs.map((spec, index) => ({ hops: [plainHop(index + 1, spec, MINT)] }));
        const routing = routingOf(paths, NETWORK);
        const { trade } = atOnce(bestTrade(routing, lamports));
        const single = bestSingle(routing, lamports);
        if (trade === null || single === null) return;
        expect(trade.cost).toBeLessThanOrEqual(single.cost);
        expect(trade.trips.reduce((sum, trip) => sum + trip.size, 0n)).toBe(lamports);
      }),
      { numRuns: 60 },
    );
  });

  it('is split in halves over two equal pools', () => {
    const spec = { tokens: 10n ** 12n, others: 100n * SOL };
    const paths = [1, 2].map((n) => ({ hops: [plainHop(n, spec, MINT)] }));
    const { trade } = atOnce(bestTrade(routingOf(paths), 10n * SOL));
    expect(trade?.trips.map((trip) => trip.size)).toEqual([5n * SOL, 5n * SOL]);
  });

  it('is split with the partner that costs least, however many dearer ones are listed before it', () => {
    const shallow = [1, 2, 3, 4].map((n) => ({ hops: [plainHop(n, { tokens: 10n ** 12n, others: 30n * SOL }, MINT)] }));
    const deep = [5, 6].map((n) => ({ hops: [plainHop(n, { tokens: 10n ** 12n, others: 100n * SOL }, MINT)] }));
    const { trade } = atOnce(bestTrade(routingOf([...shallow, ...deep]), 10n * SOL));
    expect(trade?.trips.map(({ path }) => path)).toEqual(deep);
  });

  it('is split with the path that is cheapest for the whole size, also where others are cheaper for half of it', () => {
    // A fee of 2 % each way is more than the impact of 5 SOL on 400, which is 2.5 %, and less than that of 10 SOL, which is 5 %.
    const hub = plainHop(1, { tokens: 10n ** 18n, others: 10n ** 9n * SOL }, STABLE);
    const last = (n: number) => plainHop(n, { tokens: 10n ** 12n, others: 4n * 10n ** 11n }, MINT, STABLE);
    const shared = [2, 3, 4, 5].map((n) => ({ hops: [hub, last(n)] }));
    const whole = { hops: [plainHop(6, { tokens: 10n ** 12n, others: 10n ** 6n * SOL, lp: 20_000n }, MINT)] };
    const routing = routingOf([...shared, whole]);
    expect(bestSingle(routing, 10n * SOL)?.trips.map(({ path }) => path)).toEqual([whole]);
    expect(bestSingle(routing, 5n * SOL)?.trips.map(({ path }) => path)).toEqual([shared[0]]);
    const { trade } = atOnce(bestTrade(routing, 10n * SOL));
    expect(trade?.trips.map(({ path }) => path)).toEqual([whole, shared[0]]);
  });

  it('is not split over paths that share a pool', () => {
    const hub = plainHop(1, { tokens: 10n ** 15n, others: 1_000n * SOL }, STABLE);
    const last = (n: number) => plainHop(n, { tokens: 10n ** 12n, others: 10n ** 12n }, MINT, STABLE);
    const paths = [2, 3].map((n) => ({ hops: [hub, last(n)] }));
    expect(atOnce(bestTrade(routingOf(paths), 10n * SOL)).trade?.trips).toHaveLength(1);
  });

  it('uses no pool that can be bought from and not sold to', () => {
    const trap = { hops: [plainHop(1, { tokens: 10n ** 15n, others: 10n ** 6n * SOL, refuses: 'sell' }, MINT)] };
    const fair = { hops: [plainHop(2, { tokens: 10n ** 12n, others: 100n * SOL }, MINT)] };
    const { trade, tried } = atOnce(bestTrade(routingOf([trap, fair]), SOL));
    expect(trade?.trips.map(({ path }) => path)).toEqual([fair]);
    expect(tried[0]?.outcome).toMatchObject({ refused: 'disabled', side: 'sell' });
    expect(atOnce(bestTrade(routingOf([trap]), SOL)).trade).toBeNull();
  });
});

describe('the largest size of a bound', () => {
  it('stays within it, and a hundredth more does not', () => {
    fc.assert(
      fc.property(reserves, fc.constantFrom(300n, 1_000n, 3_500n), (drawn, bps) => {
        // Coarse tokens make the cost jump by more than a hundredth of the size changes it.
        const spec = { ...drawn, tokens: drawn.tokens * 10n ** 6n };
        const routing = routingOf([{ hops: [plainHop(1, spec, MINT)] }], NETWORK);
        const bounds = { min: SOL / 10_000n, max: 10_000n * SOL };
        const { lamports: largest } = atOnce(largestSize(routing, bps, bounds));
        if (largest === null) return;
        const at = bestSingle(routing, largest);
        expect(at && costBps(at)).toBeLessThanOrEqual(bps);
        if (largest === bounds.max || largest === bounds.min) return;
        const more = bestSingle(routing, (largest * 101n) / 100n);
        expect(more === null || costBps(more) > bps).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('is none where even the network costs more', () => {
    const routing = routingOf([{ hops: [plainHop(1, { tokens: 10n ** 15n, others: SOL, lp: 400_000n }, MINT)] }]);
    expect(atOnce(largestSize(routing, 300n, { min: SOL / 10_000n, max: SOL })).lamports).toBeNull();
  });

  it('is that of the pool which carries most, also where a shallower one is listed before it', () => {
    const pool = (n: number, others: bigint) => ({ hops: [plainHop(n, { tokens: 10n ** 15n, others }, MINT)] });
    // 5 % are the impact of 1/39 of the reserves: 10.2 and 15.4 SOL, both more than the 9.77 at which halving 10,000 stops.
    const [shallow, deep] = [pool(1, 400n * SOL), pool(2, 600n * SOL)];
    const largest = (...paths: readonly Path[]) =>
      atOnce(largestSize(routingOf(paths), 500n, { min: SOL, max: 10_000n * SOL })).lamports;
    expect(largest(shallow)).toBeGreaterThan((10_000n * SOL) / 1_024n);
    expect(largest(shallow)).toBeLessThan(largest(deep) ?? 0n);
    expect(largest(shallow, deep)).toBe(largest(deep));
  });

  it('says where reading ended before the cost passed the bound', () => {
    const [limit, range] = [3n * SOL, { min: SOL / 10_000n, max: 10_000n * SOL }];
    const deep = plainHop(1, { tokens: 10n ** 15n, others: 10n ** 6n * SOL }, MINT);
    const cut = (code: RefusalCode, { pool, market } = deep): Path => {
      const quote: Market['quote'] = (side, amount) =>
        side === 'buy' && amount > limit ? refuse(code, 'further away') : market.quote(side, amount);
      return { hops: [{ pool, market: { ...market, quote } }] };
    };
    const largest = (...paths: readonly Path[]) => atOnce(largestSize(routingOf(paths), 300n, range));
    const ended = largest(cut('not_read'));
    expect(ended.endsUnread).toBe(true);
    expect(Number(ended.lamports) / Number(limit)).toBeCloseTo(1, 2);
    expect(largest(cut('insufficient_liquidity'))).toEqual({ ...ended, endsUnread: false });
    // Another pool carries more, and the first one might have carried more still.
    const other = { hops: [plainHop(2, { tokens: 10n ** 12n, others: 1_000n * SOL }, MINT)] };
    expect(largest(cut('not_read'), other).endsUnread).toBe(true);
    // One that is dear already before reading ends says nothing about larger sizes.
    const dear = plainHop(3, { tokens: 10n ** 12n, others: 10n * SOL }, MINT);
    expect(largest(cut('not_read', dear), other).endsUnread).toBe(false);
  });
});
