import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portion, U64_MAX } from './arithmetic.ts';

describe('a portion of an amount', () => {
  it('is rounded down, for every amount of 64 bits and every share', () => {
    const cases = fc.bigInt(1n, (1n << 32n) - 1n).chain((whole) =>
      fc.record({
        amount: fc.oneof(fc.bigInt(0n, U64_MAX), fc.bigInt(U64_MAX - 9n, U64_MAX), fc.bigInt(0n, 9n)),
        parts: fc.oneof(fc.bigInt(0n, whole), fc.constantFrom(0n, whole)),
        whole: fc.constant(whole),
      }),
    );
    const property = fc.property(cases, ({ amount, parts, whole }) => {
      expect(portion(amount, parts, whole)).toBe((amount * parts) / whole);
    });
    fc.assert(property, { numRuns: 5_000, seed: 7 });
  });

  it('is right at the edges of 64 and of 32 bits', () => {
    const whole = (1n << 32n) - 1n;
    for (const parts of [0n, 1n, whole - 1n, whole]) {
      expect(portion(U64_MAX, parts, whole)).toBe((U64_MAX * parts) / whole);
      expect(portion(whole * whole - 1n, parts, whole)).toBe(((whole * whole - 1n) * parts) / whole);
    }
    expect(portion(U64_MAX, 999_999n, 1_000_000n)).toBe((U64_MAX * 999_999n) / 1_000_000n);
  });
});
