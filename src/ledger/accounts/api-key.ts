import { hash, randomBytes } from 'node:crypto';
import bs58 from 'bs58';

const PREFIX = 'assay_';
const KEY_BYTES = 32;

/** A new API key: `assay_` and 256 random bits in base58. Shown once; the books keep its hash only. */
export function newApiKey(): string {
  return PREFIX + bs58.encode(randomBytes(KEY_BYTES));
}

/** SHA-256 of the text: the index of keys, and the comparison of requests. */
export function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}

/** The same in hexadecimal digits. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}
