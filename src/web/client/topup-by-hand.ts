import { isSignature } from './base58.ts';
import { byId, fill, h } from './dom.ts';
import type { Guide } from './topup-api.ts';
import { type CheckService, openPayment } from './topup-payment.ts';
import { tailOf } from './topup-pending.ts';

/** How to pay without a wallet in this browser, and the form that claims such a payment. `keyOf` is the key to credit. */
export function openByHand(guide: Guide, service: CheckService, keyOf: () => string | null): void {
  fill(byId('how', HTMLElement), ...guide.how.map((step) => h('li', {}, step)));
  byId('why', HTMLElement).textContent = guide.why_the_ticket;
  const ticketField = byId('hand-ticket', HTMLTextAreaElement);
  const signatureField = byId('hand-signature', HTMLInputElement);
  byId('hand-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    const [ticket, signature, key] = [ticketField.value.trim(), signatureField.value.trim(), keyOf()];
    const wrong = complaint(ticket, signature, key);
    byId('hand-wrong', HTMLElement).textContent = wrong;
    if (wrong !== '') return;
    const known = service.payments.get(ticket);
    const typed = { memo: null, amountUsdc: null, tier: null, payer: null, network: guide.network };
    const creditTo = key === null ? null : tailOf(key);
    const now = { ticket, signature, creditTo, preparedAt: Date.now(), apiKey: null, creditedUsdc: null };
    const payment = known?.apiKey ? known : { ...typed, ...known, ...now };
    service.payments.put(payment);
    openPayment(payment, service, { key });
    ticketField.value = '';
    signatureField.value = '';
  });
}

function complaint(ticket: string, signature: string, key: string | null): string {
  if (!/^[\w-]{40,}$/.test(ticket)) return 'Paste the whole ticket, as /credits/prepare returned it.';
  if (!isSignature(signature)) return 'That is no signature of a transaction: base58 of 64 bytes.';
  return key === '' ? 'Paste the key that is to be credited above, or choose a new one.' : '';
}
