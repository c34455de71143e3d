import { byId, copyButton, fill, h } from '../dom.ts';
import { decimal, grouped, words } from '../format.ts';
import { type NamedChain, networkName } from '../network.ts';
import type { Prepared } from './api.ts';
import { type PendingPayment, tailOf } from './pending.ts';
import { fromBase64 } from './wallet-bytes.ts';
import type { Costs } from './wallet-message.ts';
import { isDeclined, wordsOf } from './wallet-standard.ts';
import type { ConnectedPayer } from './wallets.ts';

/** A transfer that waits for its signature. */
export interface Proposal {
  readonly prepared: Prepared;
  readonly payer: ConnectedPayer;
  readonly costs: Costs;
  /** The key to credit; null: a new one. */
  readonly key: string | null;
  /** By `performance.now()`: until when it may be signed. */
  readonly endsAt: number;
}

/** The page's steps before and after the wallet signs. */
export interface Signing {
  /** Called before the wallet is asked: from then on the ticket must not be lost. */
  readonly asked: (proposal: Proposal) => PendingPayment;
  readonly declined: (payment: PendingPayment) => void;
  /** The wallet failed in a way that leaves open whether it sent. */
  readonly unclear: (payment: PendingPayment, said: string) => void;
  readonly paid: (payment: PendingPayment, key: string | null, unsent: Uint8Array | null) => void;
  readonly again: () => void;
  readonly busy: (busy: boolean) => void;
}

/** The panel that shows a proposal and asks the wallet, at most once for each click that it was ready for. */
export interface Review {
  open(proposal: Proposal): void;
  /** Removes the proposal with a reason, unless it is being signed. */
  close(): void;
  readonly shown: () => Proposal | null;
}

const TICK_MS = 500;
const DEPOSIT = 'About 0.002 SOL, once, where the token account of the receiver has to be opened first';

/** Connects the panel. */
export function openReview(chain: NamedChain, signing: Signing): Review {
  const panel = byId('review', HTMLElement);
  const sign = byId('sign', HTMLButtonElement);
  let shown: Proposal | null = null;
  let busy = false;

  const complain = (text: string): void => {
    const notice = byId('sign-wrong', HTMLElement);
    notice.textContent = text;
    notice.hidden = text === '';
  };
  const tick = (): void => {
    if (!shown) return;
    const left = Math.max(0, Math.ceil((shown.endsAt - performance.now()) / 1000));
    const expired = left === 0;
    sign.disabled = busy || expired;
    byId('cancel', HTMLButtonElement).disabled = busy;
    byId('anew', HTMLButtonElement).hidden = !expired || busy;
    byId('countdown', HTMLElement).textContent = expired
      ? 'This transfer has expired. Nothing was paid; prepare it anew.'
      : `Sign within ${left} s.`;
  };
  const close = (): void => {
    shown = null;
    panel.hidden = true;
  };
  const setBusy = (next: boolean): void => {
    busy = next;
    sign.textContent = next ? 'Look at your wallet …' : signText(shown);
    signing.busy(next);
    tick();
  };
  const ask = async (): Promise<void> => {
    const proposal = shown;
    if (!proposal || busy || performance.now() >= proposal.endsAt) return;
    complain('');
    setBusy(true);
    const payment = signing.asked(proposal);
    try {
      const { payer, prepared } = proposal;
      const { signature, unsent } = await payer.wallet.pay(payer.address, fromBase64(prepared.transaction));
      close();
      signing.paid({ ...payment, signature }, proposal.key, unsent);
    } catch (error) {
      if (isDeclined(error)) {
        signing.declined(payment);
        complain('You declined in the wallet. Nothing was signed or sent.');
      } else {
        close();
        signing.unclear(payment, wordsOf(error));
      }
    } finally {
      setBusy(false);
    }
  };
  sign.addEventListener('click', () => void ask());
  byId('cancel', HTMLButtonElement).addEventListener('click', close);
  byId('anew', HTMLButtonElement).addEventListener('click', signing.again);
  setInterval(tick, TICK_MS);
  return {
    shown: () => shown,
    close: () => {
      if (!busy) close();
    },
    open(proposal) {
      shown = proposal;
      complain('');
      fill(byId('terms', HTMLElement), ...terms(proposal, chain));
      panel.hidden = false;
      sign.textContent = signText(proposal);
      tick();
      byId('review-title', HTMLElement).focus();
    },
  };
}

function signText(proposal: Proposal | null): string {
  const wallet = proposal?.payer.wallet;
  return wallet ? `${wallet.sends ? 'Sign and send' : 'Sign'} with ${wallet.name}` : 'Sign and send';
}

function terms({ prepared, payer, costs, key }: Proposal, chain: NamedChain): HTMLElement[] {
  const { pass } = prepared;
  const id = (text: string, what: string) => [h('span', { class: 'id' }, text), ' ', copyButton(text, what)];
  const rows: readonly (readonly [string, readonly (Node | string)[]])[] = [
    ['You pay', [h('span', { class: 'amount' }, `${prepared.amount_usdc} USDC`)]],
    [
      'For',
      [pass ? `${words(pass.tier)} pass: ${grouped(pass.fair_use_calls)} checks in ${pass.days} days` : 'Credit'],
    ],
    [
      'Which goes to',
      [key === null ? 'A new key, which you get after the payment' : `Your key that ends in ${tailOf(key)}`],
    ],
    ['From wallet', id(payer.address, 'the paying wallet')],
    ['To wallet', id(prepared.pay_to, 'the receiving wallet')],
    ['Its token account', id(prepared.pay_to_token_account, 'the receiving token account')],
    ['Token', ['USDC, mint ', ...id(prepared.asset_mint, 'the mint')]],
    ['Memo', id(prepared.memo, 'the memo')],
    ['Network fee', [`${decimal(costs.feeLamports.toString(), 9, 9)} SOL; your wallet may choose more`]],
    ...(costs.opensAccount ? [['Deposit', [DEPOSIT]] as const] : []),
    ['Network', [chain.sandbox ? 'Sandbox: a chain of this machine, no real network' : networkName(chain)]],
  ];
  return rows.flatMap(([term, value]) => [h('dt', {}, term), h('dd', {}, ...value)]);
}
