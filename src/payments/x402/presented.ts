import type { PresentedPayment } from '#payments/bill.ts';
import type { Json } from './requirements.ts';

/**
 * The header of a payment that came inside of a message: the payload itself, or its standard base64. Null for neither. The reader of
 * headers reports unreadable content.
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
