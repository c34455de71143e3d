import { type Address, parseAddress } from '#lib/address.ts';

/**
 * The fee payer for a protocol version and a network within a `/supported` document, or null. `kept` stays while the
 * document still names it. Shape of the document: x402 specification version 2, section 7; every member is checked.
 */
export function feePayerOf(
  document: unknown,
  version: 1 | 2,
  network: string,
  kept: Address | null = null,
): Address | null {
  const kinds = memberOf(document, 'kinds');
  if (!Array.isArray(kinds)) return null;
  const offered = kinds.filter((kind) => isOurs(kind, version, network)).map((kind) => payerIn(kind));
  const [first] = offered.filter((payer) => payer !== null);
  if (!first || !kept) return first ?? null;
  // A facilitator with many keys names one of them at random, and payments for the one that was offered are on their way.
  return offered.includes(kept) || signersOf(document).includes(kept) ? kept : first;
}

function isOurs(kind: unknown, version: 1 | 2, network: string): boolean {
  return (
    memberOf(kind, 'x402Version') === version &&
    memberOf(kind, 'scheme') === 'exact' &&
    memberOf(kind, 'network') === network
  );
}

function payerIn(kind: unknown): Address | null {
  return parseAddress(memberOf(memberOf(kind, 'extra'), 'feePayer'));
}

/** Every key that the facilitator says it signs with on Solana. */
function signersOf(document: unknown): readonly unknown[] {
  const signers = memberOf(memberOf(document, 'signers'), 'solana:*');
  return Array.isArray(signers) ? signers : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
