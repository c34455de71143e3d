import { randomFillSync } from 'node:crypto';

const NONCE_BYTES = 16;
const pool = Buffer.alloc(NONCE_BYTES * 256);
let used = pool.length;

/** 128 random bits as 22 characters of base64url. Drawn in portions: asking the kernel each time costs more than the rest of a 402. */
export function freshNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += NONCE_BYTES;
  return pool.toString('base64url', used - NONCE_BYTES, used);
}
