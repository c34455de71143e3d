import { type Address, addressOf } from './address.ts';

/**
 * Reads fields at fixed offsets, little-endian. Reading beyond the end throws a RangeError, so a layout checks the length first.
 */
export class Bytes {
  readonly #data: Uint8Array;
  readonly #view: DataView;

  constructor(data: Uint8Array) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  get length(): number {
    return this.#data.length;
  }

  u8(at: number): number {
    return this.#view.getUint8(at);
  }

  u16(at: number): number {
    return this.#view.getUint16(at, true);
  }

  u32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  i32(at: number): number {
    return this.#view.getInt32(at, true);
  }

  u64(at: number): bigint {
    return this.#view.getBigUint64(at, true);
  }

  i64(at: number): bigint {
    return this.#view.getBigInt64(at, true);
  }

  u128(at: number): bigint {
    return this.u64(at) | (this.u64(at + 8) << 64n);
  }

  i128(at: number): bigint {
    return BigInt.asIntN(128, this.u128(at));
  }

  /** The address in the 32 bytes from `at`. */
  key(at: number): Address {
    return addressOf(this.slice(at, 32));
  }

  /** The bytes of a part, not copied. */
  slice(at: number, length: number): Uint8Array {
    if (at + length > this.#data.length) throw new RangeError(`${length} bytes at ${at} of ${this.#data.length}`);
    return this.#data.subarray(at, at + length);
  }

  /** True when the bytes from `at` are those that `hex` spells. */
  spells(at: number, hex: string): boolean {
    if (at + hex.length / 2 > this.#data.length) return false;
    for (let i = 0; i < hex.length / 2; i += 1) {
      if (this.#data[at + i] !== Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)) return false;
    }
    return true;
  }

  /** True when the `length` bytes from `at` are all zero. */
  isZero(at: number, length: number): boolean {
    return this.slice(at, length).every((byte) => byte === 0);
  }
}
