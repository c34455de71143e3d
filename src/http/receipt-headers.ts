import type { OutgoingHttpHeaders } from 'node:http';
import type { FaultExtra } from '#lib/fault.ts';
import type { Receipt } from '#payments/bill.ts';
import { receiptHeader } from '#payments/x402/receipt.ts';

/** The header with the settlement result; none without a settlement. */
export function receiptHeaders(receipt: Receipt | FaultExtra['receipt']): OutgoingHttpHeaders {
  if (!receipt) return {};
  // A fault carries its receipt as plain members, because the catalogue of faults knows no payments.
  const { name, value } = receiptHeader(receipt as Receipt);
  return { [name.toLowerCase()]: value };
}
