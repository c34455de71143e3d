import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base58Bytes, base58Of, isBase58 } from './base58.ts';

const spells32 = base58Of(32);
const spells64 = base58Of(64);

describe('base58Of', () => {
  it('agrees with decoding for random bytes of every length near the asked one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 29, maxLength: 35 }), fc.nat(31), (bytes, zeros) => {
        bytes.fill(0, 0, zeros);
        return spells32(bs58.encode(bytes)) === (bytes.length === 32);
      }),
      { numRuns: 400 },
    );
  });

  it('agrees with decoding for random texts of the alphabet', () => {
    const letter = fc.constantFrom(...'12zZaAjJ9kK');
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 30, maxLength: 46 }), (text) => {
        return spells32(text) === (bs58.decode(text).length === 32);
      }),
      { numRuns: 400 },
    );
  });

  it('holds at both ends of the range', () => {
    for (const byte of [0x00, 0x01, 0xff]) {
      const bytes = new Uint8Array(32).fill(byte);
      expect(spells32(bs58.encode(bytes))).toBe(true);
      expect(spells32(bs58.encode(new Uint8Array(33).fill(byte)))).toBe(false);
      expect(spells32(bs58.encode(new Uint8Array(31).fill(byte)))).toBe(false);
    }
    const least = new Uint8Array(64);
    least[0] = 1;
    expect(spells64(bs58.encode(least))).toBe(true);
    expect(spells64(bs58.encode(least.subarray(0, 63)))).toBe(false);
  });

  it('refuses what is not of the alphabet', () => {
    expect(spells32('0'.repeat(44))).toBe(false);
    expect(spells32('é'.repeat(40))).toBe(false);
    expect(spells32('')).toBe(false);
    expect(isBase58('Il')).toBe(false);
    expect(isBase58('')).toBe(true);
  });
});

describe('base58Bytes', () => {
  it('spells what it was made of, at any length and with any zeros in front', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(5), (bytes, zeros) => {
        bytes.fill(0, 0, zeros);
        expect(base58Bytes(bs58.encode(bytes))).toEqual(bytes);
      }),
      { numRuns: 1_000 },
    );
  });

  it('agrees with the general decoder on every text of the alphabet', () => {
    const letter = fc.constantFrom(...'123zZaAjJ9kK');
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 90 }), (text) => {
        expect(base58Bytes(text)).toEqual(bs58.decode(text));
      }),
      { numRuns: 1_000 },
    );
  });
});
