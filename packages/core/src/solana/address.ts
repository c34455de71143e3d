import { hash } from 'node:crypto';
import { base58FromBytes, base58Of, bytesFromBase58 } from './base58.ts';
import { isCanonicalPoint, isCompressedPoint } from './curve.ts';

/** A Solana address: base58 of exactly 32 bytes. Made by `parseAddress`, `address` and `addressOf`, never by a cast. */
export type Address = string & { readonly __brand: 'Address' };

/** A transaction signature: base58 of exactly 64 bytes. */
export type Signature = string & { readonly __brand: 'Signature' };

const ADDRESS_BYTES = 32;

const spellsAddress = base58Of(ADDRESS_BYTES);
const spellsSignature = base58Of(64);

/** The address in base58; null for another alphabet, another length, blanks and everything that is no text. */
export function parseAddress(text: unknown): Address | null {
  return typeof text === 'string' && spellsAddress(text) ? (text as Address) : null;
}

/** The signature in base58, or null. */
export function parseSignature(text: unknown): Signature | null {
  return typeof text === 'string' && spellsSignature(text) ? (text as Signature) : null;
}

/** The address of a constant in our code. Throws when it is mistyped, at start and not during a check. */
export function address(text: string): Address {
  const parsed = parseAddress(text);
  if (!parsed) throw new Error(`not an address: ${text}`);
  return parsed;
}

/** The program that owns plain wallets, and addresses with no account at all. */
export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');

/** The address of 32 bytes. Throws on another length, because callers slice fixed layouts. */
export function addressOf(bytes: Uint8Array): Address {
  if (bytes.length !== ADDRESS_BYTES) throw new Error(`an address has 32 bytes, not ${bytes.length}`);
  return base58FromBytes(bytes) as Address;
}

/** The 32 bytes of an address. */
export function addressBytes(of: Address): Uint8Array {
  return bytesFromBase58(of, ADDRESS_BYTES);
}

/** Both addresses, the one with the smaller bytes first. */
export function inByteOrder(a: Address, b: Address): readonly [Address, Address] {
  const [left, right] = [addressBytes(a), addressBytes(b)];
  const at = left.findIndex((byte, i) => byte !== right[i]);
  return (left[at] ?? 0) < (right[at] ?? 0) ? [a, b] : [b, a];
}

/** True when a private key can exist for the address; program-derived addresses are off the curve. */
export function isOnCurve(of: Address): boolean {
  return isCanonicalPoint(addressBytes(of));
}

const DERIVATION = new TextEncoder().encode('ProgramDerivedAddress');
const BUMP_MAX = 255;

/**
 * The program-derived address of `seeds` under `program`, with the highest bump that is off the curve. A check derives hundreds, so
 * this is faster than the library's function. Throws when no bump is off the curve.
 */
export function derivedAddress(seeds: readonly Uint8Array[], program: Address): Address {
  const hashed = Buffer.concat([...seeds, Uint8Array.of(BUMP_MAX), addressBytes(program), DERIVATION]);
  const bumpAt = hashed.length - 1 - ADDRESS_BYTES - DERIVATION.length;
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    hashed[bumpAt] = bump;
    const bytes = hash('sha256', hashed, 'buffer');
    if (!isCompressedPoint(bytes)) return addressOf(bytes);
  }
  throw new Error('no bump leaves the curve');
}
