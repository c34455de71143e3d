import { h } from './dom.ts';
import { toBase64 } from './wallet-bytes.ts';

/** A form of one field with its button. `take` returns what is wrong with the text, or nothing. */
export function form(label: string, act: string, take: (text: string) => string, type = 'text'): HTMLElement {
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
export function heading(text: string): HTMLElement {
  return h('h3', { tabindex: -1 }, text);
}

/** A sentence that readers of the screen are told as well. */
export function notice(tone: 'good' | 'warn' | 'bad', text: string): HTMLElement {
  return h('p', { class: `notice ${tone}`, role: 'status' }, text);
}

/** Buttons beside each other. */
export function actions(...buttons: readonly Node[]): HTMLElement {
  return h('div', { class: 'row' }, ...buttons);
}

/** A button that does not send a form. */
export function button(text: string, act: () => void, tone = ''): HTMLElement {
  return h('button', { type: 'button', class: tone, onclick: act }, text);
}

/** A button with words that copies a text. */
export function textCopy(text: string, name = 'Copy'): HTMLElement {
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
export function sendItYourself(unsent: Uint8Array): HTMLElement {
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
