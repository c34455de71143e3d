import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { worldRent } from '#chain/gates.ts';

/** An account as it is put on the chain. */
export interface EncodedAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** Account data written field by field at fixed offsets, little-endian; all other bytes are zero. */
export class Layout {
  readonly #data: Uint8Array;
  readonly #view: DataView;

  constructor(length: number) {
    this.#data = new Uint8Array(length);
    this.#view = new DataView(this.#data.buffer);
  }

  u8(at: number, value: number): this {
    this.#view.setUint8(at, value);
    return this;
  }

  u16(at: number, value: number): this {
    this.#view.setUint16(at, value, true);
    return this;
  }

  u32(at: number, value: number): this {
    this.#view.setUint32(at, value, true);
    return this;
  }

  i32(at: number, value: number): this {
    this.#view.setInt32(at, value, true);
    return this;
  }

  u64(at: number, value: bigint): this {
    this.#view.setBigUint64(at, value, true);
    return this;
  }

  i64(at: number, value: bigint): this {
    this.#view.setBigInt64(at, value, true);
    return this;
  }

  /** Signed values as two's complement. */
  u128(at: number, value: bigint): this {
    return this.u64(at, value & 0xffff_ffff_ffff_ffffn).u64(at + 8, (value >> 64n) & 0xffff_ffff_ffff_ffffn);
  }

  key(at: number, address: Address): this {
    this.#data.set(addressBytes(address), at);
    return this;
  }

  hex(at: number, hex: string): this {
    this.#data.set(Buffer.from(hex, 'hex'), at);
    return this;
  }

  bytes(): Uint8Array {
    return this.#data.slice();
  }
}

/** An account of a program with exactly the rent of its length. */
export function rented(address: Address, owner: Address, data: Uint8Array): AccountBytes {
  return { address, owner, lamports: worldRent(data.length), data };
}
