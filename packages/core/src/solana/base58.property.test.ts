import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base58FromBytes, bytesFromBase58 } from './base58.ts';

const bytes = (size: number) =>
  fc
    .tuple(fc.uint8Array({ minLength: size, maxLength: size }), fc.nat({ max: size }))
    .map(([random, zeros]) => random.fill(0, 0, zeros));

describe('base58 of bytes', () => {
  it.each([32, 64, 2, 0])('spells %i bytes as the general package does, and reads them back', (size) => {
    fc.assert(
      fc.property(fc.oneof(bytes(size), fc.uint8Array({ minLength: size, maxLength: size })), (given) => {
        const text = base58FromBytes(given);
        expect(text).toBe(bs58.encode(given));
        expect(bytesFromBase58(text, size)).toEqual(Uint8Array.from(given));
      }),
      { numRuns: 500 },
    );
  });

  it('spells the smallest and the largest', () => {
    for (const fill of [0, 1, 255]) {
      const given = new Uint8Array(32).fill(fill);
      expect(base58FromBytes(given)).toBe(bs58.encode(given));
      expect(bytesFromBase58(bs58.encode(given), 32)).toEqual(given);
    }
  });

  it('refuses what does not spell exactly so many bytes', () => {
    const texts = ['', '1', '0'.repeat(44), 'l', '1'.repeat(31), '1'.repeat(33), 'z'.repeat(44), 'z'.repeat(1_000)];
    for (const text of texts) expect(() => bytesFromBase58(text, 32)).toThrow(RangeError);
    expect(() => bytesFromBase58(bs58.encode(new Uint8Array(31).fill(7)), 32)).toThrow('31 bytes');
    expect(() => bytesFromBase58(bs58.encode(new Uint8Array(33).fill(7)), 32)).toThrow(RangeError);
    expect(() => base58FromBytes(new Uint8Array(31))).toThrow('even');
  });
});
