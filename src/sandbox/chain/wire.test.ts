import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Cast } from '../world/actors.ts';
import { memo, pay } from '../world/instructions.ts';
import { signedBytes } from '../world/transaction.ts';
import { decodeMessage, decodeTransaction, isWritable, WireError } from './wire.ts';

const cast = new Cast('wire');
const payer = cast.person('payer');
const other = cast.person('other');
const BLOCKHASH = other.address;
const bytes = Buffer.from(
  signedBytes({ payer, instructions: [pay(payer, other.publicKey, 5n), memo('hello')] }, BLOCKHASH),
);
/** Where the message starts: one count and one signature. */
const MESSAGE = 65;

function changed(at: number, ...values: number[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(values), bytes.subarray(at + 1)]);
}

describe('decodeTransaction', () => {
  test('reads what was written', () => {
    const { message, signatures } = decodeTransaction(bytes);
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
      expect(() => decodeTransaction(input), what).toThrow(WireError);
      expect(() => decodeTransaction(input), what).toThrow(expect.objectContaining({ kind }));
    }
  });

  test('refuses a program that is the fee payer, and indexes beyond the keys', () => {
    const program = bytes.length - 'hello'.length - 3;
    expect(() => decodeTransaction(changed(program, 0))).toThrow('out of range');
    expect(() => decodeTransaction(changed(program, 4))).toThrow('out of range');
  });
});

test('random bytes are decoded to a message or refused, never anything else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (input) => {
      for (const decode of [decodeTransaction, decodeMessage]) {
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
