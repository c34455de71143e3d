import { expect, it } from 'vitest';
import { inlineMetadata } from '../../../test/support/token-bytes.ts';
import { addressBytes, addressOf } from '../address.ts';
import { mintAuthorities } from './mint-extension.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));

function mint(extensions: readonly (readonly [type: number, value: Uint8Array])[], authority: number | null = null) {
  const base = Buffer.alloc(extensions.length > 0 ? 166 : 82);
  base[45] = 1;
  for (const at of [0, 46]) {
    if (authority !== null) base.writeUInt32LE(1, at);
    base.set(addressBytes(key(authority ?? 99)), at + 4);
  }
  if (extensions.length > 0) base[165] = 1;
  const parts = extensions.map(([type, value]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  });
  return { owner: TOKEN_2022_PROGRAM, data: Buffer.concat([base, ...parts]) };
}

const value = (length: number, ...keys: readonly number[]) =>
  Buffer.concat([...keys.map((n) => (n === 0 ? Buffer.alloc(32) : addressBytes(key(n)))), Buffer.alloc(length)]);

it('names everybody with power over a mint, and nobody whose power was given up', () => {
  const all = mint(
    [
      [1, value(44, 2, 3)],
      [14, value(0, 4, 40)],
      [12, value(0, 5)],
      [26, value(1, 0)],
      [9, value(0)],
      [19, inlineMetadata({ updateAuthority: key(6), mint: key(50), name: '', symbol: '', uri: '' })],
      [21, value(48, 7)],
      [28, value(0, 8)],
      [23, value(8, 50, 51)],
    ],
    1,
  );
  expect([...mintAuthorities(all)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(key).sort());
  expect([...mintAuthorities(mint([[14, value(0, 0, 40)]]))]).toEqual([]);
  expect([...mintAuthorities(mint([]))]).toEqual([]);
});

it('names nobody for what is no mint', () => {
  expect(mintAuthorities({ owner: TOKEN_PROGRAM, data: new Uint8Array(165) }).size).toBe(0);
  expect(mintAuthorities({ owner: key(1), data: new Uint8Array(82) }).size).toBe(0);
});
