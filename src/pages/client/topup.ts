import { readAbout } from './about.ts';
import { isSignature } from './base58.ts';
import { byId, fill, h } from './dom.ts';
import { micros } from './format.ts';
import { pageKeyStore, storage } from './key-store.ts';
import { api, type Guide, type Prepared } from './topup/api.ts';
import { openOrderForm, type TopupOrder } from './topup/order.ts';
import { openPayment, type PaymentContext } from './topup/payment.ts';
import { openPayments, type PendingPayment, tailOf } from './topup/pending.ts';
import { openReview, type Proposal } from './topup/review.ts';
import { fromBase64 } from './topup/wallet-bytes.ts';
import { readTransfer } from './topup/wallet-message.ts';
import { type ConnectedPayer, openWalletForm } from './topup/wallets.ts';
import { inWords } from './topup/words.ts';

/** A wallet needs time to sign and send, so the displayed time ends this much earlier. */
const MARGIN_MS = 5_000;

const OTHER = 'The service prepared another transfer than was ordered. It was not given to the wallet.';

const start = async (): Promise<void> => {
  const [about, answer] = await Promise.all([readAbout(), api.guide()]);
  if ('problem' in answer) throw new Error(answer.problem.detail);
  const service: PaymentContext = {
    payments: openPayments(storage('localStorage')),
    keys: pageKeyStore(),
    chain: about,
  };
  byId('keeps-nothing', HTMLElement).hidden = service.payments.keeps;
  for (const payment of service.payments.list()) openPayment(payment, service);
  openBilling(answer.value, service);
};

/** Connects the order with the wallet, the review and the payments that come of it. */
function openBilling(guide: Guide, service: PaymentContext): void {
  const button = byId('prepare', HTMLButtonElement);
  const form = openOrderForm(guide, service.keys);
  openByHand(guide, service, form.typedKey);
  let preparing = false;
  let signing = false;
  const show = (): void => {
    const payer = wallets.payer();
    button.disabled = preparing || signing || payer === null;
    byId('prepare-note', HTMLElement).textContent = payer === null ? 'Connect a wallet first.' : 'Nothing is paid yet.';
    const proposed = review.shown();
    // The ticket names its payer: another account needs another one.
    if (proposed && proposed.payer.address !== payer?.address) review.close();
  };
  const propose = async (): Promise<void> => {
    const payer = wallets.payer();
    const order = form.order();
    if (!payer || !order) return;
    const key = await form.target();
    if (key === false) return;
    const proposal = await prepareTransfer(order, payer, guide, key);
    if (typeof proposal === 'string') complain(proposal);
    else if (wallets.payer()?.address === payer.address) review.open(proposal);
    else complain('The wallet changed its account meanwhile. Prepare the transfer again.');
  };
  const prepare = async (): Promise<void> => {
    if (preparing || signing) return;
    preparing = true;
    complain('');
    review.close();
    show();
    await propose().finally(() => {
      preparing = false;
      show();
    });
  };
  const review = openReview(service.chain, {
    asked: (proposal) => {
      const payment = paymentOf(proposal);
      service.payments.put(payment);
      return payment;
    },
    declined: ({ ticket }) => service.payments.drop(ticket),
    unclear: (payment, trouble) => openPayment(payment, service, { trouble }),
    paid: (payment, key, unsent) => {
      service.payments.put(payment);
      openPayment(payment, service, { key, unsent });
    },
    again: () => void prepare(),
    busy: (busy) => {
      signing = busy;
      show();
    },
  });
  const wallets = openWalletForm(guide.network, show);
  const order = byId('order', HTMLFormElement);
  // A changed form closes the review, because the transaction must match the form.
  order.addEventListener('input', () => review.close());
  order.addEventListener('submit', (event) => {
    event.preventDefault();
    void prepare();
  });
  show();
}

function complain(text: string): void {
  const notice = byId('prepare-wrong', HTMLElement);
  notice.textContent = text;
  notice.hidden = text === '';
}

start().catch((error: unknown) => {
  const notice = byId('page-wrong', HTMLElement);
  const said = error instanceof Error ? error.message : String(error);
  const again = h('button', { type: 'button', onclick: () => location.reload() }, 'Load the page again');
  fill(notice, `The page could not be filled: ${said} Nothing is lost. `, again);
  notice.hidden = false;
});

/** How to pay without a wallet in this browser, and the form that claims such a payment. `keyOf` is the key to credit. */
function openByHand(guide: Guide, service: PaymentContext, keyOf: () => string | null): void {
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

/** Asks for the transfer of an order and reads it. Why there is none, in words, where it cannot be signed with good reason. */
async function prepareTransfer(
  { amountAtomic, pass }: TopupOrder,
  payer: ConnectedPayer,
  guide: Guide,
  key: string | null,
): Promise<Proposal | string> {
  const body = { payer: payer.address, amount_atomic: Number(amountAtomic), pass };
  const answer = await api.prepare(body);
  if ('problem' in answer) {
    const { what, next } = inWords(answer.problem);
    return `${what} ${next}`;
  }
  const prepared = answer.value;
  if (!isAsOrdered(prepared, { amountAtomic, pass }, guide)) return OTHER;
  const reading = readTransfer(bytesOf(prepared), {
    payer: payer.address,
    mint: guide.asset_mint,
    payTo: guide.pay_to,
    destination: prepared.pay_to_token_account,
    amountAtomic,
    memo: prepared.memo,
  });
  if ('refused' in reading) return reading.refused;
  // Both times are the service's: the clock of this machine may be wrong.
  const left = Date.parse(prepared.expires_at) - answer.servedAt - MARGIN_MS;
  return { prepared, payer, costs: reading, key, endsAt: performance.now() + left };
}

/** The page shows the answer, so the answer must match the order; the transaction is compared with both. */
function isAsOrdered(prepared: Prepared, { amountAtomic, pass }: TopupOrder, guide: Guide): boolean {
  return (
    micros(prepared.amount_usdc) === amountAtomic &&
    (prepared.pass !== undefined) === pass &&
    prepared.pay_to === guide.pay_to &&
    prepared.asset_mint === guide.asset_mint &&
    prepared.network === guide.network
  );
}

function bytesOf({ transaction }: Prepared): Uint8Array {
  try {
    return fromBase64(transaction);
  } catch {
    return new Uint8Array();
  }
}

/** The data of a proposal to keep before a wallet signs it. */
function paymentOf({ prepared, payer, key }: Proposal): PendingPayment {
  return {
    ticket: prepared.ticket,
    memo: prepared.memo,
    amountUsdc: prepared.amount_usdc,
    tier: prepared.pass?.tier ?? null,
    payer: payer.address,
    network: prepared.network,
    preparedAt: Date.now(),
    signature: null,
    creditTo: key === null ? null : tailOf(key),
    apiKey: null,
    creditedUsdc: null,
  };
}
