import { Bytes } from '../bytes.ts';

/**
 * Borsh values one after the other. Every read answers null, and leaves the place where it is, when the bytes do not reach
 * that far, so that no length in foreign bytes leads beyond their end.
 */
export class BorshReader {
  readonly #bytes: Bytes;
  #at: number;

  constructor(data: Uint8Array, at = 0) {
    this.#bytes = new Bytes(data);
    this.#at = at;
  }

  /** How many bytes are behind the place. */
  get left(): number {
    return Math.max(this.#bytes.length - this.#at, 0);
  }

  u8(): number | null {
    if (this.left < 1) return null;
    this.#at += 1;
    return this.#bytes.u8(this.#at - 1);
  }

  /** A count of what follows. */
  u32(): number | null {
    if (this.left < 4) return null;
    this.#at += 4;
    return this.#bytes.u32(this.#at - 4);
  }

  /** True and false are 1 and 0; anything else is neither. */
  bool(): boolean | null {
    const value = this.u8();
    return value === 0 || value === 1 ? value === 1 : null;
  }

  /** The next bytes, not copied. */
  take(count: number): Uint8Array | null {
    if (count > this.left) return null;
    this.#at += count;
    return this.#bytes.slice(this.#at - count, count);
  }

  /** The bytes of a text: a length (u32), then so many bytes. */
  text(): Uint8Array | null {
    const length = this.u32();
    return length === null ? null : this.take(length);
  }
}
