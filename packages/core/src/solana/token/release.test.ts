import { expect, it } from 'vitest';
import { lockedAt, lockedForever, nextRelease, releaseAt, releaseEvenly } from './release.ts';

it('opens at once, in steps, evenly, or never', () => {
  const steps = { at: 100n, amount: 30n, steps: 3n, every: 10n };
  expect([99n, 100n, 109n, 110n, 120n, 999n].map((at) => lockedAt([steps], at))).toEqual([30n, 20n, 20n, 10n, 0n, 0n]);
  expect([99n, 100n, 110n, 120n].map((at) => nextRelease([steps], at))).toEqual([100n, 110n, 120n, null]);
  expect([99n, 100n].map((at) => lockedAt([releaseAt(100n, 7n)], at))).toEqual([7n, 0n]);
  const evenly = releaseEvenly(100n, 10n, 20n);
  expect([100n, 101n, 105n, 110n].map((at) => lockedAt([evenly], at))).toEqual([20n, 18n, 10n, 0n]);
  expect(releaseEvenly(100n, 0n, 20n)).toEqual(releaseAt(100n, 20n));
  expect(lockedAt([lockedForever(5n)], 10n ** 12n)).toBe(5n);
  expect(nextRelease([lockedForever(5n)], 0n)).toBeNull();
});

it('adds up releases, of which the next one counts, and leaves out those of nothing', () => {
  const releases = [releaseAt(50n, 1n), releaseAt(40n, 2n), releaseAt(10n, 0n)];
  expect(lockedAt(releases, 45n)).toBe(1n);
  expect([0n, 40n, 50n].map((at) => nextRelease(releases, at))).toEqual([40n, 50n, null]);
});

it('opens all steps of no distance at once', () => {
  const release = { at: 100n, amount: 30n, steps: 3n, every: 0n };
  expect([99n, 100n].map((at) => lockedAt([release], at))).toEqual([30n, 0n]);
  expect(nextRelease([release], 100n)).toBeNull();
});
