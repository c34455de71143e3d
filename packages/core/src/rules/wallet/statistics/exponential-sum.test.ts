import { describe, expect, it } from 'vitest';
import { chanceAtMostZero, normalDistribution } from './exponential-sum.ts';

/** The exact distribution where all coefficients differ: a mixture of exponentials, one for each positive coefficient. */
function exactly(coefficients: readonly number[]): number {
  const above = coefficients
    .filter((one) => one > 0)
    .map((one) =>
      coefficients.reduce((product, other) => (other === one ? product : (product * one) / (one - other)), 1),
    );
  return 1 - above.reduce((sum, part) => sum + part, 0);
}

/** The exact chance where only two sizes occur: gamma variates compare as trials succeed, here with the chance 1 / (gain + 1). */
function twoSizes(gains: number, losses: number, gain: number): number {
  const trials = gains + losses - 1;
  const success = 1 / (gain + 1);
  let term = (1 - success) ** trials;
  let fewer = 0;
  for (let successes = 0; successes < gains; successes += 1) {
    fewer += term;
    term *= ((trials - successes) / (successes + 1)) * (success / (1 - success));
  }
  return 1 - fewer;
}

describe('the normal distribution', () => {
  it.each([
    [-8.5, 0],
    [-2.326_347_874_040_841, 0.01],
    [-1, 0.158_655_253_931_457],
    [0, 0.5],
    [1.959_963_984_540_054, 0.975],
    [6, 0.999_999_999_013_412],
    [9, 1],
  ])('is right at %f', (x, chance) => {
    expect(normalDistribution(x)).toBeCloseTo(chance, 13);
  });
});

describe('the chance that a weighted sum of exponentials is at most zero', () => {
  it('is certain where no coefficient is of the other sign', () => {
    expect(chanceAtMostZero([1, 2, 0])).toBe(0);
    expect(chanceAtMostZero([-1, -2, 0])).toBe(1);
    expect(chanceAtMostZero([0, 0])).toBe(1);
    expect(chanceAtMostZero([])).toBe(1);
  });

  it.each([
    { name: 'two alike', coefficients: [1, -1] },
    { name: 'one against one, in the tail', coefficients: [1, -0.01] },
    { name: 'three', coefficients: [3, -1, -1.5] },
    { name: 'five, in the tail', coefficients: [1, 1.2, 1.4, 0.9, -0.4] },
    { name: 'six, above the middle', coefficients: [4, -1, -1.1, -1.2, -1.3, -1.4] },
    { name: 'one that outweighs seven', coefficients: [40, -1, -1.1, -1.2, -1.3, -1.4, -1.5, -1.6] },
    { name: 'an even eight', coefficients: [1, 1.1, 1.2, 1.3, -1.05, -1.15, -1.25, -1.35] },
  ])('is near the exact formula for $name', ({ coefficients }) => {
    const exact = exactly(coefficients);
    const chance = chanceAtMostZero(coefficients);
    expect(Math.abs(chance - exact)).toBeLessThan(0.08 * Math.min(exact, 1 - exact));
    // The mirrored question has the rest of the probability.
    expect(chanceAtMostZero(coefficients.map((one) => -one))).toBeCloseTo(1 - chance, 9);
  });

  it.each([
    { gains: 15, losses: 15, gain: 1 },
    { gains: 15, losses: 15, gain: 2 },
    { gains: 15, losses: 15, gain: 0.45 },
    { gains: 5, losses: 295, gain: 120 },
    { gains: 1, losses: 29, gain: 90 },
  ])(
    'is within a hundredth of the tail for $gains gains of $gain against $losses losses',
    ({ gains, losses, gain }) => {
      const coefficients = [...Array<number>(gains).fill(gain), ...Array<number>(losses).fill(-1)];
      const exact = twoSizes(gains, losses, gain);
      expect(Math.abs(chanceAtMostZero(coefficients) - exact)).toBeLessThan(0.01 * Math.min(exact, 1 - exact));
    },
  );

  it('does not jump where the sum is centred', () => {
    const chances = [-2e-3, -1e-3, -1e-5, 0, 1e-5, 1e-3, 2e-3].map((shift) =>
      chanceAtMostZero([3 + shift, -1, -1, -1, ...Array<number>(20).fill(shift)]),
    );
    chances.slice(1).forEach((chance, at) => {
      expect(chance).toBeLessThan(chances[at]!);
      expect(chances[at]! - chance).toBeLessThan(0.01);
    });
  });

  it('takes coefficients of any size, together and apart', () => {
    const chance = chanceAtMostZero([3, -1, -1]);
    expect(chanceAtMostZero([3e18, -1e18, -1e18])).toBeCloseTo(chance, 12);
    expect(chanceAtMostZero([3e-300, -1e-300, -1e-300])).toBeCloseTo(chance, 12);
    for (const odd of [
      [1e18, -1],
      [1, -1e18],
      [1e300, -1e-300],
      [1, -1e-14, 1e-14],
      [1e18, 1, -1e18, -1, 0],
    ]) {
      const chance = chanceAtMostZero(odd);
      expect(chance).toBeGreaterThanOrEqual(0);
      expect(chance).toBeLessThanOrEqual(1);
    }
  });
});
