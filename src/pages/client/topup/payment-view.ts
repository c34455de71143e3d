import { copyButton, download, h } from '../dom.ts';
import { grouped, momentOf, shortId, words } from '../format.ts';
import { explorerUrl, type NamedChain } from '../network.ts';
import type { Balance, Claimed } from './api.ts';
import { type PendingPayment, tailOf } from './pending.ts';
import { toBase64 } from './wallet-bytes.ts';
import type { TroubleWords } from './words.ts';

/** The actions for a payment that waits for input. `take` returns the error of the input. */
interface Asked {
  readonly take: (text: string) => string;
  readonly forget: () => void;
}

/** The form for a payment that may or may not have been sent. */
export function signatureForm(payment: PendingPayment, trouble: string, { take, forget }: Asked): Node[] {
  return [
    heading('A payment of yours may wait to be claimed'),
    summary(payment),
    ...(trouble === '' ? [] : [notice('warn', `Your wallet said: ${trouble}`)]),
    h(
      'p',
      {},
      'This page does not know whether your wallet sent it. If the wallet shows it as sent, copy its signature from there. If it was never sent, nothing was paid.',
    ),
    form('Signature of the transaction', 'Claim', take),
    actions(button('It was never sent: forget it', forget)),
    receipt(payment),
  ];
}

/** For a payment to a key that this tab does not hold. */
export function keyForm(
  payment: PendingPayment,
  trouble: string,
  asked: Asked & { readonly makeNew: () => void },
): Node[] {
  const tail = payment.creditTo === null ? '' : ` It was to be added to the key that ends in ${payment.creditTo}.`;
  return [
    heading('A payment of yours waits to be claimed'),
    summary(payment),
    ...(trouble === '' ? [] : [notice('warn', trouble)]),
    h('p', {}, `Which key is to be credited?${tail}`),
    form('API key', 'Add to this key', asked.take, 'password'),
    actions(button('Make a new key instead', asked.makeNew), button('Forget it', asked.forget)),
    receipt(payment),
  ];
}

/** While the claim waits for the chain. `tell` shows how it goes. */
export function waitingBody(
  payment: PendingPayment,
  chain: NamedChain,
  unsent: Uint8Array | null,
  forget: () => void,
): { readonly body: Node[]; readonly tell: (words: string) => void } {
  const status = h('p', { role: 'status' }, 'Asking for the credit …');
  const body = [
    heading('A payment of yours waits to be claimed'),
    summary(payment),
    ...(unsent ? [sendItYourself(unsent)] : []),
    h('progress', { 'aria-label': 'Waiting until the payment is final' }),
    status,
    transaction(payment, chain),
    receipt(payment, button('Forget it', forget)),
  ];
  const tell = (text: string): void => {
    if (status.textContent !== text) status.textContent = text;
  };
  return { body, tell };
}

/** After a refusal that no repeat changes. */
export function stoppedBody(
  payment: PendingPayment,
  { what, next }: TroubleWords,
  chain: NamedChain,
  act: { readonly again: () => void; readonly other: () => void; readonly forget: () => void },
): Node[] {
  return [
    heading('A payment was not credited'),
    summary(payment),
    h('div', { class: 'notice bad', role: 'alert' }, h('p', {}, h('strong', {}, what)), h('p', {}, next)),
    transaction(payment, chain),
    actions(
      button('Claim again', act.again),
      button('Give another signature', act.other),
      button('Forget it', act.forget),
    ),
    receipt(payment),
  ];
}

/** After credit to a key that the person has. */
export function creditedBody(
  claimed: Claimed,
  owned: Balance | null,
  chain: NamedChain,
  payment: PendingPayment,
): Node[] {
  const { credited_usdc: amount, repeated } = claimed;
  const note = repeated
    ? 'An earlier claim credited this payment; nothing was credited again. A new key was shown then.'
    : `${amount} USDC credited to your key${payment.creditTo === null ? '' : ` that ends in ${payment.creditTo}`}.`;
  return [
    heading(repeated ? 'Credited before' : `${amount} USDC credited`),
    notice('good', note),
    ...ownership(owned),
    transaction(payment, chain),
    actions(h('a', { class: 'button', href: '/dashboard' }, 'Go to the dashboard')),
  ];
}

/** The new key, until the person has kept it. */
export function newKeyBody(
  payment: PendingPayment,
  key: string,
  owned: Balance | null,
  act: { readonly use: (remember: boolean) => void; readonly kept: () => void },
): Node[] {
  const remember = h('input', { type: 'checkbox' });
  const use = (): void => {
    act.use(remember.checked);
    location.assign('/dashboard');
  };
  const save = (): void => download(`assay-key-${tailOf(key)}.txt`, `${key}\n`, 'text/plain');
  return [
    heading(`${payment.creditedUsdc ?? ''} USDC credited: your new API key`),
    h('p', {}, 'Keep it now: it is shown this once, and the service has only its hash. Send it as X-API-Key.'),
    h('div', {}, h('code', { class: 'secret' }, key)),
    actions(textCopy(key), button('Save as a file', save)),
    h(
      'div',
      { class: 'row' },
      button('Use it in the dashboard', use),
      h('label', { class: 'tick' }, remember, ' Remember it in this browser'),
    ),
    ...ownership(owned),
    h(
      'p',
      { class: 'hint' },
      'Until you say that you have kept it, this browser holds it for you, so that a closed tab loses nothing.',
    ),
    actions(button('I have kept the key', act.kept, 'main')),
  ];
}

function ownership(owned: Balance | null): Node[] {
  if (!owned) return [];
  const passes = owned.passes.map(({ tier, state, starts_at, expires_at, fair_use_left }) => {
    const when =
      state === 'active' ? `until ${momentOf(expires_at)}` : `from ${momentOf(starts_at)} to ${momentOf(expires_at)}`;
    return h('li', {}, `${words(tier)} pass, ${state}: ${grouped(fair_use_left)} checks left, ${when}`);
  });
  return [
    ...(passes.length > 0 ? [h('ul', { class: 'steps' }, ...passes)] : []),
    h('p', {}, 'Balance: ', h('span', { class: 'balance' }, `${owned.balance_usdc} USDC`)),
  ];
}

function summary({ amountUsdc, tier, payer, preparedAt }: PendingPayment): HTMLElement {
  const amount = amountUsdc === null ? 'A payment' : `${amountUsdc} USDC${tier === null ? '' : ` for a ${tier} pass`}`;
  const from = payer === null ? '' : ` from ${shortId(payer)}`;
  return h('p', { class: 'hint' }, `${amount}${from}, ${momentOf(new Date(preparedAt).toISOString())}`);
}

function transaction({ signature }: PendingPayment, chain: NamedChain): HTMLElement {
  const id = signature ?? '';
  const url = explorerUrl(chain, 'tx', id);
  const name = h('span', { class: 'id' }, id);
  const shown = url === null ? name : h('a', { href: url, rel: 'noreferrer', target: '_blank' }, name);
  return h('p', {}, 'Transaction ', shown, ' ', copyButton(id, 'the signature'));
}

function receipt({ ticket, memo }: PendingPayment, ...more: readonly Node[]): HTMLElement {
  return h(
    'details',
    {},
    h('summary', {}, 'Ticket'),
    h(
      'p',
      { class: 'hint' },
      `It claims the payment${memo === null ? '' : ` with the memo ${memo}`}, from any browser.`,
    ),
    h('pre', { tabindex: 0 }, ticket),
    actions(textCopy(ticket, 'Copy the ticket'), ...more),
  );
}

/** A form of one field with its button. `take` returns the error of the text, or nothing. */
function form(label: string, act: string, take: (text: string) => string, type = 'text'): HTMLElement {
  const input = h('input', { class: 'mono', type, autocomplete: 'off', spellcheck: 'false' });
  const wrong = h('p', { class: 'wrong', role: 'alert' });
  const submit = (event: Event): void => {
    event.preventDefault();
    wrong.textContent = take(input.value);
    input.setAttribute('aria-invalid', String(wrong.textContent !== ''));
  };
  const field = h('label', { class: 'field' }, label, input);
  return h(
    'form',
    { class: 'stack', novalidate: true, onsubmit: submit },
    field,
    wrong,
    actions(h('button', { class: 'main' }, act)),
  );
}

/** The title of a payment; scripts may put the focus there. */
function heading(text: string): HTMLElement {
  return h('h3', { tabindex: -1 }, text);
}

/** A sentence that screen readers announce too. */
function notice(tone: 'good' | 'warn' | 'bad', text: string): HTMLElement {
  return h('p', { class: `notice ${tone}`, role: 'status' }, text);
}

/** Buttons beside each other. */
function actions(...buttons: readonly Node[]): HTMLElement {
  return h('div', { class: 'row' }, ...buttons);
}

/** A button that does not send a form. */
function button(text: string, act: () => void, tone = ''): HTMLElement {
  return h('button', { type: 'button', class: tone, onclick: act }, text);
}

/** A button with words that copies a text. */
function textCopy(text: string, name = 'Copy'): HTMLElement {
  const made = h('button', { type: 'button' }, name);
  const said = (ok: boolean): void => {
    made.textContent = ok ? 'Copied' : 'Copying was refused';
    setTimeout(() => {
      made.textContent = name;
    }, 1500);
  };
  made.addEventListener('click', () => {
    // Without a secure origin a browser has no clipboard for pages.
    if (navigator.clipboard)
      navigator.clipboard.writeText(text).then(
        () => said(true),
        () => said(false),
      );
    else said(false);
  });
  return made;
}

/** A wallet that signs only leaves the sending to the person; the page asks for the credit all the while. */
function sendItYourself(unsent: Uint8Array): HTMLElement {
  const signed = toBase64(unsent);
  const call = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [signed, { encoding: 'base64' }] };
  const command = `curl -H 'content-type: application/json' -d '${JSON.stringify(call)}' <RPC_ADDRESS>`;
  return h(
    'div',
    { class: 'notice warn' },
    h(
      'p',
      {},
      h('strong', {}, 'Signed, but not sent.'),
      ' This wallet cannot send by itself, and this service sends no transactions of others. Send the signed transaction at once, since it is good for less than half a minute, to any RPC endpoint of the network:',
    ),
    h(
      'div',
      { class: 'row' },
      textCopy(signed, 'Copy the signed transaction'),
      textCopy(command, 'Copy a curl command'),
    ),
    h('details', {}, h('summary', {}, 'Show the command'), h('pre', { tabindex: 0 }, command)),
  );
}
