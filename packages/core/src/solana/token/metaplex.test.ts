import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someKey } from '../../../test/support/token-arbitraries.ts';
import { borshText, type MetaplexForm, metaplexBytes } from '../../../test/support/token-bytes.ts';
import { address, addressOf } from '../address.ts';
import { METADATA_PROGRAM, metadataAddress, readMetaplex } from './metaplex.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const mint = key(2);
const metadata = {
  updateAuthority: key(1),
  mint,
  name: 'Name',
  symbol: 'SYM',
  uri: 'https://a.example/1',
  mutable: true,
  tokenStandard: 2,
};
const form: MetaplexForm = { padded: true, creators: null, nonce: 255, room: 100 };
const read = (data: Uint8Array, of = mint) => readMetaplex({ owner: METADATA_PROGRAM, data }, of);
const behindTexts = metaplexBytes(metadata, { ...form, padded: false }).indexOf(244);

describe('the metadata of a mint', () => {
  it('stands at an address that follows from the mint', () => {
    expect(metadataAddress(address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'))).toBe(
      '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq',
    );
  });

  it.each([
    ['filled texts', form],
    ['short texts', { ...form, padded: false }],
    ['creators', { ...form, creators: [key(5), key(6), key(7), key(8)] }],
    ['an empty list of creators', { ...form, creators: [] }],
    ['no nonce', { ...form, nonce: null }],
    ['no room behind', { ...form, room: 0 }],
  ])('is read with %s', (_, written) => {
    expect(read(metaplexBytes(metadata, written))).toEqual(metadata);
  });

  it('may be for good and of no standard', () => {
    const fixed = { ...metadata, mutable: false, tokenStandard: null };
    expect(read(metaplexBytes(fixed, form))).toEqual(fixed);
  });

  it('has no standard where old accounts end, or hold leftovers', () => {
    const whole = metaplexBytes(metadata, { ...form, padded: false, room: 0 });
    const unsaid = { ...metadata, tokenStandard: null };
    for (const cut of [1, 2, 3, 4]) expect(read(whole.subarray(0, -cut))).toEqual(unsaid);
    for (const [at, byte] of [
      [-1, 6],
      [-2, 9],
      [-4, 2],
    ] as const) {
      const changed = whole.slice();
      changed[changed.length + at] = byte;
      expect(read(changed)).toEqual(unsaid);
    }
  });

  it('keeps 256 bytes of a text, and NULs but those at its end', () => {
    const written = { ...metadata, name: 'a\0b\0\0', uri: 'u'.repeat(1_000) };
    expect(read(metaplexBytes(written, { ...form, padded: false }))).toMatchObject({
      name: 'a\0b',
      uri: 'u'.repeat(256),
    });
  });

  it.each([
    ['another mint', metaplexBytes({ ...metadata, mint: key(3) }, form)],
    ['another key', metaplexBytes(metadata, form).map((byte, at) => (at === 0 ? 6 : byte))],
    ['nothing', new Uint8Array(0)],
    ['its head alone', metaplexBytes(metadata, form).subarray(0, 65)],
    ['a text beyond the end', metaplexBytes(metadata, form).subarray(0, 80)],
    ['creators beyond the end', metaplexBytes(metadata, { ...form, creators: [key(5)], room: 0 }).subarray(0, -20)],
    ['creators that are neither', metaplexBytes(metadata, { ...form, padded: false }).map(at(behindTexts + 2, 2))],
    ['a sale that is neither', metaplexBytes(metadata, { ...form, padded: false }).map(at(behindTexts + 3, 2))],
    ['a change that is neither', metaplexBytes(metadata, { ...form, padded: false }).map(at(behindTexts + 4, 2))],
    ['more creators than bytes', endless()],
  ])('is none with %s', (_, data) => {
    expect(read(data)).toBeNull();
  });

  it('is none in an account of another program', () => {
    expect(readMetaplex({ owner: key(9), data: metaplexBytes(metadata, form) }, mint)).toBeNull();
  });

  it('never makes the reader throw', () => {
    const creators = fc.option(fc.array(someKey, { maxLength: 5 }));
    const written = fc.record({ padded: fc.boolean(), creators, nonce: fc.option(fc.nat(255)), room: fc.nat(50) });
    fc.assert(
      fc.property(
        written,
        fc.array(fc.tuple(fc.nat(500), fc.nat(255)), { maxLength: 4 }),
        fc.nat(500),
        (one, changed, cut) => {
          const data = metaplexBytes(metadata, one).slice();
          expect(read(data)).toEqual(metadata);
          for (const [place, byte] of changed) if (place < data.length) data[place] = byte;
          expect(() => read(data)).not.toThrow();
          expect(() => read(data.subarray(0, cut))).not.toThrow();
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

function at(place: number, byte: number): (one: number, index: number) => number {
  return (one, index) => (index === place ? byte : one);
}

/** A list that says to be of as many creators as a count can name. */
function endless(): Uint8Array {
  const texts = ['a', 'b', 'c'].map((one) => borshText(one));
  const head = metaplexBytes(metadata, form).subarray(0, 65);
  return Buffer.concat([head, ...texts, Buffer.of(0, 0, 1, 255, 255, 255, 255), Buffer.alloc(200)]);
}
