/** Bytes that every account pays rent for beside its data. */
const OVERHEAD_BYTES = 128;
/** Lamports for each byte, for good. */
const LAMPORTS_PER_BYTE = 6960;

/** Lamports that an account of this length must hold. */
export function rentFor(bytes: number): bigint {
  return BigInt((OVERHEAD_BYTES + bytes) * LAMPORTS_PER_BYTE);
}
