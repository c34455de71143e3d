import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';

const KEY_BYTES = 32;

const OPTION_BYTES = 4;

/** An extension of a Token-2022 mint or account: its type and its own bytes. */
export interface Extension {
  readonly type: number;
  readonly data: Uint8Array;
}

/** Extensions begin after the account type, which follows the padded base. */
const EXTENSIONS_AT = 166;
const HEAD_BYTES = 4;

/**
 * The extensions of a Token-2022 mint or token account, in order: type u16, length u16, data. A type of 0 or fewer bytes than a
 * head end the list, and the rest is zero. Null when it is not, when a length passes the end, or when a type occurs twice: the
 * program never writes that, so nothing in it can be trusted.
 */
export function readExtensions(data: Uint8Array): readonly Extension[] | null {
  if (data.length <= EXTENSIONS_AT) return [];
  const bytes = new Bytes(data);
  const found: Extension[] = [];
  const types = new Set<number>();
  let at = EXTENSIONS_AT;
  while (at + HEAD_BYTES <= data.length) {
    const type = bytes.u16(at);
    if (type === 0) break;
    const end = at + HEAD_BYTES + bytes.u16(at + 2);
    if (end > data.length || types.has(type)) return null;
    types.add(type);
    found.push({ type, data: data.subarray(at + HEAD_BYTES, end) });
    at = end;
  }
  return bytes.isZero(at, data.length - at) ? found : null;
}

/** A key as extensions store one: 32 zero bytes mean none. */
export function nullableKey(bytes: Bytes, at: number): Address | null {
  return bytes.isZero(at, KEY_BYTES) ? null : bytes.key(at);
}

/**
 * A key as mints and token accounts store one: a tag u32, then 32 bytes. A tag of 0 means none, whatever the bytes are, because an
 * earlier key may still be there; `undefined` where the tag is neither 0 nor 1.
 */
export function optionalKey(bytes: Bytes, at: number): Address | null | undefined {
  const tag = bytes.u32(at);
  if (tag > 1) return undefined;
  return tag === 1 ? bytes.key(at + OPTION_BYTES) : null;
}
