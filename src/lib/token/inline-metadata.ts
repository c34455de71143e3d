import { Bytes } from '../bytes.ts';
import { BorshReader } from './borsh-reader.ts';
import { boundedText } from './bounded-text.ts';
import type { InlineMetadata } from './extension-model.ts';
import { nullableKey } from './nullable-key.ts';

const TEXTS_AT = 64;

/**
 * The value of the extension TokenMetadata (layout: update authority 0, mint 32, then in borsh the texts name, symbol and
 * URI, and a count u32 of additional pairs of texts; spl-token-metadata-interface, `state.rs`). Null where a length leads
 * beyond the end or bytes are left over. Whether the mint inside is the one around it is the caller's to compare.
 */
export function readInlineMetadata(data: Uint8Array): InlineMetadata | null {
  if (data.length < TEXTS_AT) return null;
  const reader = new BorshReader(data, TEXTS_AT);
  const [name, symbol, uri] = [reader.text(), reader.text(), reader.text()];
  if (!name || !symbol || !uri || !pairsEndIt(reader)) return null;
  const bytes = new Bytes(data);
  return {
    updateAuthority: nullableKey(bytes, 0),
    mint: bytes.key(32),
    name: boundedText(name),
    symbol: boundedText(symbol),
    uri: boundedText(uri),
  };
}

/** Whether the additional pairs reach to the last byte and no further. */
function pairsEndIt(reader: BorshReader): boolean {
  const count = reader.u32();
  if (count === null) return false;
  for (let pair = 0; pair < count; pair += 1) {
    if (!reader.text() || !reader.text()) return false;
  }
  return reader.left === 0;
}
