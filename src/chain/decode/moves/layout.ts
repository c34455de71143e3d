import type { Address } from '#lib/address.ts';
import type { Move } from '../../model.ts';
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
export type Layout = (accounts: readonly Address[], data: Uint8Array) => readonly MoveBody[];

/**
 * A layout of at least `count` accounts and `size` bytes. An instruction with fewer is another one than we know: it
 * gives no move, and the balances, which are the proof, still show what it did.
 */
export function layout<N extends keyof Tuples>(
  count: N,
  size: number,
  read: (accounts: Tuples[N], data: Uint8Array) => MoveBody,
): Layout {
  return (accounts, data) =>
    accounts.length < count || data.length < size ? [] : [read(accounts as unknown as Tuples[N], data)];
}

function view(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** Little-endian unsigned 32-bit number at `offset`; null where the data ends before it. */
export function u32(data: Uint8Array, offset: number): number | null {
  return data.length < offset + 4 ? null : view(data).getUint32(offset, true);
}

/** Little-endian unsigned 64-bit number at `offset`; a layout's size has made sure that it is there. */
export function u64(data: Uint8Array, offset: number): bigint {
  return view(data).getBigUint64(offset, true);
}
