import { type DammV2Parameters, dammV2Pool } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { U64_MAX } from '../arithmetic.ts';
import type { DynamicFee } from '../meteora-fees/volatility.ts';
import type { Market, Quote, Refused, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { marketOf } from './index.ts';
import type { CollectMode, PoolFees } from './layout.ts';
import { rangeReserves } from './movement.ts';
import { type DammV2State, directionOf, feesOf, stateAfter, swap } from './quote.ts';

const POOL = addressOf(new Uint8Array(32).fill(7));
const DYNAMIC: DynamicFee = {
  maxAccumulator: 14_460_000n,
  control: 2_000_000n,
  binStep: 1n,
  binStepQ64: 1_844_674_407_370_955n,
  filterPeriod: 10n,
  decayPeriod: 120n,
  reduction: 5_000n,
};

function stateOf(given: Partial<DammV2Parameters> = {}, fees: Partial<PoolFees> = {}): DammV2State {
  const made = dammV2Pool({ address: POOL, ...given });
  const pool = { ...made, fees: { ...made.fees, ...fees } };
  if (!pool.reserves) throw new Error('no reserves');
  const vaults = { a: pool.reserves.a + 10n ** 6n, b: pool.reserves.b + 10n ** 6n };
  return { pool, reserves: pool.reserves, vaults, point: 1_000n, now: 1_000n };
}

function taken(market: Market, side: Side, amount: bigint): Quote {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

const received = (quote: Quote | Refused) => (isRefused(quote) ? 0n : quote.received);
const cliff = (rate: bigint): Partial<PoolFees> => ({
  base: { kind: 'time', cliff: rate, periods: 0n, reduction: 0n, frequency: 0n, exponential: false },
});
const MODES: readonly CollectMode[] = [0, 1, 2];

describe('a sequence of swaps with a dynamic fee', () => {
  /** Seconds, A in, amount; then received, kept by the liquidity, protocol fee, accumulator and root of the price after it. */
  const TRADES = [
    [1_000n, false, 10_000_000_000n],
    [1_005n, false, 10_000_000_000n],
    [1_050n, true, 5_000_000_000n],
    [1_055n, true, 1_000n],
    [1_300n, true, 10_000_000_000n],
    [1_301n, false, 2_000_000_000n],
  ] as const;
  const GOLDEN: Record<CollectMode, readonly (readonly [bigint, bigint, bigint, bigint, bigint])[]> = {
    0: [
      [9876237623n, 19801981n, 4950495n, 2000000n, 18631211514446647132n],
      [8906037662n, 640652301n, 160163075n, 4000000n, 18815678955183742648n],
      [3506471992n, 1335305940n, 333826485n, 3020000n, 18720205905067896377n],
      [838n, 153n, 38n, 3020000n, 18720205886070174754n],
      [8310043823n, 1508142476n, 377035619n, 2020000n, 18532137236561570637n],
      [1811335770n, 133070563n, 33267640n, 1620000n, 18569030724708989740n],
    ],
    1: [
      [9876482091n, 20000000n, 5000000n, 1980000n, 18630750345844804393n],
      [8929013288n, 647264000n, 161816000n, 3820000n, 18800292894886742985n],
      [3646220224n, 1216755717n, 304188929n, 2910000n, 18704975526929340853n],
      [851n, 142n, 35n, 2910000n, 18704975507962518974n],
      [8429386986n, 1399468501n, 349867125n, 2020000n, 18517211216928602007n],
      [1814557611n, 134572800n, 33643200n, 1660000n, 18551001667574917984n],
    ],
    2: [
      [9876482091n, 20000000n, 5000000n, 1980000n, 18630842579335541780n],
      [8928925678n, 647264000n, 161816000n, 3860000n, 18803369015672315445n],
      [3615656068n, 1242559884n, 310639971n, 2870000n, 18713764541324482422n],
      [856n, 139n, 34n, 2870000n, 18713764522986338463n],
      [8484421039n, 1363095440n, 340773860n, 1940000n, 18532194172737948984n],
      [1824139684n, 124435200n, 31108800n, 1580000n, 18566764252765335312n],
    ],
  };

  it.each(MODES)('collect mode %i: each output, fee and memory is what a model of the program gives', (collectMode) => {
    let state = stateOf({ collectMode }, { dynamic: DYNAMIC, ...cliff(2_500_000n) });
    const rows = TRADES.map(([now, aIn, amount]) => {
      const direction = directionOf({ ...state, now }, aIn);
      const result = swap(direction, amount);
      if (isRefused(result)) throw new Error(result.detail);
      state = stateAfter(direction, result);
      const { volatility, sqrtPrice } = state.pool;
      const fees = feesOf(direction, result).map((fee) => fee.amount);
      return [result.received, ...fees, volatility.accumulator, sqrtPrice];
    });
    expect(rows).toEqual(GOLDEN[collectMode]);
  });
});

describe('every pool of Meteora DAMM v2', () => {
  const MARKETS = MODES.flatMap((collectMode) => [
    marketOf(stateOf({ collectMode }), true),
    marketOf(stateOf({ collectMode }, { dynamic: DYNAMIC, ...cliff(100_000n) }), false),
  ]);

  it('says what one sells for the other before fees', () => {
    for (const { price } of MARKETS) expect(price.numerator).toBe(price.denominator);
    const priced = stateOf({ sqrtPrice: 2n << 64n });
    expect(marketOf(priced, true).price).toEqual({ numerator: 4n << 128n, denominator: 1n << 128n });
    expect(marketOf(priced, false).price).toEqual({ numerator: 1n << 128n, denominator: 4n << 128n });
  });

  it('splits the whole fee between liquidity and protocol', () => {
    for (const market of MARKETS) {
      for (const side of ['buy', 'sell'] as const) {
        const quote = taken(market, side, 10n ** 9n);
        expect(quote.fees().map(({ share }) => share)).toEqual(['lp', 'protocol']);
        expect(quote.received).toBeGreaterThan(0n);
        expect(market.bounds).toEqual([]);
      }
    }
  });

  it.each(['buy', 'sell'] as const)('never gives less for more, nor more than it holds: %s', (side) => {
    for (const market of MARKETS) {
      const amounts = Array.from({ length: 28 }, (_, i) => 3n ** BigInt(i));
      const given = amounts.map((amount) => market.quote(side, amount)).filter((quote) => !isRefused(quote));
      const outputs = given.map(received);
      expect(outputs.length).toBeGreaterThan(10);
      expect(outputs).toEqual(outputs.toSorted((x, y) => Number(x - y)));
      expect(outputs.at(-1)).toBeLessThanOrEqual(side === 'buy' ? market.depth.mint : market.depth.other);
    }
  });

  it('never lets a round trip win', () => {
    for (const market of MARKETS) {
      for (let amount = 100n; amount < 10n ** 12n; amount *= 7n) {
        const bought = taken(market, 'buy', amount);
        expect(received(bought.afterwards().quote('sell', bought.received))).toBeLessThan(amount);
        const sold = taken(market, 'sell', amount);
        expect(received(sold.afterwards().quote('buy', sold.received))).toBeLessThan(amount);
      }
    }
  });

  it('leaves what it holds changed by what went in, what came out and what the protocol took', () => {
    const market = marketOf(stateOf({ collectMode: 0 }), true);
    const quote = taken(market, 'buy', 10n ** 9n);
    const { depth } = quote.afterwards();
    expect(depth.other).toBe(market.depth.other + 10n ** 9n);
    const fee = quote.fees().reduce((sum, { amount }) => sum + amount, 0n);
    expect(market.depth.mint - depth.mint).toBe(quote.received + fee);
  });

  it('takes its fee in B where it collects in B, and in what goes out where it collects both', () => {
    const side = (mode: CollectMode, bought: Side) =>
      taken(marketOf(stateOf({ collectMode: mode }), true), bought, 10n ** 9n)
        .fees()
        .map(({ of }) => of)[0];
    expect(MODES.map((mode) => [side(mode, 'buy'), side(mode, 'sell')])).toEqual([
      ['output', 'output'],
      ['input', 'output'],
      ['input', 'output'],
    ]);
  });

  it('caps the fee at half before the newer fee version and at 99 % in it', () => {
    const loud = { dynamic: { ...DYNAMIC, control: 0xff_ffffn }, ...cliff(400_000_000n) };
    const volatility = { updatedAt: 0n, sqrtPriceReference: 1n << 64n, accumulator: 14_460_000n, reference: 0n };
    for (const highest of [500_000_000n, 990_000_000n]) {
      const quote = taken(marketOf(stateOf({ volatility }, { ...loud, highest }), true), 'buy', 10n ** 9n);
      expect(quote.fees().reduce((sum, { amount }) => sum + amount, 0n)).toBe(highest);
    }
  });
});

describe('what a pool of Meteora DAMM v2 owes the protocol', () => {
  it.each(MODES)(
    'collect mode %i: grows by the share of each fee, on the side that the fee is taken from',
    (collectMode) => {
      for (const aIn of [true, false]) {
        const state = stateOf({ collectMode, owed: { a: 11n, b: 13n } });
        const direction = directionOf(state, aIn);
        const result = swap(direction, 10n ** 9n);
        if (isRefused(result)) throw new Error(result.detail);
        const protocol = result.fee / 5n;
        expect(protocol).toBeGreaterThan(0n);
        // Mode 0 takes the fee of what goes out, which is A only where B is paid; the other modes take all fees in B.
        const inA = collectMode === 0 && !aIn;
        const owed = inA ? { a: 11n + protocol, b: 13n } : { a: 11n, b: 13n + protocol };
        expect(stateAfter(direction, result).pool.owed).toEqual(owed);
      }
    },
  );
});

describe('the edges of a pool of Meteora DAMM v2', () => {
  const market = marketOf(stateOf(), true);

  it('an input that moves the price exactly to an end of the range is taken, and one unit more is not', () => {
    // 10^12 of liquidity: 5^12 of B raise the root of the price by 5^12 / 10^12 = 2^-12, and 10^12 of A halve it.
    const range = { low: 1n << 63n, high: (1n << 64n) + (1n << 52n) };
    const ranged = marketOf(stateOf({ collectMode: 0, range }), true);
    for (const [side, amount, end] of [
      ['buy', 5n ** 12n, range.high],
      ['sell', 10n ** 12n, range.low],
    ] as const) {
      expect(taken(ranged, side, amount).afterwards().price.numerator).toBe(end ** 2n);
      expect(ranged.quote(side, amount + 1n)).toMatchObject({ refused: 'insufficient_liquidity' });
    }
  });

  it('an input that fills what the pool counts up to 64 bits is taken, and one unit more overflows', () => {
    const state = stateOf();
    const nearlyFull = { ...state, reserves: { ...state.reserves, a: U64_MAX - 10n ** 9n } };
    const direction = directionOf(nearlyFull, true);
    const result = swap(direction, 10n ** 9n);
    if (isRefused(result)) throw new Error(result.detail);
    expect(stateAfter(direction, result).reserves.a).toBe(U64_MAX);
    expect(swap(direction, 10n ** 9n + 1n)).toMatchObject({ refused: 'overflow' });
  });

  it('a range that the price is not in takes no reserves', () => {
    const { pool } = stateOf();
    for (const range of [
      { low: pool.sqrtPrice + 1n, high: 2n * pool.sqrtPrice },
      { low: 1n, high: pool.sqrtPrice - 1n },
    ]) {
      expect(rangeReserves({ ...pool, range })).toBeNull();
    }
    expect(rangeReserves({ ...pool, range: { low: pool.sqrtPrice, high: pool.sqrtPrice } })).toEqual({ a: 0n, b: 0n });
  });

  it('nothing, less than nothing and what buys nothing are too small', () => {
    for (const amount of [0n, -1n, 1n])
      expect(market.quote('buy', amount)).toMatchObject({ refused: 'amount_too_small' });
  });

  it('amounts beyond 64 bits overflow, and those beyond the range of the pool find no liquidity', () => {
    expect(market.quote('buy', U64_MAX + 1n)).toMatchObject({ refused: 'overflow' });
    const narrow = stateOf({ range: { low: 1n << 63n, high: 1n << 65n } });
    for (const side of ['buy', 'sell'] as const) {
      expect(marketOf(narrow, true).quote(side, U64_MAX)).toMatchObject({ refused: 'insufficient_liquidity' });
    }
  });

  it('vaults that hold less than the pool counts limit it', () => {
    const empty = { ...stateOf(), vaults: { a: 5n, b: 5n } };
    expect(marketOf(empty, true).quote('sell', 10n ** 6n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(marketOf(empty, true).depth).toEqual({ mint: 5n, other: 5n });
  });

  it('a fee that the program cannot compute is refused', () => {
    const base = { kind: 'time', cliff: 1n, periods: 9n, reduction: 5n, frequency: 1n, exponential: false } as const;
    expect(marketOf(stateOf({}, { base }), true).quote('buy', 10n ** 6n)).toMatchObject({ refused: 'overflow' });
  });
});
