import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';

/** A Solana address: base58 of exactly 32 bytes. Made by `parseAddress` only, never by a cast. */
export type Address = string & { readonly __brand: 'Address' };

/** A transaction signature: base58 of exactly 64 bytes. */
export type Signature = string & { readonly __brand: 'Signature' };

const ADDRESS_CHARS_MAX = 44;
const SIGNATURE_CHARS_MAX = 88;

/** The bytes of `text` when it is base58 of exactly `size` bytes, else null. Length is checked before decoding, which is quadratic. */
function decodeExact(text: string, size: number, charsMax: number): Uint8Array | null {
  if (text.length > charsMax || text.length < size) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === size ? bytes : null;
}

/** The address that `text` spells, or null: wrong alphabet, 31 or 33 bytes, blanks and anything else that is not one. */
export function parseAddress(text: unknown): Address | null {
  return typeof text === 'string' && decodeExact(text, 32, ADDRESS_CHARS_MAX) ? (text as Address) : null;
}

/** The signature that `text` spells, or null. */
export function parseSignature(text: unknown): Signature | null {
  return typeof text === 'string' && decodeExact(text, 64, SIGNATURE_CHARS_MAX) ? (text as Signature) : null;
}

/** The address of a constant of ours. Throws on a typing error, at start-up and not in a check. */
export function address(text: string): Address {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(`not an address: ${text}`);
  return parsed;
}

/** The address with these 32 bytes. Throws on another length: callers slice fixed layouts. */
export function addressOf(bytes: Uint8Array): Address {
  if (bytes.length !== 32) throw new Error(`an address has 32 bytes, not ${bytes.length}`);
  return bs58.encode(bytes) as Address;
}

/** The 32 bytes of an address. */
export function addressBytes(of: Address): Uint8Array {
  return bs58.decode(of);
}

/** True when a private key can exist for the address; program-derived addresses are off the curve. */
export function isOnCurve(of: Address): boolean {
  return PublicKey.isOnCurve(addressBytes(of));
}

/** The program-derived address of `seeds` under `program`, with the highest bump that leaves the curve. */
export function derivedAddress(seeds: readonly Uint8Array[], program: Address): Address {
  const [found] = PublicKey.findProgramAddressSync([...seeds], new PublicKey(program));
  return found.toBase58() as Address;
}
