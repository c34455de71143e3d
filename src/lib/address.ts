import { createHash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { base58Of } from './base58.ts';
import { isCompressedPoint } from './curve.ts';

/** A Solana address: base58 of exactly 32 bytes. Made by `parseAddress` only, never by a cast. */
export type Address = string & { readonly __brand: 'Address' };

/** A transaction signature: base58 of exactly 64 bytes. */
export type Signature = string & { readonly __brand: 'Signature' };

const spellsAddress = base58Of(32);
const spellsSignature = base58Of(64);

/** The address that `text` spells, or null: wrong alphabet, 31 or 33 bytes, blanks and anything else that is not one. */
export function parseAddress(text: unknown): Address | null {
  return typeof text === 'string' && spellsAddress(text) ? (text as Address) : null;
}

/** The signature that `text` spells, or null. */
export function parseSignature(text: unknown): Signature | null {
  return typeof text === 'string' && spellsSignature(text) ? (text as Signature) : null;
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

const DERIVATION = new TextEncoder().encode('ProgramDerivedAddress');
const BUMP_MAX = 255;

/**
 * The program-derived address of `seeds` under `program`, with the highest bump that leaves the curve. A check derives
 * hundreds of them, which is why this is not the library's function.
 */
export function derivedAddress(seeds: readonly Uint8Array[], program: Address): Address {
  const prefix = createHash('sha256');
  for (const seed of seeds) prefix.update(seed);
  const suffix = Buffer.concat([addressBytes(program), DERIVATION]);
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    const bytes = prefix.copy().update(Uint8Array.of(bump)).update(suffix).digest();
    if (!isCompressedPoint(bytes)) return addressOf(bytes);
  }
  throw new Error('no bump leaves the curve');
}
