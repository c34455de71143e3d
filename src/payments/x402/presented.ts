import type { PresentedPayment } from '#payments/bill.ts';
import type { Json } from './requirements.ts';

/**
 * A payment that came inside of a message instead of a header: the payload itself, or its standard base64. It stands as the
 * header that it would be. Null for neither. What cannot be read is left to the reader of headers.
 */
export function presentedFrom(value: unknown): PresentedPayment | null {
  if (typeof value === 'string') return value === '' ? null : { version: versionOf(decoded(value)), value };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  try {
    return { version: versionOf(value), value: Buffer.from(JSON.stringify(value)).toString('base64') };
  } catch {
    return null;
  }
}

function versionOf(payload: unknown): PresentedPayment['version'] {
  return (payload as { x402Version?: unknown } | null)?.x402Version === 1 ? 1 : 2;
}

function decoded(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}

/** The object that a `PAYMENT-REQUIRED` header holds, for protocols that carry it in a message. */
export function requiredFrom(header: string): Json {
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Json;
}
