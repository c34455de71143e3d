import type { Address } from '../address.ts';
import type { Bytes } from '../bytes.ts';

const KEY_BYTES = 32;
const OPTION_BYTES = 4;

/** A key as extensions keep one: 32 zero bytes say that there is none. */
export function nullableKey(bytes: Bytes, at: number): Address | null {
  return bytes.isZero(at, KEY_BYTES) ? null : bytes.key(at);
}

/**
 * A key as mints and token accounts keep one: a tag u32, then 32 bytes. A tag of 0 says that there is none, whatever the
 * bytes behind it are, for a key that was given up may still stand there; `undefined` where the tag is neither 0 nor 1.
 */
export function optionalKey(bytes: Bytes, at: number): Address | null | undefined {
  const tag = bytes.u32(at);
  if (tag > 1) return undefined;
  return tag === 1 ? bytes.key(at + OPTION_BYTES) : null;
}
