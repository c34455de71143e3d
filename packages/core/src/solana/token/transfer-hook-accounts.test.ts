import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookListBytes, seed, wanted } from '../../../test/support/trade-hooks.ts';
import { type Address, addressBytes, addressOf, derivedAddress } from '../address.ts';
import { hookListAddress, readHookList } from './transfer-hook.ts';
import { type DataOf, type Resolved, resolveHookList } from './transfer-hook-accounts.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const HOOK = key(40);
const transfer = {
  hookProgram: HOOK,
  source: key(1),
  mint: key(2),
  destination: key(3),
  authority: key(4),
  amount: 0x0102n,
};
const vault = Buffer.concat([addressBytes(key(2)), addressBytes(key(9)), Buffer.alloc(101)]);
const read: ReadonlyMap<Address, Uint8Array | null> = new Map<Address, Uint8Array | null>([
  [transfer.destination, vault],
  [transfer.authority, new Uint8Array(0)],
  [transfer.mint, null],
]);

function resolved(entries: readonly Uint8Array[], dataOf: DataOf = (address) => read.get(address)): Resolved {
  return resolveHookList(readHookList(hookListBytes(entries))!, transfer, dataOf);
}

const addressesOf = (entries: readonly Uint8Array[]) => {
  const made = resolved(entries);
  return made.is === 'resolved' ? made.accounts.map(({ address }) => address) : made;
};

describe('accounts that a hook wants', () => {
  it('are found by each kind of seed', () => {
    const amount = Buffer.from('0201000000000000', 'hex');
    const made = addressesOf([
      wanted.own([seed.literal('vip')]),
      wanted.own([seed.key(0), seed.key(4)]),
      wanted.own([seed.instruction(8, 8)]),
      wanted.own([seed.data(2, 32, 32), seed.literal('seat')]),
      wanted.own([]),
    ]);
    const listed = hookListAddress(transfer.mint, HOOK);
    expect(made).toEqual([
      derivedAddress([Buffer.from('vip')], HOOK),
      derivedAddress([addressBytes(key(1)), addressBytes(listed)], HOOK),
      derivedAddress([amount], HOOK),
      derivedAddress([addressBytes(key(9)), Buffer.from('seat')], HOOK),
      derivedAddress([], HOOK),
    ]);
  });

  it('may refer to those before them, as keys and as programs', () => {
    const made = addressesOf([wanted.fixed(key(7)), wanted.of(5, [seed.literal('a')]), wanted.own([seed.key(6)])]);
    const second = derivedAddress([Buffer.from('a')], key(7));
    expect(made).toEqual([key(7), second, derivedAddress([addressBytes(second)], HOOK)]);
  });

  it('may be stored in an account or in the instruction', () => {
    expect(addressesOf([wanted.inAccount(2, 32)])).toEqual([key(9)]);
    expect(addressesOf([wanted.inInstruction(0)])).toMatchObject({ is: 'unresolvable' });
  });

  it('never sign, and are written to only where the same account was before', () => {
    const made = resolved([
      wanted.fixed(key(1), true),
      wanted.fixed(key(7), true, true),
      wanted.fixed(key(7), true),
      wanted.fixed(key(8)),
      wanted.fixed(key(8), true),
    ]);
    expect(made).toEqual({
      is: 'resolved',
      accounts: [
        { address: key(1), writable: false },
        { address: key(7), writable: true },
        { address: key(7), writable: true },
        { address: key(8), writable: false },
        { address: key(8), writable: false },
      ],
    });
  });

  it('rest on data that has to be read first, all of it that can be named', () => {
    const made = resolved([
      wanted.own([seed.data(0, 64, 8)]),
      wanted.own([seed.key(5), seed.literal('b')]),
      wanted.fixed(key(7)),
      wanted.inAccount(7, 0),
      wanted.inAccount(6, 0),
    ]);
    expect(made).toEqual({ is: 'needs', accounts: [key(1), key(7)] });
  });

  it.each([
    ['data of an account that is not there', wanted.inAccount(1, 0), 'account 1 is not there'],
    ['bytes beyond an account', wanted.own([seed.data(2, 150, 32)]), '32 bytes at 150 of 165'],
    ['bytes beyond the instruction', wanted.own([seed.instruction(9, 8)]), '8 bytes at 9 of 16'],
    ['an account that comes later', wanted.own([seed.key(5)]), 'no account 5 stands before'],
    ['a program that comes later', wanted.of(5, []), 'no account 5 stands before'],
    ['a seed of too many bytes', wanted.own([seed.data(2, 0, 33)]), 'a seed of too many bytes'],
    ['too many seeds', wanted.own(Array.from({ length: 16 }, () => seed.key(0))), 'an address of too many seeds'],
  ])('are none with %s', (_, entry, why) => {
    expect(resolved([entry])).toEqual({ is: 'unresolvable', why });
  });

  it('are found, needed or refused for any list, and never thrown at', () => {
    const number = fc.nat({ max: 9 });
    const config = fc.oneof(
      fc.tuple(fc.constant(1), fc.constant(2), number, number),
      fc.tuple(fc.constant(2), number, number),
      fc.tuple(fc.constant(3), number),
      fc.tuple(fc.constant(4), number, fc.nat({ max: 255 }), fc.nat({ max: 40 })),
    );
    const entry = fc
      .tuple(fc.constantFrom(0, 1, 2, 128, 133), fc.array(config, { maxLength: 7 }), fc.boolean())
      .map(([kind, seeds, writable]) => {
        const bytes = Buffer.alloc(35);
        bytes.set([kind, ...seeds.flat().slice(0, 32)]);
        bytes[34] = writable ? 1 : 0;
        return bytes;
      });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        const list = readHookList(hookListBytes(entries));
        if (list === null) return;
        const made = resolveHookList(list, transfer, (address) => read.get(address));
        expect(['resolved', 'needs', 'unresolvable']).toContain(made.is);
        if (made.is === 'resolved') expect(made.accounts).toHaveLength(entries.length);
      }),
    );
  });
});
