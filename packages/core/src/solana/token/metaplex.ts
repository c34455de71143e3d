import { type Address, address, addressBytes, derivedAddress } from '../address.ts';
import { Bytes } from '../bytes.ts';
import { BorshReader, boundedText } from './borsh-reader.ts';
import type { MetaplexMetadata } from './decoded-mint.ts';

export const METADATA_PROGRAM = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');

const KEY_METADATA = 4;
const AT = { updateAuthority: 1, mint: 33, texts: 65 } as const;
const SELLER_FEE_BYTES = 2;
/** A creator: key, whether it signed (u8), share (u8). */
const CREATOR_BYTES = 34;
const STANDARD_MAX = 5;
const SEED = new TextEncoder().encode('metadata');

/** Where the metadata of a mint is; seeds are a text, the program and the mint. */
export function metadataAddress(mint: Address): Address {
  return derivedAddress([SEED, addressBytes(METADATA_PROGRAM), addressBytes(mint)], METADATA_PROGRAM);
}

/**
 * The metadata that an account holds (layout: key u8 4, update authority 1, mint 33, then in borsh the texts name, symbol and
 * URI, seller fee u16, optional list of creators, whether it was sold, whether it may change, optional edition nonce,
 * optional standard; mpl-token-metadata, `state/metadata.rs`). Lengths vary between versions, so nothing behind the texts
 * has a fixed place. Null for another program's account, metadata of another mint, and bytes that contradict themselves.
 */
export function readMetaplex(
  { owner, data }: { readonly owner: Address; readonly data: Uint8Array },
  mint: Address,
): MetaplexMetadata | null {
  if (owner !== METADATA_PROGRAM || data.length < AT.texts || data[0] !== KEY_METADATA) return null;
  const bytes = new Bytes(data);
  if (bytes.key(AT.mint) !== mint) return null;
  const reader = new BorshReader(data, AT.texts);
  const [name, symbol, uri] = [reader.text(), reader.text(), reader.text()];
  if (!name || !symbol || !uri || !passCreators(reader)) return null;
  const [sold, mutable] = [reader.bool(), reader.bool()];
  if (sold === null || mutable === null) return null;
  return {
    updateAuthority: bytes.key(AT.updateAuthority),
    mint,
    name: unpadded(name),
    symbol: unpadded(symbol),
    uri: unpadded(uri),
    mutable,
    tokenStandard: standardOf(reader),
  };
}

/** The text without the NULs that fill it up to its greatest length. */
function unpadded(text: Uint8Array): string {
  const end = text.findLastIndex((byte) => byte !== 0) + 1;
  return boundedText(text.subarray(0, end));
}

function passCreators(reader: BorshReader): boolean {
  if (reader.take(SELLER_FEE_BYTES) === null) return false;
  const listed = reader.bool();
  if (listed !== true) return listed === false;
  const count = reader.u32();
  return count !== null && reader.take(count * CREATOR_BYTES) !== null;
}

/** Old accounts end before it, and some hold leftovers there that the program itself reads as nothing. */
function standardOf(reader: BorshReader): number | null {
  const nonced = reader.bool();
  if (nonced === null || (nonced && reader.u8() === null)) return null;
  const standard = reader.bool() === true ? reader.u8() : null;
  return standard !== null && standard <= STANDARD_MAX ? standard : null;
}
