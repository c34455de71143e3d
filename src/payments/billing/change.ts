import { createHmac } from 'node:crypto';
import bs58 from 'bs58';
import { sha256 } from '#ledger/accounts/api-key.ts';
import type { Ledger } from '#ledger/books.ts';
import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import type { Change } from '../bill.ts';

const KEY_PREFIX = 'assay_';

/** Which key the change of a payment goes to. */
export interface ChangeKeys {
  /** SHA-256 of the key that was sent along, if it is one of ours, else of the payment's own key. */
  hashFor(apiKey: string | null, headerHash: Uint8Array): Promise<Uint8Array>;
  /** The change of a payment, for who proved to have paid it; null when all was earned. */
  of(payment: ChangedPayment): Change | null;
}

type ChangedPayment = Pick<PaymentRecord, 'headerHash' | 'amountAtomic' | 'earnedAtomic' | 'changeKeyHash'>;

/**
 * A payment's own key is an HMAC of the hash of its header, so that it is stored nowhere and whoever shows the header gets it again.
 */
export function openChangeKeys(ledger: Ledger, secret: string | Uint8Array): ChangeKeys {
  const derived = (headerHash: Uint8Array): string =>
    KEY_PREFIX + bs58.encode(createHmac('sha256', secret).update(headerHash).digest());
  return {
    async hashFor(apiKey, headerHash) {
      const ours = apiKey !== null && (await ledger.statement(apiKey)) !== null;
      return sha256(ours ? apiKey : derived(headerHash));
    },
    of({ headerHash, amountAtomic, earnedAtomic, changeKeyHash }) {
      if (changeKeyHash === null || earnedAtomic === null) return null;
      const key = derived(headerHash);
      const own = Buffer.from(changeKeyHash).equals(sha256(key));
      return { amountAtomic: amountAtomic - earnedAtomic, ...(own && { apiKey: key }) };
    },
  };
}
