import { dbcConfig, dbcPool } from 'assay-sandbox/pools/meteora-dbc.ts';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { U64_MAX } from '../arithmetic.ts';
import type { DynamicFee } from '../meteora-fees/volatility.ts';
import type { Market, Quote, Refused, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import type { ConfigAccount } from './config.ts';
import { marketOf } from './index.ts';
import type { DbcPoolAccount } from './layout.ts';
import { type DbcState, directionOf, stateAfter, swap } from './quote.ts';

const POOL = addressOf(new Uint8Array(32).fill(7));
const ONE = 1n << 64n;
/** From price 1 to 2.25 in two stretches, of which the migration leaves a part of the second. */
const CURVE = {
  startSqrtPrice: ONE,
  migrationSqrtPrice: (ONE * 3n) / 2n,
  curve: [
    { sqrtPrice: (ONE * 5n) / 4n, liquidity: (10n ** 12n) << 64n },
    { sqrtPrice: ONE * 2n, liquidity: (10n ** 13n) << 64n },
  ],
};
const DYNAMIC: DynamicFee = {
  maxAccumulator: 14_460_000n,
  control: 2_000_000n,
  binStep: 1n,
  binStepQ64: 1_844_674_407_370_955n,
  filterPeriod: 10n,
  decayPeriod: 120n,
  reduction: 5_000n,
};

function stateOf(given: Partial<ConfigAccount> = {}, parts: Partial<DbcPoolAccount> = {}): DbcState {
  const config = dbcConfig({ ...CURVE, ...given });
  const pool = dbcPool({ address: POOL, under: config, ...parts });
  const vaults = { base: pool.reserves.base + pool.owed.base, quote: pool.reserves.quote + pool.owed.quote };
  return { config, pool, vaults, point: 1_000n, now: 1_000n };
}

function taken(market: Market, side: Side, amount: bigint): Quote {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

const received = (quote: Quote | Refused) => (isRefused(quote) ? 0n : quote.received);
const total = (quote: Quote) => quote.fees().reduce((sum, { amount }) => sum + amount, 0n);

describe('a curve of Meteora DBC', () => {
  it('sells across its stretches: by hand 2 * 10^11 base for the first quarter, then ten times the liquidity', () => {
    const free = stateOf({ feeInQuote: false });
    const market = marketOf(free, true);
    const first = taken(market, 'buy', 25n * 10n ** 10n);
    expect(first.received + total(first)).toBe(2n * 10n ** 11n);
    const both = taken(market, 'buy', 275n * 10n ** 10n);
    // 10^13 * (1 / 1.25 - 1 / 1.5), rounded down, behind the first stretch
    expect(both.received + total(both)).toBe(2n * 10n ** 11n + 1_333_333_333_333n);
    expect(both.afterwards().quote('sell', 1_000n)).toMatchObject({ refused: 'completed' });
  });

  it('takes back what it sold, and no more', () => {
    const bought = taken(marketOf(stateOf(), true), 'buy', 10n ** 12n);
    const sold = taken(bought.afterwards(), 'sell', bought.received);
    expect(sold.received).toBeLessThan(10n ** 12n);
    expect(sold.afterwards().price.numerator).toBeGreaterThanOrEqual(ONE * ONE);
    expect(bought.afterwards().quote('sell', bought.received * 2n)).toMatchObject({
      refused: 'insufficient_liquidity',
    });
    expect(marketOf(stateOf(), true).quote('sell', 1_000n)).toMatchObject({ refused: 'insufficient_liquidity' });
  });

  it('refuses a purchase beyond the price of the migration, which an exact input may not do in part', () => {
    const market = marketOf(stateOf({ feeInQuote: false }), true);
    const { threshold } = stateOf().config;
    expect(isRefused(market.quote('buy', threshold))).toBe(false);
    expect(market.quote('buy', threshold + 1n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(market.quote('buy', U64_MAX)).toMatchObject({ refused: 'insufficient_liquidity' });
  });

  it('refuses the purchase that completes it when the vault would not hold what the migration takes', () => {
    const rest = (base: bigint) => {
      const state = stateOf({ feeInQuote: false, keptBase: 10n ** 12n });
      const market = marketOf({ ...state, vaults: { base, quote: 0n } }, true);
      return market.quote('buy', state.config.threshold);
    };
    const sold = 1_533_333_333_333n;
    expect(isRefused(rest(sold + 10n ** 12n))).toBe(false);
    expect(rest(sold + 10n ** 12n - 1n)).toMatchObject({ refused: 'insufficient_liquidity' });
  });

  it('splits its fee: a fifth to the protocol, the creator his share of the rest, the launchpad with the protocol', () => {
    const quote = taken(marketOf(stateOf({ creatorPercent: 25n }), true), 'buy', 10n ** 9n);
    expect(quote.spent).toBe(10n ** 9n);
    expect(quote.fees()).toEqual([
      { share: 'protocol', of: 'input', amount: 8_000_000n },
      { share: 'creator', of: 'input', amount: 2_000_000n },
    ]);
  });

  it('takes its fee in quote, or in what goes out', () => {
    const sides = [true, false].map((feeInQuote) => {
      const bought = taken(marketOf(stateOf({ feeInQuote }), true), 'buy', 10n ** 9n);
      return [bought, taken(bought.afterwards(), 'sell', 10n ** 8n)].map((quote) => quote.fees()[0]?.of);
    });
    expect(sides).toEqual([
      ['input', 'output'],
      ['output', 'output'],
    ]);
  });

  it('leaves reserves changed by what went in and came out, and fees owed beside them', () => {
    const quote = taken(marketOf(stateOf(), true), 'buy', 10n ** 9n);
    const before = stateOf().pool.reserves.base;
    const [fee] = quote.fees();
    expect(quote.afterwards().depth).toEqual({
      mint: before - quote.received,
      other: 10n ** 9n - (fee?.amount ?? 0n),
    });
  });

  it('says what one sells for the other before fees', () => {
    const state = stateOf({}, { sqrtPrice: (ONE * 5n) / 4n, reserves: { base: 10n ** 15n, quote: 25n * 10n ** 10n } });
    expect(marketOf(state, true).price).toEqual({ numerator: 25n * (ONE / 4n) ** 2n, denominator: ONE * ONE });
    expect(marketOf(state, false).price).toEqual({ numerator: ONE * ONE, denominator: 25n * (ONE / 4n) ** 2n });
  });
});

describe('every curve of Meteora DBC', () => {
  const reserves = { base: 10n ** 15n, quote: 35n * 10n ** 10n };
  const midway = { sqrtPrice: (ONE * 126n) / 100n, reserves };
  const markets = [{}, { feeInQuote: false }, { dynamic: DYNAMIC }].flatMap((given) => [
    marketOf(stateOf(given, midway), true),
    marketOf(stateOf(given, midway), false),
  ]);

  it.each(['buy', 'sell'] as const)('never gives less for more, nor more than it holds: %s', (side) => {
    for (const market of markets) {
      const amounts = Array.from({ length: 28 }, (_, i) => 3n ** BigInt(i));
      const outputs = amounts.map((amount) => received(market.quote(side, amount))).filter((out) => out > 0n);
      expect(outputs.length).toBeGreaterThan(10);
      expect(outputs).toEqual(outputs.toSorted((x, y) => Number(x - y)));
      expect(outputs.at(-1)).toBeLessThanOrEqual(side === 'buy' ? market.depth.mint : market.depth.other);
    }
  });

  it('answers the same whatever it was asked before', () => {
    const given = { feeInQuote: false };
    const asked = marketOf(stateOf(given, midway), true);
    const answer = (of: Market, side: Side, amount: bigint) => {
      const quote = of.quote(side, amount);
      return isRefused(quote)
        ? quote
        : [quote.received, quote.fees(), quote.afterwards().price, quote.afterwards().depth];
    };
    // More than there is, then all sizes, then around the end of the first stretch in either direction.
    const edges = [10n ** 10n, 349_999_999_999n, 64_516_129_032n].map((edge) => edge - 3n);
    const amounts = [U64_MAX, ...edges.flatMap((edge) => [0n, 1n, 2n, 3n, 4n, 5n].map((more) => edge + more))];
    for (const side of ['buy', 'sell'] as const) {
      for (const amount of [...amounts, ...Array.from({ length: 28 }, (_, i) => 3n ** BigInt((i * 5) % 28))]) {
        const fresh = marketOf(stateOf(given, midway), true);
        expect(answer(asked, side, amount)).toEqual(answer(fresh, side, amount));
      }
    }
  });

  it('never lets a round trip win', () => {
    for (const market of markets) {
      for (let amount = 100n; amount < 10n ** 10n; amount *= 7n) {
        const bought = taken(market, 'buy', amount);
        expect(received(bought.afterwards().quote('sell', bought.received))).toBeLessThan(amount);
        const sold = taken(market, 'sell', amount);
        expect(received(sold.afterwards().quote('buy', sold.received))).toBeLessThan(amount);
      }
    }
  });

  it('charges the next swap more once its price moved, and calms down with time', () => {
    const bought = (state: DbcState, amount: bigint) => {
      const direction = directionOf(state, false);
      const result = swap(direction, amount);
      if (isRefused(result)) throw new Error(result.detail);
      return { fee: result.fee, next: stateAfter(direction, result) };
    };
    const first = bought(stateOf({ dynamic: DYNAMIC }, midway), 10n ** 10n);
    const soon = bought(first.next, 10n ** 9n);
    expect(soon.fee).toBeGreaterThan(10n ** 7n);
    const later = bought({ ...soon.next, now: 5_000n }, 10n ** 3n);
    expect(later.next.pool.volatility.accumulator).toBe(0n);
  });

  it('nothing and less are too small, and amounts beyond 64 bits overflow', () => {
    for (const market of markets) {
      for (const amount of [0n, -1n])
        expect(market.quote('buy', amount)).toMatchObject({ refused: 'amount_too_small' });
      expect(market.quote('buy', 1n)).toMatchObject({ refused: 'amount_too_small' });
      expect(market.quote('sell', U64_MAX + 1n)).toMatchObject({ refused: 'overflow' });
    }
  });

  it('a fee that the program cannot compute is refused', () => {
    const base = { kind: 'time', cliff: 1n, periods: 9n, reduction: 5n, frequency: 1n, exponential: false } as const;
    expect(marketOf(stateOf({ base }), true).quote('buy', 10n ** 6n)).toMatchObject({ refused: 'overflow' });
  });
});
