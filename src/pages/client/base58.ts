const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** 64 bytes take at most 88 digits. */
const DIGITS_MAX = 88;

/** The number of bytes of a base58 text; null for an invalid character or a text longer than a signature. */
export function base58Length(text: string): number | null {
  if (text === '' || text.length > DIGITS_MAX) return null;
  let value = 0n;
  for (const digit of text) {
    const place = ALPHABET.indexOf(digit);
    if (place < 0) return null;
    value = value * 58n + BigInt(place);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return zeros + (value === 0n ? 0 : Math.ceil(value.toString(16).length / 2));
}

/** Whether it is an address: base58 of exactly 32 bytes. */
export function isAddress(text: string): boolean {
  return base58Length(text) === 32;
}

/** Whether it is the signature of a transaction: base58 of exactly 64 bytes. */
export function isSignature(text: string): boolean {
  return base58Length(text) === 64;
}
