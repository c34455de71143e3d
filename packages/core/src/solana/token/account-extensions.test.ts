import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nullableKey, someKey, someU64 } from '../../../test/support/token-arbitraries.ts';
import { extended, holdingBase, type RawExtension } from '../../../test/support/token-bytes.ts';
import { addressOf } from '../address.ts';
import { readHolderAccount } from './account-extensions.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const tokenAccount = { mint: key(2), authority: key(3), amount: 5n, state: 1, delegate: null, delegatedAmount: 0n };
const base = holdingBase({ ...tokenAccount, closeAuthority: null, isNative: false });
const read = (...extensions: readonly RawExtension[]) =>
  readHolderAccount({ owner: TOKEN_2022_PROGRAM, data: extended(base, 2, extensions) });
const empty = new Uint8Array(0);

const plain = {
  mint: key(2),
  authority: key(3),
  amount: 5n,
  frozen: false,
  delegate: null,
  delegatedAmount: 0n,
  closeAuthority: null,
  isNative: false,
  memoRequired: false,
  cpiGuard: false,
  immutableOwner: false,
  nonTransferable: false,
  confidential: false,
  withheldFee: 0n,
  unknownExtensions: [],
};

describe('the account of a holder', () => {
  it('is read with whoever else has power over it', () => {
    const data = holdingBase({
      ...tokenAccount,
      state: 2,
      delegate: key(4),
      delegatedAmount: 3n,
      closeAuthority: key(5),
      isNative: true,
    });
    for (const owner of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
      expect(readHolderAccount({ owner, data })).toEqual({
        ...plain,
        frozen: true,
        delegate: key(4),
        delegatedAmount: 3n,
        closeAuthority: key(5),
        isNative: true,
      });
    }
  });

  it.each([
    ['nothing', [], {}],
    ['a fee withheld', [[2, Uint8Array.of(1, 2, 0, 0, 0, 0, 0, 0)]], { withheldFee: 513n }],
    ['a confidential balance', [[5, new Uint8Array(295)]], { confidential: true }],
    ['an owner for good', [[7, empty]], { immutableOwner: true }],
    ['memos wanted', [[8, Uint8Array.of(1)]], { memoRequired: true }],
    ['memos no longer wanted', [[8, Uint8Array.of(0)]], {}],
    ['a guard', [[11, Uint8Array.of(1)]], { cpiGuard: true }],
    ['a guard that is off', [[11, Uint8Array.of(0)]], {}],
    [
      'tokens that stay',
      [
        [13, empty],
        [7, empty],
      ],
      { nonTransferable: true, immutableOwner: true },
    ],
    [
      'marks of its mint',
      [
        [15, Uint8Array.of(0)],
        [17, new Uint8Array(64)],
        [27, empty],
      ],
      {},
    ],
    [
      'types of mints and of nobody',
      [
        [3, new Uint8Array(32)],
        [77, empty],
      ],
      { unknownExtensions: [3, 77] },
    ],
  ] as const)('is read with %s', (_, extensions, changes) => {
    expect(read(...(extensions as unknown as RawExtension[]))).toEqual({ ...plain, ...changes });
  });

  it.each([
    ['a setting of another length', [[8, Uint8Array.of(1, 0)]]],
    ['a setting that is neither', [[8, Uint8Array.of(2)]]],
    ['a guard that is neither', [[11, Uint8Array.of(2)]]],
    ['a fee of another length', [[2, new Uint8Array(7)]]],
    [
      'one type twice',
      [
        [7, empty],
        [7, empty],
      ],
    ],
  ] as const)('is none with %s', (_, extensions) => {
    expect(read(...(extensions as unknown as RawExtension[]))).toBeNull();
  });

  it('is none where an option is neither there nor not', () => {
    for (const at of [72, 109, 129]) {
      const data = base.slice();
      data[at] = 2;
      expect(readHolderAccount({ owner: TOKEN_PROGRAM, data })).toBeNull();
    }
  });

  it('is none for what is no token account', () => {
    expect(readHolderAccount({ owner: key(1), data: base })).toBeNull();
    expect(readHolderAccount({ owner: TOKEN_PROGRAM, data: new Uint8Array(165) })).toBeNull();
    expect(readHolderAccount({ owner: TOKEN_2022_PROGRAM, data: extended(base, 1, []) })).toBeNull();
  });

  it('is read as it was written, whatever stands where a key was given up', () => {
    const some = fc.record({
      mint: someKey,
      authority: someKey,
      amount: someU64,
      state: fc.constantFrom(1, 2),
      delegate: nullableKey,
      delegatedAmount: someU64,
      closeAuthority: nullableKey,
      isNative: fc.boolean(),
    });
    fc.assert(
      fc.property(some, someKey, ({ state, ...one }, stale) => {
        const data = holdingBase({ ...one, state }, stale);
        const account = readHolderAccount({ owner: TOKEN_PROGRAM, data });
        expect(account).toEqual({ ...plain, ...one, frozen: state === 2 });
      }),
    );
  });

  it('never makes the reader throw', () => {
    const behind = fc.uint8Array({ maxLength: 40 });
    const extension = fc.tuple(fc.nat(30), fc.uint8Array({ maxLength: 10 }));
    fc.assert(
      fc.property(fc.array(extension, { maxLength: 4 }), behind, fc.nat(400), fc.nat(255), (list, room, at, byte) => {
        const data = extended(base, 2, list, room);
        if (at < data.length) data[at] = byte;
        expect(() => readHolderAccount({ owner: TOKEN_2022_PROGRAM, data })).not.toThrow();
        expect(() => readHolderAccount({ owner: TOKEN_2022_PROGRAM, data: data.subarray(0, at) })).not.toThrow();
      }),
      { numRuns: 1_000 },
    );
  });
});
