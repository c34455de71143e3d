import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';

const KEY_BYTES = 32;

const OPTION_BYTES = 4;

/** An extension of a Token-2022 mint or account: its type and its own bytes. */
export interface Extension {
  readonly type: number;
  readonly data: Uint8Array;
}

/** Extensions begin behind the account type, which stands behind the padded base. */
const EXTENSIONS_AT = 166;
const HEAD_BYTES = 4;

/**
 * The extensions in the bytes of a Token-2022 mint or token account, in their order: type u16, length u16, data. A type of 0
 * ends the list, as do fewer bytes than a head; what is behind the end is zero. Null when that is not so, when a length leads
 * beyond the end or when a type stands there twice, which the program never writes: then nothing of it can be trusted.
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
