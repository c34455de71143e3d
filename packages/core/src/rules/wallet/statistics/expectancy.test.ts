import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../../../test/support/chance.ts';
import { expectancyOf, type Outcome } from './expectancy.ts';

/** The draws that the closed form stands for, sorted: weights of exponentials over single outcomes. */
function drawn(outcomes: readonly Outcome[], prior: number, draws: number): readonly number[] {
  const chance = chanceOf('expectancy', 'draws');
  const n = outcomes.length;
  const ratios = Array.from({ length: draws }, () => {
    const weights = outcomes.map(() => -Math.log(1 - chance.next()));
    const all = weights.reduce((sum, one) => sum + one, 0);
    const mean = (value: (one: Outcome) => number) =>
      outcomes.reduce((sum, one, at) => sum + (n * (weights[at] ?? 0) * value(one)) / all, 0);
    return (mean(({ pnl }) => pnl) - prior * 0.05) / (mean(({ cost }) => cost) + prior);
  });
  return ratios.sort((a, b) => a - b);
}

const bounds = (outcomes: readonly Outcome[]) => expectancyOf(outcomes, outcomes);
const outcomes = (returns: readonly number[], cost = 1e9): readonly Outcome[] =>
  returns.map((one, day) => ({ cost, pnl: cost * one, day }));

const skewed = Array.from({ length: 60 }, (_, at) => (at % 12 === 0 ? 4 + at / 20 : -0.3 + (at % 7) / 20));
const mixed = outcomes(skewed).map((one, at) => ({ ...one, cost: one.cost * (1 + (at % 5)) }));

describe('bounds of the expectancy', () => {
  it.each([
    { name: 'even costs', sample: outcomes(skewed), middle: 1e9 },
    { name: 'mixed costs', sample: mixed, middle: 4e9 },
    { name: 'few', sample: outcomes([0.4, -0.2, 0.1, -0.5, 1.2, -0.1]), middle: 1e9 },
  ])('are those that random draws come to: $name', ({ sample, middle }) => {
    const lower = drawn(sample, 20 * middle, 20_000)[200] ?? 0;
    const upper = drawn(sample, 0, 20_000)[19_800] ?? 0;
    const found = bounds(sample);
    // Draws of this number scatter by about a tenth of the distance that a bound has from the middle.
    expect(Math.abs((found?.lowerBps ?? 0) - lower * 1e4)).toBeLessThan(60);
    expect(Math.abs((found?.upperBps ?? 0) - upper * 1e4)).toBeLessThan(0.04 * Math.abs(upper) * 1e4);
  });

  it('take the worse of positions and days: outcomes of one day count as one', () => {
    const apart = bounds(outcomes(skewed));
    const together = bounds(outcomes(skewed).map((one) => ({ ...one, day: Math.floor(one.day / 12) })));
    const even = bounds(outcomes(skewed).map((one) => ({ ...one, day: one.day % 12 === 0 ? 0 : 1 + (one.day % 5) })));
    expect(apart && together && even).toBeTruthy();
    // Days that are all alike are no reason to trust more than positions do.
    expect(together?.lowerBps).toBeLessThanOrEqual(apart?.lowerBps ?? 0);
    expect(even?.lowerBps).toBeLessThan(apart?.lowerBps ?? 0);
    expect(even?.upperBps).toBeGreaterThan(apart?.upperBps ?? 0);
  });

  it('are one ratio where all outcomes are alike, the prior mixed into the lower', () => {
    // (30 * 10 % - 20 * 5 %) / 50 = 4 %.
    expect(bounds(outcomes(Array<number>(30).fill(0.1)))).toEqual({ lowerBps: 400, upperBps: 1000 });
    expect(bounds(outcomes([-1]))).toEqual({ lowerBps: -10_000, upperBps: -10_000 });
  });

  it('are not talked out of their doubt by dust', () => {
    const lucky = outcomes([0.9, 1, 1.1]);
    const dust = outcomes(Array<number>(97).fill(0), 5_000).map((one) => ({ ...one, day: one.day + 3 }));
    expect(bounds(lucky)?.lowerBps).toBeGreaterThan(0);
    expect(bounds([...lucky, ...dust])?.lowerBps).toBeLessThan(0);
  });

  it('say nothing where nothing was paid', () => {
    expect(bounds([])).toBeNull();
    expect(bounds(outcomes([1, 2], 0))).toBeNull();
    expect(expectancyOf(outcomes([1]), [])).toBeNull();
  });

  it('stay integers within 32 bits for sizes from nothing to 1e18', () => {
    const size = fc.constantFrom(0, 1, 5_000, 1e9, 1e18);
    const outcome = fc.record({
      cost: size,
      pnl: fc.tuple(size, fc.boolean()).map(([pnl, gain]) => (gain ? pnl : -pnl)),
      day: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 40 }), (sample) => {
        const found = bounds(sample);
        for (const bps of found ? [found.lowerBps, found.upperBps] : []) {
          expect(Number.isInteger(bps)).toBe(true);
          expect(Math.abs(bps)).toBeLessThanOrEqual(1e9);
        }
      }),
      { numRuns: 300 },
    );
  });

  const realistic = fc.array(
    fc.record({
      cost: fc.integer({ min: 1e6, max: 1e10 }),
      ratio: fc.double({ min: -1, max: 5, noNaN: true }),
      day: fc.integer({ min: 0, max: 60 }),
    }),
    { minLength: 2, maxLength: 60 },
  );
  const toOutcome = (one: { cost: number; ratio: number; day: number }): Outcome => ({
    cost: one.cost,
    pnl: Math.round(one.cost * one.ratio),
    day: one.day,
  });

  it('rise with every profit', () => {
    fc.assert(
      fc.property(realistic, fc.nat(), fc.integer({ min: 1, max: 1e10 }), (list, at, more) => {
        const sample = list.map(toOutcome);
        const better = sample.map((one, i) => (i === at % sample.length ? { ...one, pnl: one.pnl + more } : one));
        expect(bounds(better)?.lowerBps).toBeGreaterThanOrEqual(bounds(sample)?.lowerBps ?? 0);
        expect(bounds(better)?.upperBps).toBeGreaterThanOrEqual(bounds(sample)?.upperBps ?? 0);
      }),
      { numRuns: 200 },
    );
  });

  it('know no unit', () => {
    fc.assert(
      fc.property(realistic, fc.constantFrom(2, 1_000, 1e9), (list, factor) => {
        const sample = list.map(toOutcome);
        const larger = sample.map(({ cost, pnl, day }) => ({ cost: cost * factor, pnl: pnl * factor, day }));
        const [here, there] = [bounds(sample), bounds(larger)];
        expect(Math.abs((here?.lowerBps ?? 0) - (there?.lowerBps ?? 0))).toBeLessThanOrEqual(1);
        expect(Math.abs((here?.upperBps ?? 0) - (there?.upperBps ?? 0))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });
});
