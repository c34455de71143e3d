import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cast } from '#world/actors.ts';
import { memoInstruction, pay } from '#world/instructions.ts';
import { signedBytes } from '#world/transaction.ts';
import { decodeMessage, decodeSigned, isWritable, WireError } from './wire.ts';

const cast = new Cast('wire');
const payer = cast.person('payer');
const other = cast.person('other');
const BLOCKHASH = other.address;
const bytes = Buffer.from(
  signedBytes({ payer, instructions: [pay(payer, other.publicKey, 5n), memoInstruction('hello')] }, BLOCKHASH),
);
/** Where the message starts: one count and one signature. */
const MESSAGE = 65;

function changed(at: number, ...values: number[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(values), bytes.subarray(at + 1)]);
}

describe('decodeTransaction', () => {
  test('reads what was written', () => {
    const { message, signatures } = decodeSigned(bytes);
    expect(signatures).toHaveLength(1);
    expect(message).toMatchObject({ version: 'legacy', requiredSignatures: 1, blockhash: BLOCKHASH, lookups: [] });
    expect(message.keys.slice(0, 2)).toEqual([payer.address, other.address]);
    expect(message.keys.map((_, index) => isWritable(message, index))).toEqual([true, true, false, false]);
    const [, second] = message.instructions;
    expect(Buffer.from(second?.data ?? []).toString()).toBe('hello');
  });

  test('refuses what the virtual machine could not survive', () => {
    const cases: readonly [string, Uint8Array, string][] = [
      ['an alias of a length', changed(0, 0x81, 0x00), 'layout'],
      ['a length of four bytes', changed(0, 0x81, 0x80, 0x80, 0x01), 'layout'],
      ['a byte too few', bytes.subarray(0, -1), 'layout'],
      ['a byte too many', Buffer.concat([bytes, Buffer.alloc(1)]), 'layout'],
      ['nothing', new Uint8Array(0), 'layout'],
      ['1,233 bytes', new Uint8Array(1233), 'layout'],
      ['a version of the future', changed(MESSAGE, 0x81), 'layout'],
      ['no signer', changed(MESSAGE, 0), 'sanity'],
      ['more signers than signatures', changed(MESSAGE, 2), 'sanity'],
      ['a read-only fee payer', changed(MESSAGE + 1, 1), 'sanity'],
      ['more read-only keys than keys', changed(MESSAGE + 2, 4), 'sanity'],
    ];
    for (const [what, input, kind] of cases) {
      expect(() => decodeSigned(input), what).toThrow(WireError);
      expect(() => decodeSigned(input), what).toThrow(expect.objectContaining({ kind }));
    }
  });

  test('refuses a program that is the fee payer, and indexes beyond the keys', () => {
    const program = bytes.length - 'hello'.length - 3;
    expect(() => decodeSigned(changed(program, 0))).toThrow('out of range');
    expect(() => decodeSigned(changed(program, 4))).toThrow('out of range');
  });
});

describe('version 1', () => {
  const config = { priorityFee: 77n, computeUnitLimit: 300_000 };
  const instructions = [pay(payer, other.publicKey, 5n), memoInstruction('hello')];
  const newest = Buffer.from(signedBytes({ payer, instructions, config }, BLOCKHASH));
  const set = (at: number, ...values: number[]) =>
    Buffer.concat([newest.subarray(0, at), Buffer.from(values), newest.subarray(at + values.length)]);
  /** Where the mask, both numbers, the first key and the values of the mask stand. */
  const at = { mask: 4, calls: 40, keys: 41, key: 42, values: 42 + 4 * 32 } as const;

  test('says the same as another version, and its configuration', () => {
    const { message, messageBytes, signatures } = decodeSigned(newest);
    const { version, config, ...rest } = message;
    const { version: _, config: none, ...same } = decodeSigned(bytes).message;
    expect([version, none, rest]).toEqual([1, null, same]);
    expect(config).toEqual({ ...config, loadedAccountsDataSizeLimit: 67_108_864, heapSize: null });
    expect([messageBytes.length, signatures.length]).toEqual([newest.length - 64, 1]);
    expect(decodeMessage(messageBytes)).toEqual(message);
  });

  test('reads each value of the mask alone, and none', () => {
    const values = newest.subarray(at.values, at.values + 16);
    const masked = (mask: number, kept: Uint8Array) =>
      decodeSigned(
        Buffer.concat([
          newest.subarray(0, at.mask),
          Buffer.of(mask, 0, 0, 0),
          newest.subarray(at.mask + 4, at.values),
          kept,
          newest.subarray(at.values + 16),
        ]),
      ).message.config;
    const none = { priorityFee: null, computeUnitLimit: null, loadedAccountsDataSizeLimit: null, heapSize: null };
    expect(masked(0, Buffer.alloc(0))).toEqual(none);
    expect(masked(0b11, values.subarray(0, 8))).toEqual({ ...none, priorityFee: 77n });
    expect(masked(0b100, values.subarray(8, 12))).toEqual({ ...none, computeUnitLimit: 300_000 });
    expect(masked(0b1_0000, values.subarray(8, 12))).toEqual({ ...none, heapSize: 300_000 });
    for (const half of [0b1, 0b10]) expect(() => masked(half, values.subarray(0, 4))).toThrow('half a priority fee');
  });

  test.each<[string, Uint8Array, 'layout' | 'sanity']>([
    ['a byte too few', newest.subarray(0, -1), 'layout'],
    ['a byte too many', Buffer.concat([newest, Buffer.alloc(1)]), 'layout'],
    ['4,097 bytes', Buffer.concat([newest, Buffer.alloc(4_097 - newest.length)]), 'layout'],
    ['an unknown bit of the mask', set(at.mask, 0b10_1111), 'layout'],
    ['a high bit of the mask', set(at.mask + 3, 0x80), 'layout'],
    [
      'a message of version 1 between signatures and their number',
      Buffer.concat([bytes.subarray(0, MESSAGE), newest]),
      'layout',
    ],
    ['no signer', Buffer.concat([set(1, 0).subarray(0, -64)]), 'sanity'],
    ['the same key twice', set(at.key + 32, ...newest.subarray(at.key, at.key + 32)), 'sanity'],
    ['a read-only fee payer', set(2, 1), 'sanity'],
    ['a program that is the fee payer', set(at.values + 16, 0), 'sanity'],
  ])('refuses %s', (_, input, kind) => {
    expect(() => decodeSigned(input)).toThrow(expect.objectContaining({ kind }));
  });

  test('holds 64 keys and 64 instructions, and no more', () => {
    const strangers = Array.from({ length: 63 }, (_, index) => cast.person(`${index}`).publicKey);
    const wire = (count: number, keys: number) => {
      const calls = Array.from({ length: count }, (_, index) => {
        const call = memoInstruction(`${index}`);
        if (index === 0)
          call.keys.push(...strangers.slice(0, keys).map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })));
        return call;
      });
      return () => decodeSigned(signedBytes({ payer, instructions: calls, config }, BLOCKHASH)).message.keys.length;
    };
    expect(wire(64, 62)()).toBe(64);
    expect(wire(65, 0)).toThrow('too many instructions');
    expect(wire(1, 63)).toThrow('too many account keys');
  });
});

test('random bytes are decoded to a message or refused, never anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (input) => {
      for (const decode of [decodeSigned, decodeMessage]) {
        try {
          decode(input);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }
    }),
    { numRuns: 500 },
  );
});
