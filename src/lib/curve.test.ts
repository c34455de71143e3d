import { createHash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { isCompressedPoint } from './curve.ts';

const CASES = 2_000;

it('agrees with the reference for addresses that look random, on the curve and off it', () => {
  let points = 0;
  for (let n = 0; n < CASES; n += 1) {
    const bytes = createHash('sha256').update(String(n)).digest();
    const expected = PublicKey.isOnCurve(bytes);
    expect(isCompressedPoint(bytes)).toBe(expected);
    if (expected) points += 1;
  }
  expect(points).toBeGreaterThan(CASES / 3);
  expect(points).toBeLessThan((CASES * 2) / 3);
});

it('takes the neutral point and keys of wallets for points', () => {
  const one = new Uint8Array(32);
  one[0] = 1;
  expect(isCompressedPoint(one)).toBe(true);
  expect(isCompressedPoint(new PublicKey('86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY').toBytes())).toBe(true);
});
