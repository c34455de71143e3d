import { createHmac } from 'node:crypto';
import bs58 from 'bs58';
import { sha256 } from '#ledger/accounts/api-key.ts';
import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import type { Change } from '../bill.ts';
import type { BillingDeps } from './deps.ts';
import { madeForChange } from './unpaid-work.ts';

const KEY_PREFIX = 'assay_';

/** Which key the change of a payment goes to. */
export interface ChangeKeys {
  /** SHA-256 of the key that was sent along, if it is one of ours, else of the payment's own key. */
  hashFor(apiKey: string | null, headerHash: Uint8Array): Promise<Uint8Array>;
  /** The change of a payment, for the proven payer; null if all was earned. */
  of(payment: ChangedPayment): Change | null;
}

type ChangeDeps = Pick<BillingDeps, 'ledger' | 'windows' | 'changeSecret'>;
type ChangedPayment = Pick<PaymentRecord, 'headerHash' | 'amountAtomic' | 'earnedAtomic' | 'changeKeyHash'>;

/** A payment's own key is an HMAC of the hash of its header, so that it is not stored and the header's holder gets it again. */
export function openChangeKeys({ ledger, windows, changeSecret }: ChangeDeps): ChangeKeys {
  const derived = (headerHash: Uint8Array): string =>
    KEY_PREFIX + bs58.encode(createHmac('sha256', changeSecret).update(headerHash).digest());
  return {
    async hashFor(apiKey, headerHash) {
      const ours = apiKey !== null && (await ledger.statement(apiKey)) !== null;
      if (ours) return sha256(apiKey);
      const keyHash = sha256(derived(headerHash));
      // The payment continues without the note.
      await windows.note([madeForChange(keyHash)]).catch(() => undefined);
      return keyHash;
    },
    of({ headerHash, amountAtomic, earnedAtomic, changeKeyHash }) {
      if (changeKeyHash === null || earnedAtomic === null) return null;
      const key = derived(headerHash);
      const own = Buffer.from(changeKeyHash).equals(sha256(key));
      return { amountAtomic: amountAtomic - earnedAtomic, ...(own && { apiKey: key }) };
    },
  };
}
