import { type Address, addressBytes } from '#solana/address.ts';
import { executeData } from '#solana/token/transfer-hook.ts';

/** Seeds of a hook's list as they are spelled: a kind and its numbers. */
export const seed = {
  literal: (text: string) => [1, text.length, ...Buffer.from(text)],
  instruction: (at: number, length: number) => [2, at, length],
  key: (account: number) => [3, account],
  data: (account: number, at: number, length: number) => [4, account, at, length],
} as const;

/** An entry of a hook's list: a kind, 32 bytes, whether it signs and whether it is written to. */
export function hookEntry(kind: number, config: readonly number[], writable = false, signs = false): Uint8Array {
  const bytes = Buffer.alloc(35);
  bytes[0] = kind;
  bytes.set(config.slice(0, 32), 1);
  bytes.set([signs ? 1 : 0, writable ? 1 : 0], 33);
  return bytes;
}

/** Entries by what they are. */
export const wanted = {
  fixed: (address: Address, writable = false, signs = false) =>
    hookEntry(0, [...addressBytes(address)], writable, signs),
  own: (seeds: readonly (readonly number[])[], writable = false) => hookEntry(1, seeds.flat(), writable),
  of: (program: number, seeds: readonly (readonly number[])[]) => hookEntry(128 + program, seeds.flat()),
  inInstruction: (at: number) => hookEntry(2, [1, at]),
  inAccount: (account: number, at: number) => hookEntry(2, [2, account, at]),
} as const;

/** The account in which a hook lists what it wants, behind `before`, with `count` in place of the number of entries. */
export function hookListBytes(
  entries: readonly Uint8Array[],
  options: { readonly before?: Uint8Array; readonly count?: number } = {},
): Uint8Array {
  const { before = new Uint8Array(0), count = entries.length } = options;
  const head = Buffer.alloc(4);
  head.writeUInt32LE(count);
  return Buffer.concat([before, typed(executeData(0n).subarray(0, 8), Buffer.concat([head, ...entries]))]);
}

/** A value behind its type of 8 bytes and its length. */
export function typed(type: Uint8Array, value: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(value.length);
  return Buffer.concat([type, length, value]);
}
