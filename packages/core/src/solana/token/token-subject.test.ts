import { describe, expect, it } from 'vitest';
import {
  extended,
  holdingBase,
  inlineMetadata,
  mintBase,
  type RawExtension,
} from '../../../test/support/token-bytes.ts';
import { addressOf } from '../address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';
import { readTokenSubject } from './token-subject.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const address = key(7);
const old = (data: Uint8Array) => readTokenSubject({ address, owner: TOKEN_PROGRAM, data });
const newer = (data: Uint8Array) => readTokenSubject({ address, owner: TOKEN_2022_PROGRAM, data });
const plain = { supply: 1_000n, decimals: 6, mintAuthority: key(1), freezeAuthority: null };
const base = mintBase({ ...plain, program: TOKEN_PROGRAM });
const tokenAccount = { mint: key(2), authority: key(3), amount: 5n, state: 1, delegate: null, delegatedAmount: 0n };
const account = holdingBase({ ...tokenAccount, closeAuthority: null, isNative: false });
const closable: RawExtension = [3, new Uint8Array(32).fill(4)];
const withByte = (data: Uint8Array, at: number, byte: number) => data.map((one, index) => (index === at ? byte : one));
const malformed = { is: 'malformed', why: expect.stringMatching(/.{8,}/) };

describe('a subject of the token program', () => {
  it('is known by its length', () => {
    expect(old(base)).toEqual({
      is: 'mint',
      mint: { ...plain, program: TOKEN_PROGRAM, extensions: [], unknownExtensions: [] },
    });
    expect(old(account)).toEqual({ is: 'token_account', mint: key(2), owner: key(3) });
    expect(old(new Uint8Array(355))).toEqual({ is: 'multisig' });
    for (const length of [0, 1, 81, 83, 164, 166, 200, 354, 356])
      expect(old(new Uint8Array(length))).toEqual(malformed);
  });

  it('knows no extensions', () => {
    expect(old(extended(base, 1, [closable]))).toEqual(malformed);
    expect(old(extended(account, 2, []))).toEqual(malformed);
  });
});

describe('a subject of Token-2022', () => {
  it('is known by its length, or by the account type behind it', () => {
    const mint = { ...plain, program: TOKEN_2022_PROGRAM, extensions: [], unknownExtensions: [] };
    expect(newer(base)).toEqual({ is: 'mint', mint });
    expect(newer(extended(base, 1, []))).toEqual({ is: 'mint', mint });
    expect(newer(account)).toEqual({ is: 'token_account', mint: key(2), owner: key(3) });
    expect(newer(extended(account, 2, [[7, new Uint8Array(0)]]))).toMatchObject({ is: 'token_account' });
    expect(newer(extended(base, 1, [closable], new Uint8Array(355 - 202)))).toEqual({ is: 'multisig' });
    for (const length of [0, 81, 83, 164]) expect(newer(new Uint8Array(length))).toEqual(malformed);
    expect(newer(extended(base, 3, []))).toEqual(malformed);
  });

  it('has its extensions in their order, those of no mint by number', () => {
    const listed: RawExtension[] = [[99, new Uint8Array(3)], closable, [7, new Uint8Array(0)], [9, new Uint8Array(0)]];
    expect(newer(extended(base, 1, listed))).toMatchObject({
      mint: {
        extensions: [{ type: 'close_authority', authority: key(4) }, { type: 'non_transferable' }],
        unknownExtensions: [99, 7],
      },
    });
  });
});

describe('a subject that nobody initialized', () => {
  it('is room for a mint or an account', () => {
    expect(old(withByte(base, 45, 0))).toEqual({ is: 'uninitialized' });
    expect(newer(new Uint8Array(82))).toEqual({ is: 'uninitialized' });
    expect(old(new Uint8Array(165))).toEqual({ is: 'uninitialized' });
    expect(newer(extended(new Uint8Array(82), 0, [closable]))).toEqual({ is: 'uninitialized' });
  });
});

describe('a subject that contradicts itself', () => {
  const other = inlineMetadata({ updateAuthority: null, mint: key(8), name: 'A', symbol: 'B', uri: '' });

  it.each([
    ['a flag that is neither', withByte(base, 45, 2)],
    ['a mint authority that is neither', withByte(base, 0, 2)],
    ['a mint authority with a large tag', withByte(base, 3, 1)],
    ['a freeze authority that is neither', withByte(base, 46, 2)],
    ['padding', withByte(extended(base, 1, [closable]), 82, 1)],
    ['padding before the type', withByte(extended(base, 1, [closable]), 164, 1)],
    ['a type without the rest', withByte(extended(base, 1, [closable]), 45, 0)],
    ['a base without its type', extended(base, 0, [closable])],
    ['a length beyond the end', extended(base, 1, [closable]).subarray(0, -1)],
    ['an extension that stands there twice', extended(base, 1, [closable, closable])],
    ['bytes behind the list', extended(base, 1, [closable], Uint8Array.of(0, 0, 0, 0, 0, 1))],
    ['two bytes behind the list', extended(base, 1, [closable], Uint8Array.of(1, 0))],
    ['an extension of another length', extended(base, 1, [[3, new Uint8Array(31)]])],
    ['metadata of another mint', extended(base, 1, [[19, other]])],
    ['a state of an account that is none', withByte(account, 108, 3)],
  ])('is malformed with %s', (_, data) => {
    expect(newer(data)).toEqual(malformed);
  });

  it('says which', () => {
    expect(newer(extended(base, 1, [[19, other]]))).toEqual({ is: 'malformed', why: 'metadata of another mint' });
  });
});

describe('a subject of any other program', () => {
  it('is foreign', () => {
    expect(readTokenSubject({ address, owner: key(9), data: base })).toEqual({ is: 'foreign' });
  });
});
