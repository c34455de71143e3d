import { createHash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../test/support/cases.ts';
import { isCanonicalPoint, isCompressedPoint } from './curve.ts';

const CASES = cases(2_000);
const P = (1n << 255n) - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

function power(base: bigint, exponent: bigint): bigint {
  let [result, factor] = [1n, base];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}

/** By the definition: x^2 is a quotient of numbers modulo p, and has a root or none. */
function hasPoint(bytes: Uint8Array): boolean {
  const y = BigInt.asUintN(255, BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)) % P;
  const square = (y * y) % P;
  const x2 = ((square + P - 1n) * power((D * square + 1n) % P, P - 2n)) % P;
  return power(x2, (P - 1n) / 2n) !== P - 1n;
}

function littleEndian(value: bigint): Uint8Array {
  return new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse());
}

/** Numbers about the edges of what a y may be, each with either sign of x. */
const edges = [0n, 1n, 2n, P - 2n, P - 1n, P, P + 1n, P + 2n, P + 18n, P / 2n]
  .flatMap((y) => [y, y + (1n << 255n)])
  .map(littleEndian);

describe('a compressed point', () => {
  it('agrees with the reference for addresses that look random, on the curve and off it', () => {
    let points = 0;
    for (let n = 0; n < CASES; n += 1) {
      const bytes = createHash('sha256').update(String(n)).digest();
      const expected = PublicKey.isOnCurve(bytes);
      expect(isCompressedPoint(bytes)).toBe(expected);
      expect(isCanonicalPoint(bytes)).toBe(expected);
      if (expected) points += 1;
    }
    expect(points).toBeGreaterThan(CASES / 3);
    expect(points).toBeLessThan((CASES * 2) / 3);
  });

  it('agrees with the definition for bytes with long rows of zeros and ones', () => {
    const run = fc.constantFrom(0, 255, 1, 127, 128);
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const rows = fc.array(fc.oneof(run, fc.nat(255)), { minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.oneof(bytes, rows), (given) => {
        const point = Uint8Array.from(given);
        expect(isCompressedPoint(point)).toBe(hasPoint(point));
        expect(isCanonicalPoint(point)).toBe(PublicKey.isOnCurve(point));
      }),
      { numRuns: cases(500) },
    );
  });

  it('is read modulo p, and by the RFC only where y is less than p and a zero has no sign', () => {
    for (const bytes of edges) {
      expect(isCompressedPoint(bytes)).toBe(hasPoint(bytes));
      expect(isCanonicalPoint(bytes)).toBe(PublicKey.isOnCurve(bytes));
    }
    expect(edges.filter((bytes) => isCompressedPoint(bytes) && !isCanonicalPoint(bytes))).not.toEqual([]);
  });

  it('takes the neutral point and keys of wallets for points', () => {
    const one = new Uint8Array(32);
    one[0] = 1;
    expect(isCompressedPoint(one)).toBe(true);
    expect(isCompressedPoint(new PublicKey('86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY').toBytes())).toBe(true);
  });
});
