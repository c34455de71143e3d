import { readAbout } from './about.ts';
import { byId, fill, h } from './dom.ts';
import { pageKeyStore, storage } from './key-store.ts';
import { api, type Guide } from './topup-api.ts';
import { openByHand } from './topup-by-hand.ts';
import { openOrderForm } from './topup-order.ts';
import { type CheckService, openPayment } from './topup-payment.ts';
import { openPayments } from './topup-pending.ts';
import { paymentOf, prepareTransfer } from './topup-prepare.ts';
import { openReview } from './topup-review.ts';
import { openWalletForm } from './topup-wallets.ts';

const start = async (): Promise<void> => {
  const [about, answer] = await Promise.all([readAbout(), api.guide()]);
  if ('problem' in answer) throw new Error(answer.problem.detail);
  byId('fake', HTMLElement).hidden = !about.sandbox;
  const service: CheckService = { payments: openPayments(storage('localStorage')), keys: pageKeyStore(), chain: about };
  byId('keeps-nothing', HTMLElement).hidden = service.payments.keeps;
  for (const payment of service.payments.list()) openPayment(payment, service);
  openBilling(answer.value, service);
};

/** Connects the order with the wallet, the review and the payments that come of it. */
function openBilling(guide: Guide, service: CheckService): void {
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
  // What is to be signed is what the form says, always.
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
