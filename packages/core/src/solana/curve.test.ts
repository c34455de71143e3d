import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jacobiSymbol, WORDS } from './curve.ts';

const P = (1n << 255n) - 19n;
const WORD_BITS = 30;

function words(value: bigint): Int32Array {
  return Int32Array.from({ length: WORDS }, (_, at) =>
    Number(BigInt.asUintN(WORD_BITS, value >> BigInt(WORD_BITS * at))),
  );
}

const symbol = (a: bigint, b: bigint) => jacobiSymbol(words(a), words(b));

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let [result, factor] = [1n, base % modulus];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

/** What Euler's criterion says. */
function legendre(a: bigint, prime: bigint): number {
  const result = power(a, (prime - 1n) / 2n, prime);
  return result === prime - 1n ? -1 : Number(result);
}

describe('the Jacobi symbol', () => {
  it("is what Euler's criterion says over the field's prime", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: P - 1n }), (a) => {
        expect(symbol(a, P)).toBe(legendre(a, P));
      }),
      { numRuns: 300 },
    );
  });

  it('is so for numbers with words of zeros, small ones, and those at the edges of words', () => {
    const shifts = Array.from({ length: 255 }, (_, n) => BigInt(n));
    for (const a of shifts.flatMap((n) => [1n << n, (1n << n) - 1n, 3n << n, (1n << n) + 1n])) {
      expect(symbol(a, P)).toBe(legendre(a % P, P));
    }
  });

  it('does not ask for a number less than the prime', () => {
    for (const a of [P - 1n, P, P + 1n, P + 2n, 2n * P, (1n << 256n) - 1n]) expect(symbol(a, P)).toBe(legendre(a, P));
  });

  it('is that of every residue of small primes, and zero of what shares a factor', () => {
    for (const prime of [3n, 5n, 7n, 11n, 13n, 17n, 19n, 65_537n]) {
      for (let a = 0n; a < 100n; a += 1n) expect(symbol(a, prime)).toBe(legendre(a, prime));
    }
    expect(symbol(35n, 105n)).toBe(0);
    expect(symbol(0n, 9n)).toBe(0);
    expect(symbol(2n, 15n)).toBe(1);
    expect(symbol(7n, 1n)).toBe(1);
  });

  it('leaves what it was given as it is', () => {
    const [a, b] = [words(123_456n), words(P)];
    jacobiSymbol(a, b);
    expect([a, b]).toEqual([words(123_456n), words(P)]);
  });
});
