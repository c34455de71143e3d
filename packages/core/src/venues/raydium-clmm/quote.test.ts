import type { ClmmSpec } from 'assay-sandbox/pools/raydium-clmm.ts';
import { describe, expect, it } from 'vitest';
import {
  CLOCK,
  dynamicFee,
  existingPool,
  MINT,
  OTHER,
  ok,
  opened,
  quoted,
  spec,
  the,
} from '../../../test/venues/clmm-world.ts';
import { RandomNumbers } from '../../../test/venues/random-numbers.ts';
import { amount1, feeBeside } from '../concentrated/step.ts';
import type { Market, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { sqrtPriceAt, tickAt } from './tick-price.ts';

const orders = [{ tick: 60, amount: 5n * 10n ** 11n, partFilled: 10n ** 11n }];
const market = (changes: Partial<ClmmSpec> = {}, mint = MINT) => opened(spec(changes), mint).market;
const out = (from: Market, side: Side, amount: bigint) => quoted(from, side, amount).received;
const feeOf = (from: Market, side: Side, amount: bigint) =>
  quoted(from, side, amount)
    .fees()
    .reduce((sum, fee) => sum + fee.amount, 0n);
/** So old that no past volatility counts. */
const CALM = { ...dynamicFee, updatedAt: CLOCK.unixTime - 600n };

/** Received, and the shares of liquidity and protocol, as Raydium's SDK computes them (the split by the program's source). */
const GOLDEN: readonly [string, Partial<ClmmSpec>, Side, bigint, bigint, 'input' | 'output', bigint, bigint][] = [
  ['sold', {}, 'sell', 10n ** 12n, 996_505_985_279n, 'input', 2_100_000_000n, 400_000_000n],
  ['bought', {}, 'buy', 10n ** 13n, 9_876_482_091_140n, 'input', 21_000_000_000n, 4_000_000_000n],
  ['sold, fee in token 0', { feeOn: 1 }, 'sell', 10n ** 12n, 996_505_985_279n, 'input', 2_100_000_000n, 400_000_000n],
  ['bought, fee in token 0', { feeOn: 1 }, 'buy', 10n ** 12n, 996_503_496_502n, 'output', 2_097_902_100n, 399_600_398n],
  ['sold, fee in token 1', { feeOn: 2 }, 'sell', 10n ** 12n, 996_503_496_502n, 'output', 2_097_902_100n, 399_600_398n],
  ['bought, fee in token 1', { feeOn: 2 }, 'buy', 10n ** 12n, 996_505_985_279n, 'input', 2_100_000_000n, 400_000_000n],
  [
    'sold, dynamic fee',
    { dynamicFee },
    'sell',
    10n ** 13n,
    9_224_060_414_300n,
    'input',
    579_653_907_167n,
    110_410_268_029n,
  ],
  ['bought, dynamic fee', { dynamicFee }, 'buy', 10n ** 9n, 956_999_084n, 'input', 36_120_000n, 6_880_000n],
  [
    'bought, orders in part',
    { orders },
    'buy',
    35n * 10n ** 11n,
    3_479_338_409_353n,
    'input',
    7_350_000_003n,
    1_399_999_998n,
  ],
  ['bought, orders whole', { orders }, 'buy', 10n ** 13n, 9_884_381_802_602n, 'input', 21_000_000_005n, 3_999_999_996n],
];

describe('a quote of Raydium CLMM', () => {
  it.each(GOLDEN)('is the known one: %s', (_, changes, side, amount, received, of, lp, protocol) => {
    const quote = quoted(market(changes), side, amount);
    expect(quote).toMatchObject({ spent: amount, received });
    expect(quote.fees()).toEqual([
      { share: 'lp', of, amount: lp },
      { share: 'protocol', of, amount: protocol },
    ]);
    const turned = quoted(market(changes, OTHER), side === 'buy' ? 'sell' : 'buy', amount);
    expect(turned.received).toBe(received);
  });

  it('is refused for nothing, for too little, for more than an amount can be and for more than the pool has', () => {
    expect(market().quote('buy', 0n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market().quote('sell', -1n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market().quote('buy', 1n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market().quote('sell', 1n << 64n)).toMatchObject({ refused: 'overflow' });
    expect(market().quote('sell', (1n << 64n) - 1n)).toMatchObject({ refused: 'overflow' });
    expect(market().quote('sell', 1n << 62n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(market({ positions: [] }).quote('buy', 1000n)).toMatchObject({ refused: 'insufficient_liquidity' });
  });

  it('is refused when the vault cannot pay it, whatever the liquidity says', () => {
    const { pool, accounts, written } = existingPool(spec());
    const at = written.vaults[1]?.address ?? MINT;
    const data = the(accounts, at).data.slice();
    data.fill(0, 64, 72).fill(1, 64, 65);
    const poor = ok(pool.open(accounts.set(at, { ...the(accounts, at), data }), CLOCK)).market;
    expect(poor.quote('sell', 1000n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(poor.depth.other).toBe(1n);
  });

  it('takes the whole of an input that reaches exactly to the end of the liquidity, and not one unit more', () => {
    let [fits, fails] = [1n, 1n << 60n];
    while (fails - fits > 1n) {
      const middle = (fits + fails) / 2n;
      if (isRefused(market().quote('buy', middle))) fails = middle;
      else fits = middle;
    }
    const { afterwards, received } = quoted(market(), 'buy', fits);
    expect(afterwards().price.numerator).toBe(sqrtPriceAt(6000) ** 2n);
    expect(afterwards().depth.mint).toBe(market().depth.mint - received);
    expect(afterwards().quote('buy', 1n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(out(afterwards(), 'sell', 10n ** 9n)).toBeGreaterThan(10n ** 9n);
  });

  it('never gives less for more, and never a profit for there and back', () => {
    const chance = new RandomNumbers(3);
    for (const changes of [{}, { feeOn: 1 }, { feeOn: 2 }, { orders }, { dynamicFee }]) {
      const from = market(changes);
      for (let i = 0; i < 150; i += 1) {
        const [side, back] = chance.pick([['buy', 'sell'] as const, ['sell', 'buy'] as const]);
        const amount = chance.magnitude(10n, 10n ** 14n);
        const quote = quoted(from, side, amount);
        expect(out(from, side, amount + amount / 7n + 1n)).toBeGreaterThanOrEqual(quote.received);
        const unwound = quote.afterwards().quote(back, quote.received);
        if (!isRefused(unwound)) expect(unwound.received).toBeLessThan(amount);
      }
    }
  });

  it('leaves the market that the next swap meets: two in a row give what one gives, but for rounding', () => {
    for (const changes of [{}, { feeOn: 1 }, { feeOn: 2 }, { orders }]) {
      for (const side of ['buy', 'sell'] as const) {
        const [a, b] = [3_100_000_000_000n, 5_300_000_000_000n];
        const first = quoted(market(changes), side, a);
        const both = first.received + out(first.afterwards(), side, b);
        const whole = out(market(changes), side, a + b);
        expect(whole - both).toBeGreaterThanOrEqual(0n);
        expect(whole - both).toBeLessThan(10n);
      }
    }
  });

  it('moves the vaults by what was paid and received, and sets aside what the protocol gets', () => {
    for (const feeOn of [0, 1, 2]) {
      const before = market({ feeOn });
      const { afterwards, received, fees } = quoted(before, 'sell', 10n ** 12n);
      const [, { amount, of } = { amount: 0n, of: '' }] = fees();
      expect(afterwards().depth.mint).toBe(before.depth.mint + 10n ** 12n - (of === 'input' ? amount : 0n));
      expect(afterwards().depth.other).toBe(before.depth.other - received - (of === 'output' ? amount : 0n));
    }
  });

  it('has limit orders filled once: a filled one is gone, and one that is filled in part waits with its rest', () => {
    const bare = market();
    const { afterwards, received } = quoted(market({ orders }), 'buy', 10n ** 13n);
    expect(received).toBeGreaterThan(out(bare, 'buy', 10n ** 13n));
    const sqrtPrice = 18_619_615_694_838_169_402n;
    expect(afterwards().price.numerator).toBe(sqrtPrice ** 2n);
    expect(out(afterwards(), 'sell', 3n * 10n ** 13n)).toBe(out(market({ sqrtPrice }), 'sell', 3n * 10n ** 13n));
    const atTheTick = { sqrtPrice: sqrtPriceAt(60), tick: 59 };
    const whole = { ...atTheTick, orders: [{ tick: 60, amount: 10n ** 12n }] };
    const sold = quoted(market(whole), 'buy', 10n ** 11n);
    const rest = { ...atTheTick, orders: [{ tick: 60, amount: 0n, partFilled: 10n ** 12n - sold.received }] };
    expect(out(sold.afterwards(), 'buy', 10n ** 13n)).toBe(out(market(rest), 'buy', 10n ** 13n));
    expect(out(sold.afterwards(), 'sell', 10n ** 13n)).toBe(out(market(atTheTick), 'sell', 10n ** 13n));
  });

  it('remembers the volatility of the swap before, up to the cap of a tenth', () => {
    const from = market({ dynamicFee });
    const { afterwards } = quoted(from, 'buy', 10n ** 14n);
    expect(out(afterwards(), 'buy', 10n ** 9n)).toBeLessThan(
      out(market({ sqrtPrice: sqrtPriceAt(1732) }), 'buy', 10n ** 9n),
    );
    const wild = { ...dynamicFee, control: 99_999, reference: 300_000, updatedAt: CLOCK.unixTime };
    expect(out(market({ dynamicFee: wild }), 'buy', 10n ** 9n)).toBe(899_999_190n);
    const calm = { ...dynamicFee, updatedAt: CLOCK.unixTime - 600n };
    expect(out(market({ dynamicFee: calm }), 'buy', 10n ** 6n)).toBe(out(market(), 'buy', 10n ** 6n));
  });

  it('counts no past volatility within the filter period, half of it until the decay period ends, and none after', () => {
    const feeAfter = (seconds: bigint) =>
      feeOf(market({ dynamicFee: { ...dynamicFee, updatedAt: CLOCK.unixTime - seconds } }), 'buy', 10n ** 6n);
    // The base is 2,500 of a million; 7.5 groups of 60 ticks add 20,000 * (75,000 * 60)^2 / 10^13 = 40,500.
    expect([29n, 30n, 599n, 600n].map(feeAfter)).toEqual([2_500n, 43_000n, 43_000n, 2_500n]);
  });

  it('takes the fee of each group of ticks for what is traded in it', () => {
    const needed = amount1(sqrtPriceAt(0), sqrtPriceAt(60), 10n ** 15n, true);
    const through = needed + feeBeside(needed, 2_500n);
    expect(feeOf(market({ dynamicFee: CALM }), 'buy', through)).toBe(through - needed);
    // One group adds 20,000 * (10,000 * 60)^2 / 10^13 = 720 to the 2,500.
    const all = feeOf(market({ dynamicFee: CALM }), 'buy', through + 10n ** 9n);
    expect(all).toBe(through - needed + 3_220_000n);
  });

  it('counts the groups of a gap without liquidity, upwards up to the one that begins at its end', () => {
    const above = market({ dynamicFee: CALM, positions: [{ lower: 600, upper: 6_000, liquidity: 10n ** 15n }] });
    // Tick 600 begins the tenth group: 2,500 + 20,000 * (100,000 * 60)^2 / 10^13 of a million.
    expect(feeOf(above, 'buy', 10n ** 6n)).toBe(74_500n);
    const below = market({ dynamicFee: CALM, positions: [{ lower: -6_000, upper: -600, liquidity: 10n ** 15n }] });
    // Below tick -600 lies the eleventh: 2,500 + 20,000 * (110,000 * 60)^2 / 10^13.
    expect(feeOf(below, 'sell', 10n ** 6n)).toBe(89_620n);
  });

  it('gives up on a swap that no transaction could compute', () => {
    const positions = [{ lower: -30_000, upper: 30_000, liquidity: 10n ** 6n }];
    const slow = { ...dynamicFee, maxAccumulator: 4_000_000_000, control: 1, updatedAt: CLOCK.unixTime };
    const from = market({ configuration: { index: 4, tickSpacing: 1, trade: 100 }, positions, dynamicFee: slow });
    expect(from.quote('sell', 10n ** 12n)).toMatchObject({ refused: 'insufficient_liquidity' });
  });
});

describe('prices at ticks', () => {
  it('meet the ends of the range, and lead back to their tick', () => {
    expect(sqrtPriceAt(-443_636)).toBe(4_295_048_016n);
    expect(sqrtPriceAt(443_636)).toBe(79_226_673_521_066_979_257_578_248_091n);
    for (let tick = -443_636; tick < 443_636; tick += 997) {
      expect([tickAt(sqrtPriceAt(tick)), tickAt(sqrtPriceAt(tick + 1) - 1n)]).toEqual([tick, tick]);
    }
  });
});
