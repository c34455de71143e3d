import bs58 from 'bs58';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase58 } from './base58.ts';

test('any bytes are spelled as the reference spells them', () => {
  const zeros = fc.nat(5).map((length) => new Uint8Array(length));
  const bytes = fc.tuple(zeros, fc.uint8Array({ maxLength: 400 })).map((parts) => Buffer.concat(parts));
  fc.assert(
    fc.property(bytes, (some) => {
      expect(encodeBase58(some)).toBe(bs58.encode(some));
    }),
  );
});
