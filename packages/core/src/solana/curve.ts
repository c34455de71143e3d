/** Numbers of 270 bits in words of 30, least first: whole numbers of 32 bits are what a processor is fastest with. */
export const WORDS = 9;

const WORD_BITS = 30;

const WORD_MASK = 2 ** WORD_BITS - 1;

const first = new Int32Array(WORDS);

const second = new Int32Array(WORDS);

/** Numbers of the field of ed25519, modulo p = 2^255 - 19, in 17 limbs of 15 bits, least first: sums of their products stay exact. */
const LIMBS = 17;
const LIMB_BITS = 15;
const LIMB = 2 ** LIMB_BITS;
/** 2^255 modulo p. */
const FOLD = 19;

const P = limbsOf((1n << 255n) - 19n);
/** The constant d of the curve -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032, 5.1). */
const D = limbsOf(37095705934669439343138083508754565189542113879843219016388785533085940283555n);

/**
 * True when 32 bytes are the compressed form of a point as the runtime reads it: when x^2 = (y^2 - 1) / (d y^2 + 1) has a
 * root, for the y that is left modulo p. The divisor is never zero and the quotient of two numbers is a square exactly when
 * their product is, so one Jacobi symbol decides, at a fraction of the cost of finding the root.
 */
export function isCompressedPoint(bytes: Uint8Array): boolean {
  return symbolOf(bytes) >= 0;
}

/** The same by RFC 8032 (5.1.3), which refuses a y that is not less than p, and a sign of x where x is zero. */
export function isCanonicalPoint(bytes: Uint8Array): boolean {
  const symbol = symbolOf(bytes);
  if (symbol === 0) return (bytes[31] ?? 0) < 128 && isReduced(bytes);
  return symbol > 0 && isReduced(bytes);
}

/** Whether y is less than p, whose bytes are ed, thirty times ff, and 7f. */
function isReduced(bytes: Uint8Array): boolean {
  if (((bytes[31] ?? 0) & 0x7f) !== 0x7f || (bytes[0] ?? 0) < 0xed) return true;
  return bytes.subarray(1, 31).some((byte) => byte !== 0xff);
}

const y = new Float64Array(LIMBS);
const numerator = new Float64Array(LIMBS);
const divisor = new Float64Array(LIMBS);
const product = new Float64Array(LIMBS);
const word = new Int32Array(WORDS);
const P_WORDS = inWords(P, new Int32Array(WORDS));

/** The Jacobi symbol of (y^2 - 1)(d y^2 + 1) over p: 1 for a square, 0 for zero, -1 for what has no root. */
function symbolOf(bytes: Uint8Array): number {
  read(bytes, y);
  multiply(y, y, numerator);
  multiply(numerator, D, divisor);
  // p is added so that no limb stays below zero.
  for (let at = 0; at < LIMBS; at += 1) numerator[at] = (numerator[at] ?? 0) + (P[at] ?? 0);
  numerator[0] = (numerator[0] ?? 0) - 1;
  divisor[0] = (divisor[0] ?? 0) + 1;
  multiply(numerator, divisor, numerator);
  return jacobiSymbol(inWords(numerator, word), P_WORDS);
}

/** The 255 bits of y; the last bit of the bytes is the sign of x. */
function read(bytes: Uint8Array, into: Float64Array): void {
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  for (let limb = 0; limb < LIMBS; limb += 1) {
    for (; bitCount < LIMB_BITS; bitCount += 8) {
      bits |= (bytes[at] ?? 0) << bitCount;
      at += 1;
    }
    into[limb] = bits & (LIMB - 1);
    bits >>= LIMB_BITS;
    bitCount -= LIMB_BITS;
  }
}

/** The product modulo p, though not always the least one; its limbs are within their bits, and `into` may be a factor. */
function multiply(a: Float64Array, b: Float64Array, into: Float64Array): void {
  for (let place = 0; place < LIMBS; place += 1) {
    let low = 0;
    let high = 0;
    for (let at = 0; at <= place; at += 1) low += (a[at] ?? 0) * (b[place - at] ?? 0);
    for (let at = place + 1; at < LIMBS; at += 1) high += (a[at] ?? 0) * (b[LIMBS + place - at] ?? 0);
    product[place] = low + FOLD * high;
  }
  // The second pass leaves at most one 2^255 over, of a number that is small then, and the third one nothing.
  for (let pass = 0; pass < 3; pass += 1) carry(product);
  into.set(product);
}

function carry(limbs: Float64Array): void {
  let over = 0;
  for (let place = 0; place < LIMBS; place += 1) {
    const sum = (limbs[place] ?? 0) + over;
    over = Math.floor(sum / LIMB);
    limbs[place] = sum - over * LIMB;
  }
  limbs[0] = (limbs[0] ?? 0) + FOLD * over;
}

/** Two limbs make a word. */
function inWords(limbs: Float64Array, into: Int32Array): Int32Array {
  for (let at = 0; at < WORDS; at += 1) into[at] = (limbs[2 * at] ?? 0) + (limbs[2 * at + 1] ?? 0) * LIMB;
  return into;
}

function limbsOf(value: bigint): Float64Array {
  return Float64Array.from({ length: LIMBS }, (_, at) =>
    Number(BigInt.asUintN(LIMB_BITS, value >> BigInt(LIMB_BITS * at))),
  );
}

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
