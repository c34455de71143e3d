import { Bytes } from '../bytes.ts';

/** How many bytes of one text are kept. Anybody can make a text long, and readers need no more. */
export const TEXT_BYTES_MAX = 256;

/** A UTF-8 character has at most three bytes after its first one, each beginning with the bits 10. */
const CONTINUATIONS_MAX = 3;

const CONTINUATION_MASK = 0xc0;

const CONTINUATION = 0x80;

/** Keeps a byte order mark, so that a text differs from the same one without it. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads Borsh values in sequence. A read that would pass the end gives null and does not move, so that no length in foreign bytes leads
 * beyond it.
 */
export class BorshReader {
  readonly #bytes: Bytes;
  #at: number;

  constructor(data: Uint8Array, at = 0) {
    this.#bytes = new Bytes(data);
    this.#at = at;
  }

  /** How many bytes are left. */
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

/**
 * The text of UTF-8 bytes, cut between two characters after at most `TEXT_BYTES_MAX` bytes. Bytes that are no UTF-8 become U+FFFD.
 * Untrusted: pass it through `shownText` before showing it.
 */
export function boundedText(bytes: Uint8Array): string {
  return utf8.decode(bytes.subarray(0, cutAt(bytes)));
}

function cutAt(bytes: Uint8Array): number {
  if (bytes.length <= TEXT_BYTES_MAX) return bytes.length;
  let at = TEXT_BYTES_MAX;
  while (at > TEXT_BYTES_MAX - CONTINUATIONS_MAX && isContinuation(bytes[at])) at -= 1;
  return at;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & CONTINUATION_MASK) === CONTINUATION;
}
