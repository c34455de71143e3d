const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const KEY_BYTES = 32;
/** 32 bytes in base58 have 32 to 44 letters. */
export const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Bytes as base58, the way addresses are written. */
export function toBase58(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let digits = '';
  for (; value > 0n; value /= 58n) digits = ALPHABET.charAt(Number(value % 58n)) + digits;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + digits;
}

/** The 32 bytes of an address, or null where the text spells none. */
export function addressBytes(text: unknown): Uint8Array | null {
  if (typeof text !== 'string' || !ADDRESS.test(text)) return null;
  let value = 0n;
  for (const char of text) value = value * 58n + BigInt(ALPHABET.indexOf(char));
  const bytes = new Uint8Array(KEY_BYTES);
  for (let at = KEY_BYTES - 1; at >= 0; at -= 1) {
    bytes[at] = Number(value & 255n);
    value >>= 8n;
  }
  // Only one text spells an address: zeros in front are letters too.
  return toBase58(bytes) === text ? bytes : null;
}

/** The bytes of a base64 text; null when it is none. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The bytes of a base64url text in its only spelling; null for anything else. */
export function fromBase64url(text: string): Uint8Array | null {
  const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
  return bytes !== null && toBase64url(bytes) === text ? bytes : null;
}

/** Bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** A text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
