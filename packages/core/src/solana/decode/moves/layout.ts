import type { Address } from '../../address.ts';
import type { Move } from '../../move.ts';
import type { Members } from '../shape.ts';

type Without<M> = M extends unknown ? Omit<M, 'at' | 'program'> : never;

/** A move before the decoder adds where it happened and under which program. */
export type MoveBody = Without<Move>;

/** How one program's instructions become moves: from their bytes and accounts, or from the endpoint's parsed form. */
export interface MoveReader {
  compiled(data: Uint8Array, accounts: readonly Address[]): readonly MoveBody[];
  parsed(type: string, info: Members): readonly MoveBody[];
}

interface Tuples {
  1: readonly [Address];
  2: readonly [Address, Address];
  3: readonly [Address, Address, Address];
  4: readonly [Address, Address, Address, Address];
  6: readonly [Address, Address, Address, Address, Address, Address];
}

/** Reads the accounts and bytes of one instruction that has the move; empty where they are too few for it. */
export type MoveLayout = (accounts: readonly Address[], data: Uint8Array) => readonly MoveBody[];

/**
 * A layout of at least `count` accounts and `size` bytes. An instruction with fewer is another one than we know: it
 * gives no move, and the balances, which are the proof, still show what it did.
 */
export function layout<N extends keyof Tuples>(
  count: N,
  size: number,
  read: (accounts: Tuples[N], data: Uint8Array) => MoveBody,
): MoveLayout {
  return (accounts, data) =>
    accounts.length < count || data.length < size ? [] : [read(accounts as unknown as Tuples[N], data)];
}

/** Little-endian unsigned 32-bit number at `offset`; null where the data ends before it. */
export function u32(data: Uint8Array, offset: number): number | null {
  return data.length < offset + 4 ? null : word(data, offset);
}

/** Little-endian unsigned 64-bit number at `offset`; a layout's size has made sure that it is there. */
export function u64(data: Uint8Array, offset: number): bigint {
  const [low, high] = [word(data, offset), word(data, offset + 4)];
  const value = high * 2 ** 32 + low;
  return Number.isSafeInteger(value) ? BigInt(value) : (BigInt(high) << 32n) + BigInt(low);
}

function word(data: Uint8Array, offset: number): number {
  const high = (data[offset + 3] ?? 0) * 2 ** 24;
  return high + (((data[offset + 2] ?? 0) << 16) | ((data[offset + 1] ?? 0) << 8) | (data[offset] ?? 0));
}
