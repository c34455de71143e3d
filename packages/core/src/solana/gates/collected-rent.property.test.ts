import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { COLLECTION_END_SLOT, isCollectedRent, isRentBetween } from './collected-rent.ts';
import { EPOCH_SLOTS } from './gate-table.ts';

/** A day in September 2021. */
const SLOT = 82_876_000;
/** The balance from which a wallet pays no rent. */
const EXEMPT = 890_880n;

/** Rent as a node works it out, in floating-point numbers. */
function rent(bytes: number, epochs: number): bigint {
  const slotsPerYear = (365.242_199 * 24 * 60 * 60 * (1e9 / 6_250_000)) / 64;
  return BigInt(Math.trunc(3480 * (128 + bytes) * ((epochs * EPOCH_SLOTS) / slotsPerYear)));
}

describe('rent that a transaction took', () => {
  it('is that of one epoch for any length, or all of too little', () => {
    expect(rent(0, 1)).toBe(2_439n);
    expect(isCollectedRent(SLOT, 2_439n, 497_561n)).toBe(true);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_240 }), (bytes) => {
        expect(isCollectedRent(SLOT, rent(bytes, 1), 1_000n)).toBe(true);
        expect(isCollectedRent(SLOT, rent(bytes, 1) + 1n, 1_000n)).toBe(false);
        expect(isCollectedRent(SLOT, rent(bytes, 1), 0n)).toBe(true);
      }),
      { numRuns: cases(300) },
    );
  });

  it.each<[string, number, bigint, bigint]>([
    ['another amount', SLOT, 2_438n, 497_561n],
    ['nothing', SLOT, 0n, 497_561n],
    ['less than nothing', SLOT, -2_439n, 497_561n],
    ['of an account that pays none', SLOT, 2_439n, EXEMPT - 2_439n],
    ['of a longer account than programs make', SLOT, rent(10_241, 1), 1_000n],
    ['all of more than any rent', SLOT, rent(10_240, 1) + 1n, 0n],
    ['after it ended', COLLECTION_END_SLOT, 2_439n, 497_561n],
  ])('is not %s', (_, slot, taken, left) => {
    expect(isCollectedRent(slot, taken, left)).toBe(false);
  });
});

describe('rent that epochs took', () => {
  const between = (epochs: number, from: bigint, to: bigint) =>
    isRentBetween({ slot: SLOT, lamports: from }, { slot: SLOT + epochs * EPOCH_SLOTS, lamports: to });

  it('is what a node takes, once an epoch or of several at once, until nothing is left', () => {
    const taking = fc.record({
      held: fc.bigInt({ min: 1n, max: EXEMPT - 1n }),
      turns: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(taking, ({ held, turns }) => {
        let left = held;
        for (const epochs of turns) left -= left < rent(0, epochs) ? left : rent(0, epochs);
        const all = turns.reduce((sum, epochs) => sum + epochs, 0);
        expect(between(all, held, left)).toBe(true);
        // One epoch less than the account was charged for is too few, unless it ran empty.
        if (left > 0n) expect(between(all - 2, held, left)).toBe(false);
      }),
      { numRuns: cases(500) },
    );
  });

  it.each<[string, number, bigint, bigint]>([
    ['a gain', 3, 500_000n, 502_439n],
    ['no change', 3, 500_000n, 500_000n],
    ['another amount', 3, 500_000n, 500_000n - 5_000n],
    ['more than the epochs between take', 3, 500_000n, 500_000n - 5n * 2_439n],
    ['what an account that pays none lost', 3, EXEMPT, EXEMPT - 2_439n],
    ['a balance that epochs could not use up', 3, 500_000n, 0n],
  ])('is not %s', (_, epochs, from, to) => {
    expect(between(epochs, from, to)).toBe(false);
  });

  it('ends with its collection', () => {
    const from = (slot: number) => isRentBetween({ slot, lamports: 500_000n }, { slot: 2 ** 40, lamports: 497_561n });
    expect([from(COLLECTION_END_SLOT - 1), from(COLLECTION_END_SLOT)]).toEqual([true, false]);
    const late = { slot: 2 ** 40, lamports: 500_000n - 2n * 2_439n };
    expect(isRentBetween({ slot: COLLECTION_END_SLOT - 1, lamports: 500_000n }, late)).toBe(false);
  });
});
