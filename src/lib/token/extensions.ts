import { Bytes } from '../bytes.ts';

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
