import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someExtension, someKey } from '../../../test/support/token-arbitraries.ts';
import { borshText, inlineMetadata, rawExtension } from '../../../test/support/token-bytes.ts';
import { addressBytes, addressOf } from '../address.ts';
import { TEXT_BYTES_MAX } from './borsh-reader.ts';
import { decodeMintExtension } from './mint-extension.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
/** So many bytes that begin with keys and are then zero, but for some of them. */
function value(length: number, keys: readonly number[], bytes: Readonly<Record<number, number>> = {}): Uint8Array {
  const data = new Uint8Array(length);
  for (const [index, n] of keys.entries()) data.set(addressBytes(key(n)), index * 32);
  for (const [at, byte] of Object.entries(bytes)) data[Number(at)] = byte;
  return data;
}
const metadata = { updateAuthority: key(1), mint: key(2), name: 'Name', symbol: 'SYM', uri: 'https://a.example' };
/** 1.5 and 2, a positive f64 each. */
const multipliers = { 38: 0xf8, 39: 0x3f, 55: 0x40 };

describe('an extension of a mint', () => {
  it.each([
    [3, value(32, [1]), { type: 'close_authority', authority: key(1) }],
    [4, value(65, [1], { 32: 1 }), { type: 'confidential_transfer', authority: key(1), autoApprove: true }],
    [6, Uint8Array.of(2), { type: 'default_account_state', frozen: true }],
    [6, Uint8Array.of(1), { type: 'default_account_state', frozen: false }],
    [6, Uint8Array.of(0), { type: 'default_account_state', frozen: false }],
    [9, new Uint8Array(0), { type: 'non_transferable' }],
    [10, value(52, [1], { 50: 0x9c, 51: 0xff }), { type: 'interest_bearing', authority: key(1), rateBps: -100 }],
    [12, value(32, []), { type: 'permanent_delegate', delegate: null }],
    [14, value(64, [1, 2]), { type: 'transfer_hook', authority: key(1), program: key(2) }],
    [16, value(129, [1, 9], { 64: 1 }), { type: 'confidential_transfer_fee', authority: key(1) }],
    [18, value(64, [1]), { type: 'metadata_pointer', authority: key(1), target: null }],
    [19, inlineMetadata(metadata), { type: 'token_metadata', metadata }],
    [20, value(64, [1, 2]), { type: 'group_pointer', authority: key(1), target: key(2) }],
    [21, value(72, [1, 2]), { type: 'token_group', updateAuthority: key(1) }],
    [21, value(80, [1, 2]), { type: 'token_group', updateAuthority: key(1) }],
    [22, value(64, [1, 2]), { type: 'group_member_pointer', authority: key(1), target: key(2) }],
    [23, value(68, [1, 2]), { type: 'token_group_member', group: key(2) }],
    [23, value(72, [1, 2]), { type: 'token_group_member', group: key(2) }],
    [24, new Uint8Array(196), { type: 'confidential_mint_burn' }],
    [
      25,
      value(56, [1], { ...multipliers, 40: 7 }),
      { type: 'scaled_ui_amount', authority: key(1), multiplier: '1.5', newMultiplier: '2', newFrom: 7n },
    ],
    [26, value(33, [1], { 32: 1 }), { type: 'pausable', authority: key(1), paused: true }],
    [28, value(32, [1]), { type: 'permissioned_burn', authority: key(1) }],
  ])('of type %i is read', (type, data, read) => {
    expect(decodeMintExtension(type, data)).toEqual(read);
  });

  it('that takes a fee is read with both its terms', () => {
    const data = value(108, [1, 2], { 72: 4, 80: 5, 88: 6, 90: 7, 98: 8, 106: 9 });
    expect(decodeMintExtension(1, data)).toEqual({
      type: 'transfer_fee',
      authority: key(1),
      withdrawAuthority: key(2),
      fee: {
        older: { epoch: 4n, maximum: 5n, basisPoints: 6n },
        newer: { epoch: 7n, maximum: 8n, basisPoints: 9n },
        mutable: true,
      },
    });
  });

  it.each([2, 5, 7, 8, 11, 13, 15, 17, 27])('of type %i belongs to accounts', (type) => {
    expect(decodeMintExtension(type, new Uint8Array(0))).toBe('account_side');
  });

  it.each([0, 29, 255, 65_535])('of type %i is not known', (type) => {
    expect(decodeMintExtension(type, new Uint8Array(8))).toBe('unknown');
  });

  it.each([
    ['more than the whole as a fee', 1, value(108, [1], { 88: 0x11, 89: 0x27 })],
    ['an approval that is neither', 4, value(65, [1], { 32: 2 })],
    ['a state beyond frozen', 6, Uint8Array.of(3)],
    ['a harvest that is neither', 16, value(129, [1], { 64: 2 })],
    ['a pause that is neither', 26, value(33, [1], { 32: 2 })],
    ['a multiplier of zero', 25, value(56, [1], { 55: 0x40 })],
    ['a negative multiplier', 25, value(56, [1], { ...multipliers, 39: 0xbf })],
    ['a multiplier without end', 25, value(56, [1], { ...multipliers, 38: 0xf0, 39: 0x7f })],
    ['a multiplier that is no number', 25, value(56, [1], { ...multipliers, 38: 0xf8, 39: 0x7f })],
    ['a multiplier too small to be exact', 25, value(56, [1], { ...multipliers, 38: 0x08, 39: 0 })],
    ['metadata that ends in its keys', 19, value(63, [1])],
    ['metadata with a name beyond the end', 19, Buffer.concat([value(64, [1, 2]), borshText('Name').subarray(0, 6)])],
    ['metadata with a byte behind', 19, Buffer.concat([inlineMetadata(metadata), Buffer.of(0)])],
    ['metadata without its count', 19, inlineMetadata(metadata).subarray(0, -4)],
    ['metadata with a pair cut', 19, inlineMetadata(metadata, [['key', 'value']]).subarray(0, -1)],
  ])('is malformed with %s', (_, type, data) => {
    expect(decodeMintExtension(type, data)).toBe('malformed');
  });

  it('is malformed with a byte too many or too few', () => {
    fc.assert(
      fc.property(
        someKey.chain((mint) => fc.tuple(someExtension(mint), fc.constant(mint))),
        ([extension, mint]) => {
          const [type, data] = rawExtension(extension, mint);
          expect(decodeMintExtension(type, Buffer.concat([data, Buffer.of(0)]))).toBe('malformed');
          if (data.length > 0) expect(decodeMintExtension(type, data.subarray(0, -1))).toBe('malformed');
        },
      ),
    );
  });

  it('is what was written', () => {
    fc.assert(
      fc.property(
        someKey.chain((mint) => fc.tuple(someExtension(mint), fc.constant(mint))),
        ([extension, mint]) => {
          expect(decodeMintExtension(...rawExtension(extension, mint))).toEqual(extension);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never makes the reader throw', () => {
    const length = fc.constantFrom(0, 1, 8, 32, 33, 52, 56, 64, 65, 68, 72, 80, 108, 129, 196, 295, 400);
    const bytes = length.chain((count) => fc.uint8Array({ minLength: count, maxLength: count }));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), bytes, (type, data) => {
        expect(() => decodeMintExtension(type, data)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('metadata inside a mint', () => {
  const named = (name: string | Uint8Array) => {
    const rest = [borshText('S'), borshText(''), Buffer.alloc(4)];
    const read = decodeMintExtension(19, Buffer.concat([value(64, [0, 2]), borshText(name), ...rest]));
    return typeof read === 'object' && read.type === 'token_metadata' ? read.metadata.name : read;
  };

  it('may have additional pairs, which are passed over', () => {
    const pairs = [
      ['one', 'first'],
      ['', ''],
    ] as const;
    expect(decodeMintExtension(19, inlineMetadata(metadata, pairs))).toEqual({ type: 'token_metadata', metadata });
  });

  it('keeps 256 bytes of a text, cut between characters', () => {
    expect(named('a'.repeat(256))).toBe('a'.repeat(256));
    expect(named('a'.repeat(5_000))).toBe('a'.repeat(TEXT_BYTES_MAX));
    expect(named(`a${'€'.repeat(100)}`)).toBe(`a${'€'.repeat(85)}`);
    expect(named(`ab${'😀'.repeat(70)}`)).toBe(`ab${'😀'.repeat(63)}`);
  });

  it('has a sign in the place of bytes that are no text', () => {
    expect(named(Uint8Array.of(0x55, 0xff, 0x53))).toBe('U\ufffdS');
    expect(named(new Uint8Array(300).fill(0x80))).toBe('\ufffd'.repeat(253));
    expect(named('\ufeffUSDC')).toBe('\ufeffUSDC');
  });
});
