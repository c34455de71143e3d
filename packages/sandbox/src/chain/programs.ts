import { createHash } from 'node:crypto';
import bs58 from 'bs58';
import { encodeBase58 } from './base58.ts';

/** Addresses of the programs and sysvars that the sandbox names. */
export const PROGRAMS = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  lookupTable: 'AddressLookupTab1e1111111111111111111111111',
  sysvar: 'Sysvar1111111111111111111111111111111111111',
  rent: 'SysvarRent111111111111111111111111111111111',
  clock: 'SysvarC1ock11111111111111111111111111111111',
  slotHashes: 'SysvarS1otHashes111111111111111111111111111',
  recentBlockhashes: 'SysvarRecentB1ockHashes11111111111111111111',
} as const;

/** The mint that stands for wrapped lamports. */
export const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112';

const CACHE_ENTRIES_MAX = 20_000;
const spelled = new Map<string, string>();
const unspelled = new Map<string, Uint8Array>();

/**
 * Base58 of an address's bytes. Encoding is quadratic and the same few addresses come again in every transaction, so
 * recent ones are remembered; equal addresses then also share one string.
 */
export function spell(bytes: Uint8Array): string {
  const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const known = spelled.get(key);
  if (known !== undefined) return known;
  if (spelled.size >= CACHE_ENTRIES_MAX) spelled.clear();
  const text = encodeBase58(bytes);
  spelled.set(key, text);
  return text;
}

/** The bytes that an address spells, remembered like their spelling. */
export function unspell(text: string): Uint8Array {
  const known = unspelled.get(text);
  if (known !== undefined) return known;
  if (unspelled.size >= CACHE_ENTRIES_MAX) unspelled.clear();
  const bytes = bs58.decode(text);
  unspelled.set(text, bytes);
  return bytes;
}

/** SHA-256 of texts joined by `|`: the only source of pseudo-random values in the sandbox. */
export function derive(...parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join('|')).digest();
}
