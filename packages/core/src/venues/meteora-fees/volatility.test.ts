import { describe, expect, it } from 'vitest';
import { ONE } from './liquidity.ts';
import { type DynamicFee, updatedVolatility, type Volatility, variableFee } from './volatility.ts';

const FEE: DynamicFee = {
  maxAccumulator: 14_460_000n,
  control: 2_000_000n,
  binStep: 1n,
  binStepQ64: 1_844_674_407_370_955n,
  filterPeriod: 10n,
  decayPeriod: 120n,
  reduction: 5_000n,
};
const CALM: Volatility = { updatedAt: 1_000n, sqrtPriceReference: ONE, accumulator: 0n, reference: 0n };
const UP = (ONE * 101n) / 100n + 1n;

describe('what a pool remembers of its price', () => {
  it('counts two bins a step of the root, from where the price last rested', () => {
    const memory = updatedVolatility(FEE, CALM, { before: ONE, after: UP, now: 1_005n });
    expect(memory).toEqual({ updatedAt: 1_005n, sqrtPriceReference: ONE, accumulator: 2_000_000n, reference: 0n });
  });

  it('keeps its reference within the filter period, carries half within the decay period, and forgets after it', () => {
    const shaken = { ...CALM, accumulator: 2_000_000n };
    const move = { before: UP, after: UP };
    expect(updatedVolatility(FEE, shaken, { ...move, now: 1_009n })).toMatchObject({
      sqrtPriceReference: ONE,
      reference: 0n,
    });
    const decayed = updatedVolatility(FEE, shaken, { ...move, now: 1_010n });
    expect(decayed).toMatchObject({ sqrtPriceReference: UP, reference: 1_000_000n, accumulator: 1_000_000n });
    const forgotten = updatedVolatility(FEE, shaken, { ...move, now: 1_120n });
    expect(forgotten).toMatchObject({ sqrtPriceReference: UP, reference: 0n, accumulator: 0n });
  });

  it('moves its time only when a bin was crossed, and never goes beyond its highest', () => {
    expect(updatedVolatility(FEE, CALM, { before: ONE, after: ONE + 5n, now: 1_005n })?.updatedAt).toBe(1_000n);
    expect(updatedVolatility(FEE, CALM, { before: ONE, after: ONE * 9n, now: 1_005n })?.accumulator).toBe(14_460_000n);
  });

  it('has no answer where the program fails', () => {
    expect(
      updatedVolatility(FEE, { ...CALM, sqrtPriceReference: 0n }, { before: ONE, after: UP, now: 1_005n }),
    ).toBeNull();
    expect(updatedVolatility({ ...FEE, binStepQ64: 0n }, CALM, { before: ONE, after: UP, now: 1_005n })).toBeNull();
    expect(updatedVolatility(FEE, CALM, { before: 1n, after: 1n << 127n, now: 5_000n })).toBeNull();
  });
});

describe('the fee on top', () => {
  it('is the square of the accumulator, rounded up, and nothing without a dynamic fee', () => {
    expect(variableFee(FEE, { ...CALM, accumulator: 2_000_000n })).toBe(80_000_000n);
    expect(variableFee(FEE, { ...CALM, accumulator: 1n })).toBe(1n);
    expect(variableFee(FEE, CALM)).toBe(0n);
    expect(variableFee(null, { ...CALM, accumulator: 2_000_000n })).toBe(0n);
    expect(variableFee(FEE, { ...CALM, accumulator: 1n << 100n })).toBeNull();
  });
});
