const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const OUTSIDE = /[^1-9A-HJ-NP-Za-km-z]/;

/** The value of each character of the alphabet by its code. */
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;

/** True when every character is in the base58 alphabet; such a text always decodes. Takes linear time. */
export function isBase58(text: string): boolean {
  return !OUTSIDE.test(text);
}

const PAIR = 58 * 58;
let limbs = new Uint16Array(64);

/**
 * The bytes of a base58 text; callers test it with `isBase58` first. Several times faster than a general decoder, because each step
 * takes two characters and two bytes. Takes quadratic time, so callers bound the length.
 */
export function base58Bytes(text: string): Uint8Array {
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === 49) zeros += 1;
  const size = spell(text, zeros);
  let top = size * 2;
  if (size > 0 && (limbs[size - 1] ?? 0) < 256) top -= 1;
  const bytes = new Uint8Array(zeros + top);
  for (let index = 0; index < top; index += 1) {
    const limb = limbs[index >> 1] ?? 0;
    bytes[zeros + top - 1 - index] = (index & 1) === 0 ? limb & 255 : limb >> 8;
  }
  return bytes;
}

/** Writes the number that begins at `start` into `limbs`, least significant first, and returns its size. */
function spell(text: string, start: number): number {
  if (limbs.length < text.length) limbs = new Uint16Array(text.length);
  let size = 0;
  let at = start;
  if ((text.length - start) % 2 === 1) {
    size = grown(0, 58, valueAt(text, at));
    at += 1;
  }
  for (; at < text.length; at += 2) size = grown(size, PAIR, valueAt(text, at) * 58 + valueAt(text, at + 1));
  return size;
}

/** Multiplies the number of `size` limbs and adds to it; returns its new size. */
function grown(size: number, factor: number, addend: number): number {
  let carry = addend;
  for (let index = 0; index < size; index += 1) {
    carry += (limbs[index] ?? 0) * factor;
    limbs[index] = carry & 0xffff;
    carry >>>= 16;
  }
  if (carry === 0) return size;
  limbs[size] = carry;
  return size + 1;
}

function valueAt(text: string, at: number): number {
  return VALUES[text.charCodeAt(at)] ?? 0;
}

/**
 * Makes a test for "base58 of exactly `size` bytes" that does not decode. Leading `1`s are zero bytes. The rest is a number without
 * leading zeros, and since the alphabet is in character order, numbers of equal length compare as texts. Thirty times faster than
 * decoding, which matters because every key of every transaction is tested.
 */
export function base58Of(size: number): (text: string) => boolean {
  const charsMax = digits(256n ** BigInt(size) - 1n).length;
  const ranges = Array.from({ length: size }, (_, zeros) => ({
    least: digits(256n ** BigInt(size - zeros - 1)),
    most: digits(256n ** BigInt(size - zeros) - 1n),
  }));
  return (text) => {
    if (text.length > charsMax || text.length < size || !isBase58(text)) return false;
    let zeros = 0;
    while (text.charCodeAt(zeros) === 49) zeros += 1;
    const rest = zeros === 0 ? text : text.slice(zeros);
    const range = ranges[zeros];
    if (!range) return zeros === size && rest === '';
    return !isLess(rest, range.least) && !isLess(range.most, rest);
  };
}

function isLess(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

function digits(value: bigint): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 58n) text = `${DIGITS[Number(rest % 58n)]}${text}`;
  return text;
}

/** Encoding counts in words of five digits and reads bytes in words of two, so that every product stays exact in a double. */
const DIGITS_PER_WORD = 5;
const DIGIT_WORD = 58 ** DIGITS_PER_WORD;
const BYTE_WORD = 65_536;
const ZERO = DIGITS.charCodeAt(0);
/** Two digits at a time: a word is a digit and two pairs. */
const PAIRS = [...DIGITS].flatMap((one) => [...DIGITS].map((other) => one + other));
const PAIRS_PER_WORD = PAIRS.length ** 2;

/**
 * Base58 of an even number of bytes, such as an address or a signature. Several times faster than the general package, which
 * counts where thousands of transactions are read back at once. Throws on an odd number of bytes.
 */
export function base58FromBytes(bytes: Uint8Array): string {
  if (bytes.length % 2 !== 0) throw new RangeError(`an even number of bytes, not ${bytes.length}`);
  const words: number[] = [];
  for (let at = 0; at < bytes.length; at += 2) {
    push(words, (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
  }
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros += 1;
  return DIGITS.charAt(0).repeat(zeros) + digitsOf(words);
}

/** The `size` bytes of a base58 text. Throws a RangeError on everything that is not exactly so many. */
export function bytesFromBase58(text: string, size: number): Uint8Array {
  if (text.length > 2 * size || !isBase58(text)) throw new RangeError('not base58 of so few bytes');
  const bytes = base58Bytes(text);
  if (bytes.length !== size) throw new RangeError(`base58 of ${bytes.length} bytes, not of ${size}`);
  return bytes;
}

/** Takes two bytes more into `words`, the least significant of which is the first. */
function push(words: number[], add: number): void {
  let carry = add;
  for (let place = 0; place < words.length; place += 1) {
    const sum = (words[place] ?? 0) * BYTE_WORD + carry;
    carry = Math.floor(sum / DIGIT_WORD);
    words[place] = sum - carry * DIGIT_WORD;
  }
  while (carry > 0) {
    const rest = Math.floor(carry / DIGIT_WORD);
    words.push(carry - rest * DIGIT_WORD);
    carry = rest;
  }
}

function digitsOf(words: readonly number[]): string {
  let text = '';
  for (let place = words.length - 1; place >= 0; place -= 1) {
    const word = words[place] ?? 0;
    const upper = Math.floor(word / PAIRS_PER_WORD);
    const lower = word - upper * PAIRS_PER_WORD;
    const middle = Math.floor(lower / PAIRS.length);
    text += DIGITS.charAt(upper) + (PAIRS[middle] ?? '') + (PAIRS[lower - middle * PAIRS.length] ?? '');
  }
  // The first word is padded to five digits: zeros in front of a number are no digits of it.
  let padding = 0;
  while (padding < text.length && text.charCodeAt(padding) === ZERO) padding += 1;
  return text.slice(padding);
}
