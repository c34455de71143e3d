import { sha256 } from '#ledger/accounts/api-key.ts';
import type { Bill, Line } from '../bill.ts';

/** What the lines cost together, in atomic USDC. */
export function totalOf(lines: readonly Line[]): bigint {
  return lines.reduce((sum, line) => sum + line.priceAtomic, 0n);
}

/** SHA-256 of what a bill asks for. A canonical request holds no newline, so that no two bills join to one text. */
export function requestHashOf(bill: Bill): Uint8Array {
  return sha256(bill.lines.map((line) => line.request).join('\n'));
}
