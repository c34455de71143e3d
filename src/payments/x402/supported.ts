import { parseAddress } from '#lib/address.ts';

const TIMEOUT_MS = 5_000;

/**
 * The fee payer that a facilitator offers for exact payments on a network (CAIP-2), by its `/supported` document; null
 * when it answers nothing usable. Shape of the document: x402 specification version 2, section 7.
 */
export async function supportedFeePayer(facilitatorUrl: string, network: string): Promise<string | null> {
  try {
    const response = await fetch(`${facilitatorUrl}/supported`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? feePayerOf(await response.json(), network) : null;
  } catch {
    return null;
  }
}

/** The fee payer within a `/supported` document, or null. The document comes from outside: every member is checked. */
export function feePayerOf(document: unknown, network: string): string | null {
  const kinds = memberOf(document, 'kinds');
  if (!Array.isArray(kinds)) return null;
  for (const kind of kinds) {
    if (memberOf(kind, 'scheme') !== 'exact' || memberOf(kind, 'network') !== network) continue;
    const feePayer = parseAddress(memberOf(memberOf(kind, 'extra'), 'feePayer'));
    if (feePayer) return feePayer;
  }
  return null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
