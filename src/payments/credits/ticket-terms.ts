import { createHash } from 'node:crypto';
import { type Address, addressBytes, addressOf } from 'assay-core/solana/address.ts';
import type { PassTerms } from '#ledger/books.ts';

/** The terms of a ticket's transfer. */
export interface TicketTerms {
  /** 16 random bytes. */
  readonly id: Uint8Array;
  readonly payer: Address;
  readonly amountAtomic: bigint;
  readonly tier: PassTerms['tier'] | null;
  readonly mint: Address;
  /** The receiving wallet: the owner, not its token account. */
  readonly recipient: Address;
  /** CAIP-2 id. */
  readonly network: string;
  /** When the transfer should have landed; whole seconds. */
  readonly expiresAt: Date;
}

const ID_BYTES = 16;
const PAYER_AT = 16;
const MINT_AT = 48;
const RECIPIENT_AT = 80;
const AMOUNT_AT = 112;
const EXPIRY_AT = 120;
const TIER_AT = 128;
const NETWORK_AT = 129;

/** The byte of a tier is its index. Issued tickets contain it, so new tiers are appended and never moved. */
const TIERS: readonly TicketTerms['tier'][] = [null, 'traveller', 'voyager'];

/**
 * The terms as bytes: id (16), payer (32), mint (32), recipient (32), amount (u64), expiry in Unix seconds (u64), tier
 * (1), then the network as UTF-8. Numbers are little-endian. Throws for an id that has not 16 bytes.
 */
export function writeTerms(terms: TicketTerms): Buffer {
  if (terms.id.length !== ID_BYTES) throw new Error(`a ticket's id has ${ID_BYTES} bytes, not ${terms.id.length}`);
  const head = Buffer.alloc(NETWORK_AT);
  head.set(terms.id);
  head.set(addressBytes(terms.payer), PAYER_AT);
  head.set(addressBytes(terms.mint), MINT_AT);
  head.set(addressBytes(terms.recipient), RECIPIENT_AT);
  head.writeBigUInt64LE(terms.amountAtomic, AMOUNT_AT);
  head.writeBigUInt64LE(BigInt(Math.floor(terms.expiresAt.getTime() / 1000)), EXPIRY_AT);
  head.writeUInt8(TIERS.indexOf(terms.tier), TIER_AT);
  return Buffer.concat([head, Buffer.from(terms.network, 'utf8')]);
}

/** Reads the bytes of `writeTerms`; null where they are too short or have an unknown tier. */
export function readTerms(bytes: Buffer): TicketTerms | null {
  const tier = bytes.length < NETWORK_AT ? undefined : TIERS[bytes.readUInt8(TIER_AT)];
  if (tier === undefined) return null;
  return {
    id: Uint8Array.from(bytes.subarray(0, ID_BYTES)),
    payer: addressOf(bytes.subarray(PAYER_AT, MINT_AT)),
    mint: addressOf(bytes.subarray(MINT_AT, RECIPIENT_AT)),
    recipient: addressOf(bytes.subarray(RECIPIENT_AT, AMOUNT_AT)),
    amountAtomic: bytes.readBigUInt64LE(AMOUNT_AT),
    tier,
    network: bytes.toString('utf8', NETWORK_AT),
    expiresAt: new Date(Number(bytes.readBigUInt64LE(EXPIRY_AT)) * 1000),
  };
}

/** The prefix of our memos. A payment per call with such a memo is refused, so that one transfer never pays for both. */
export const MEMO_PREFIX = 'assay:1:';

/** The ledger's id of a ticket: the SHA-256 of its id. */
export function ticketHash(id: Uint8Array): Uint8Array {
  return Uint8Array.from(createHash('sha256').update(id).digest());
}

/** The memo that binds a transfer to this ticket. It is public and does not reveal the ticket. */
export function memoText(id: Uint8Array): string {
  return `${MEMO_PREFIX}${Buffer.from(ticketHash(id)).toString('base64url')}`;
}
