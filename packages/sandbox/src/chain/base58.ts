const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58;
/** Digits that one division yields: the most of which a number holds every value. */
const DIGITS = 9;
const LIMB = BigInt(BASE ** DIGITS);

/**
 * Base58 of any bytes, as the package `bs58` writes it, by divisions that yield nine digits each. The instructions and events
 * of venues have hundreds of bytes, and byte by byte each would cost more than the virtual machine takes for a transfer.
 */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0;
  while (bytes[zeros] === 0) zeros += 1;
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
  let text = '';
  for (let rest = BigInt(`0x${hex}0`) >> 4n; rest > 0n; rest /= LIMB) text = digitsOf(Number(rest % LIMB)) + text;
  return ALPHABET.charAt(0).repeat(zeros) + text.slice(leadingOnes(text));
}

/** The nine digits of a number below 58^9. */
function digitsOf(value: number): string {
  let text = '';
  for (let rest = value; text.length < DIGITS; rest = Math.floor(rest / BASE))
    text = ALPHABET.charAt(rest % BASE) + text;
  return text;
}

function leadingOnes(text: string): number {
  let count = 0;
  while (text.startsWith('1', count)) count += 1;
  return count;
}
