import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookEntry, hookListBytes, seed, typed, wanted } from '../../../test/support/trade-hooks.ts';
import { addressBytes, addressOf, derivedAddress } from '../address.ts';
import { executeData, hookListAddress, readHookList } from './transfer-hook.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));

describe('the list of a hook', () => {
  it('stands at an address that follows from the mint and the program', () => {
    const seeds = [Buffer.from('extra-account-metas'), addressBytes(key(1))];
    expect(hookListAddress(key(1), key(2))).toBe(derivedAddress(seeds, key(2)));
  });

  it('is read entry by entry, each with its kind and whether it is written to', () => {
    const list = hookListBytes([
      wanted.fixed(key(3), true),
      wanted.own([seed.literal('vip'), seed.key(3), seed.instruction(8, 8), seed.data(2, 32, 32)]),
      wanted.of(5, [seed.key(0)]),
      wanted.inInstruction(8),
      wanted.inAccount(4, 200),
    ]);
    expect(readHookList(list)).toEqual([
      { address: { is: 'fixed', address: key(3) }, writable: true },
      {
        address: {
          is: 'derived',
          program: null,
          seeds: [
            { is: 'literal', bytes: Buffer.from('vip') },
            { is: 'key', account: 3 },
            { is: 'instruction', at: 8, length: 8 },
            { is: 'data', account: 2, at: 32, length: 32 },
          ],
        },
        writable: false,
      },
      { address: { is: 'derived', program: 5, seeds: [{ is: 'key', account: 0 }] }, writable: false },
      { address: { is: 'in_instruction', at: 8 }, writable: false },
      { address: { is: 'in_account', account: 4, at: 200 }, writable: false },
    ]);
  });

  it('may be empty, stand behind other entries and have room left', () => {
    expect(readHookList(hookListBytes([]))).toEqual([]);
    const before = typed(Buffer.alloc(8, 7), Buffer.alloc(5));
    expect(readHookList(hookListBytes([wanted.fixed(key(3))], { before }))).toHaveLength(1);
    const roomy = Buffer.concat([hookListBytes([]), Buffer.alloc(60)]);
    expect(readHookList(roomy)).toEqual([]);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['zeros', new Uint8Array(80)],
    ['another type', typed(Buffer.alloc(8, 7), Buffer.alloc(4))],
    ['a length beyond the end', hookListBytes([wanted.fixed(key(3))]).subarray(0, 40)],
    ['more entries than bytes', hookListBytes([wanted.fixed(key(3))], { count: 2 })],
    ['more entries than a transaction takes', hookListBytes(Array.from({ length: 33 }, () => wanted.fixed(key(3))))],
    ['no count', typed(executeData(0n).subarray(0, 8), Buffer.alloc(3))],
    ['a kind of entry that is not known', hookListBytes([hookEntry(3, [])])],
    ['a stored key of no place', hookListBytes([hookEntry(2, [0])])],
    ['a stored key of a place that is not known', hookListBytes([hookEntry(2, [3, 0, 0])])],
    ['a kind of seed that is not known', hookListBytes([wanted.own([[5, 0]])])],
    ['a literal beyond its room', hookListBytes([wanted.own([[1, 31]])])],
    ['a seed that is cut', hookListBytes([wanted.own([seed.literal('a'.repeat(28)), [4, 1]])])],
  ])('is none with %s', (_, data) => {
    expect(readHookList(data)).toBeNull();
  });

  it('never makes the reader throw', () => {
    const shaped = fc.array(fc.uint8Array({ minLength: 35, maxLength: 35 }), { maxLength: 4 }).map((entries) => {
      return hookListBytes(entries);
    });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), shaped), (data) => {
        expect(() => readHookList(data)).not.toThrow();
      }),
    );
  });
});
