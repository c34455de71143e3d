import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteReader, fromBase64, littleEndian, toBase58, toBase64 } from './wallet-bytes.ts';

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 70 }),
  fc.uint8Array({ maxLength: 40 }).map((tail) => new Uint8Array([0, 0, ...tail])),
);

describe('bytes', () => {
  it('are written in base58 as bs58 writes them', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        expect(toBase58(some)).toBe(bs58.encode(some));
      }),
    );
  });

  it('are written in base64 as Node writes them, and read back', () => {
    fc.assert(
      fc.property(bytes, (some) => {
        expect(toBase64(some)).toBe(Buffer.from(some).toString('base64'));
        expect([...fromBase64(toBase64(some))]).toEqual([...some]);
      }),
    );
  });

  it('are numbers, lowest first', () => {
    expect(littleEndian(new Uint8Array([0x40, 0x4b, 0x4c, 0, 0, 0, 0, 0]))).toBe(5_000_000n);
    expect(littleEndian(new Uint8Array(8).fill(255))).toBe(2n ** 64n - 1n);
  });
});

describe('a reader', () => {
  it('reads lengths of one to three bytes', () => {
    const read = byteReader(new Uint8Array([5, 0x80, 0x01, 0xff, 0xff, 0x03]));
    expect([read.length(), read.length(), read.length(), read.left()]).toEqual([5, 128, 65_535, 0]);
  });

  it('throws at the end and at a length without one', () => {
    expect(() => byteReader(new Uint8Array()).byte()).toThrow(RangeError);
    expect(() => byteReader(new Uint8Array(3)).take(4)).toThrow(RangeError);
    expect(() => byteReader(new Uint8Array([0x80, 0x80, 0x80, 0x01])).length()).toThrow(RangeError);
  });
});
