/** Numbers of 270 bits in words of 30, least first: whole numbers of 32 bits are what a processor is fastest with. */
export const WORDS = 9;
const WORD_BITS = 30;
const WORD_MASK = 2 ** WORD_BITS - 1;

const first = new Int32Array(WORDS);
const second = new Int32Array(WORDS);

/**
 * The Jacobi symbol of two numbers of nine words, the second of which is odd: 1, -1, or 0 where they have a common divisor.
 * Over a prime, 1 says that the first is a square other than zero. By the binary algorithm: twos are taken out, which changes
 * the sign by what the odd number is modulo 8; the larger is put in front, which changes it where both are 3 modulo 4; their
 * difference is even again.
 */
export function jacobiSymbol(of: Int32Array, over: Int32Array): number {
  let top = first;
  let bottom = second;
  top.set(of);
  bottom.set(over);
  let sign = halve(top, bottom, WORDS);
  for (let size = WORDS; !isZero(top, 0, size); ) {
    size = wordsOf(top, bottom, size);
    if (isLess(top, bottom, size)) {
      if (((top[0] ?? 0) & (bottom[0] ?? 0) & 3) === 3) sign = -sign;
      const less = top;
      top = bottom;
      bottom = less;
    }
    sign *= subtract(top, bottom, size);
    // A pass takes out no more twos than the first word had.
    if (((top[0] ?? 0) & 1) === 0) sign *= halve(top, bottom, size);
  }
  return bottom[0] === 1 && isZero(bottom, 1, WORDS) ? sign : 0;
}

/** How many words the larger of the two takes. */
function wordsOf(a: Int32Array, b: Int32Array, sizeMax: number): number {
  let size = sizeMax;
  while (size > 1 && a[size - 1] === 0 && b[size - 1] === 0) size -= 1;
  return size;
}

function isZero(of: Int32Array, from: number, size: number): boolean {
  for (let at = from; at < size; at += 1) if (of[at] !== 0) return false;
  return true;
}

function isLess(a: Int32Array, b: Int32Array, size: number): boolean {
  for (let at = size - 1; at >= 0; at -= 1) {
    const left = a[at] ?? 0;
    const right = b[at] ?? 0;
    if (left !== right) return left < right;
  }
  return false;
}

/** Takes out all twos of a number that is not zero, and gives back what that does to the sign. */
function halve(top: Int32Array, bottom: Int32Array, size: number): number {
  if (isZero(top, 0, size)) return 1;
  // Thirty twos are an even number of them.
  for (; top[0] === 0; top[size - 1] = 0) top.copyWithin(0, 1, size);
  let word = top[0] ?? 0;
  const zeros = trailingZeros(word);
  for (let at = 1; at < size; at += 1) {
    const next = top[at] ?? 0;
    top[at - 1] = (word >> zeros) | ((next << (WORD_BITS - zeros)) & WORD_MASK);
    word = next;
  }
  top[size - 1] = word >> zeros;
  return signOfTwos(zeros, bottom);
}

/** Takes `bottom` from `top`, which is no less, and the twos of the first word out of what is left, in one pass. */
function subtract(top: Int32Array, bottom: Int32Array, size: number): number {
  let difference = (top[0] ?? 0) - (bottom[0] ?? 0);
  let word = difference & WORD_MASK;
  const zeros = word === 0 ? 0 : trailingZeros(word);
  for (let at = 1; at < size; at += 1) {
    difference = (top[at] ?? 0) - (bottom[at] ?? 0) + (difference >> WORD_BITS);
    const next = difference & WORD_MASK;
    top[at - 1] = (word >> zeros) | ((next << (WORD_BITS - zeros)) & WORD_MASK);
    word = next;
  }
  top[size - 1] = word >> zeros;
  return signOfTwos(zeros, bottom);
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Two is no square modulo 8 where the odd number is 3 or 5. */
function signOfTwos(zeros: number, { 0: low = 0 }: Int32Array): number {
  return (zeros & 1) === 1 && ((low & 7) === 3 || (low & 7) === 5) ? -1 : 1;
}
