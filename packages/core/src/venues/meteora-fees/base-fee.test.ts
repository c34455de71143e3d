import { describe, expect, it } from 'vitest';
import type { Limiter } from './base-fee.ts';
import { type BaseFee, baseFee, type MarketCapSchedule, type TimeSchedule } from './base-fee.ts';
import { ONE, power } from './liquidity.ts';
import type { FeeMoment } from './rate.ts';

const MOMENT: FeeMoment = { point: 0n, activation: 0n, sqrtPrice: ONE, quoteIn: true, amountIn: 1_000n };
const at = (fee: BaseFee, moment: Partial<FeeMoment>) => baseFee(fee, { ...MOMENT, ...moment });

const LINEAR: TimeSchedule = {
  kind: 'time',
  cliff: 500_000_000n,
  periods: 120n,
  reduction: 4_000_000n,
  exponential: false,
  frequency: 60n,
};
const EXPONENTIAL: TimeSchedule = { ...LINEAR, reduction: 417n, exponential: true };
const BY_PRICE: MarketCapSchedule = {
  kind: 'market_cap',
  cliff: 500_000_000n,
  periods: 120n,
  reduction: 4_000_000n,
  exponential: false,
  stepBps: 100n,
  expiration: 1_000n,
  initialSqrtPrice: ONE,
};
const LIMITER: Limiter = {
  kind: 'limiter',
  cliff: 10_000_000n,
  increment: 10_000_000n,
  highest: 500_000_000n,
  duration: 100n,
  reference: 1_000_000_000n,
  idle: false,
};

describe('a fee that falls with time', () => {
  it('falls by the same amount a period and stays where it ends', () => {
    const points = [0n, 59n, 60n, 420n, 2_220n, 7_200n, 1_000_000n];
    const fees = points.map((point) => at(LINEAR, { point }));
    expect(fees).toEqual([
      500_000_000n,
      500_000_000n,
      496_000_000n,
      472_000_000n,
      352_000_000n,
      20_000_000n,
      20_000_000n,
    ]);
  });

  it('falls by the same share a period, rounded as the program rounds', () => {
    const fees = [0n, 60n, 420n, 2_220n, 7_200n].map((point) => at(EXPONENTIAL, { point }));
    expect(fees).toEqual([500_000_000n, 479_150_000n, 371_090_999n, 103_401_077n, 3_014_037n]);
  });

  it('never falls without a frequency, and has no fee where the schedule falls below zero', () => {
    expect(at({ ...LINEAR, frequency: 0n }, { point: 1_000_000n })).toBe(500_000_000n);
    expect(at({ ...LINEAR, periods: 126n }, { point: 1_000_000n })).toBeNull();
    expect(at({ ...EXPONENTIAL, reduction: 10_001n }, { point: 60n })).toBeNull();
    expect(at({ ...EXPONENTIAL, reduction: 10_000n }, { point: 60n })).toBeNull();
    expect(at({ ...EXPONENTIAL, reduction: 0n }, { point: 60n })).toBe(500_000_000n);
  });
});

describe('a fee that falls as the price rises', () => {
  it('counts what the square root of the price is above its beginning', () => {
    const roots = [ONE - 1n, ONE, (ONE * 101n) / 100n + 1n, (ONE * 137n) / 100n + 1n, ONE * 50n];
    const fees = roots.map((sqrtPrice) => at(BY_PRICE, { sqrtPrice }));
    expect(fees).toEqual([500_000_000n, 500_000_000n, 496_000_000n, 352_000_000n, 20_000_000n]);
  });

  it('is lowest once it has expired, and before the pool opens', () => {
    expect(at(BY_PRICE, { point: 1_000n })).toBe(500_000_000n);
    expect(at(BY_PRICE, { point: 1_001n })).toBe(20_000_000n);
    expect(at(BY_PRICE, { activation: 1n })).toBe(20_000_000n);
  });

  it('has no fee where the program would divide by zero or pass 64 bits', () => {
    expect(at({ ...BY_PRICE, stepBps: 0n }, { sqrtPrice: ONE * 2n })).toBeNull();
    expect(at({ ...BY_PRICE, initialSqrtPrice: 0n }, {})).toBeNull();
    expect(at(BY_PRICE, { activation: (1n << 64n) - 1n, point: (1n << 64n) - 1n })).toBeNull();
  });
});

describe('a fee that rises with the size', () => {
  it('charges each further reference an increment more, up to the highest', () => {
    const sizes = [
      10n ** 9n,
      10n ** 9n + 1n,
      15n * 10n ** 8n,
      2n * 10n ** 9n,
      25n * 10n ** 9n,
      50n * 10n ** 9n,
      1n << 63n,
    ];
    const fees = sizes.map((amountIn) => at(LIMITER, { amountIn }));
    expect(fees).toEqual([
      10_000_000n,
      10_000_001n,
      13_333_334n,
      15_000_000n,
      130_000_000n,
      255_000_000n,
      499_999_999n,
    ]);
  });

  it('limits purchases only, only as long as it lasts, and not at all without parameters', () => {
    const amountIn = 10n ** 12n;
    expect(at(LIMITER, { amountIn, quoteIn: false })).toBe(10_000_000n);
    expect(at(LIMITER, { amountIn, point: 100n })).toBeGreaterThan(10_000_000n);
    expect(at(LIMITER, { amountIn, point: 101n })).toBe(10_000_000n);
    expect(at(LIMITER, { amountIn, activation: 1n })).toBe(10_000_000n);
    expect(at({ ...LIMITER, idle: true }, { amountIn })).toBe(10_000_000n);
  });

  it('has no fee where the program would divide by zero or below it', () => {
    const amountIn = 10n ** 12n;
    expect(at({ ...LIMITER, reference: 0n }, { amountIn })).toBeNull();
    expect(at({ ...LIMITER, increment: 0n }, { amountIn })).toBeNull();
    expect(at({ ...LIMITER, highest: 1n }, { amountIn })).toBeNull();
  });
});

describe('powers', () => {
  it('are one for no periods, nothing when nothing is left, and turn bases above one around', () => {
    expect(power(ONE / 2n, 0)).toBe(ONE);
    expect(power(ONE / 2n, 3)).toBe(ONE / 8n);
    expect(power(ONE / 2n, 65)).toBeNull();
    expect(power(ONE, 2 ** 19)).toBeNull();
    expect(power(ONE * 2n, 2)).toBe(ONE * 4n + 16n);
  });
});
