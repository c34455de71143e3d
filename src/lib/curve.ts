/** The field of ed25519: 2^255 - 19. */
const P = (1n << 255n) - 19n;
/** The constant d of the curve -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032, 5.1). */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN = (1n << 255n) - 1n;

/**
 * True when 32 bytes are the compressed form of a point: when x^2 = (y^2 - 1) / (d y^2 + 1) has a root. The divisor is never
 * zero and the quotient of two numbers is a square exactly when their product is, so one Jacobi symbol decides, at a tenth
 * of the cost of finding the root.
 */
export function isCompressedPoint(bytes: Uint8Array): boolean {
  const y = littleEndian(bytes) & SIGN;
  const square = (y * y) % P;
  return jacobi(((square + P - 1n) * (D * square + 1n)) % P) >= 0;
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** The Jacobi symbol of `a` over P by reciprocity: 1 for a square, -1 for none, 0 for zero. */
function jacobi(a: bigint): number {
  let [top, bottom, sign] = [a, P, 1];
  while (top !== 0n) {
    while ((top & 1n) === 0n) {
      top >>= 1n;
      const rest = bottom & 7n;
      if (rest === 3n || rest === 5n) sign = -sign;
    }
    if ((top & 3n) === 3n && (bottom & 3n) === 3n) sign = -sign;
    [top, bottom] = [bottom % top, top];
  }
  return bottom === 1n ? sign : 0;
}
