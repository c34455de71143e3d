import './enhance.ts';
import { byId, fill, h } from './dom.ts';
import { readyKey } from './key-store.ts';

/*
 * The reference of REST: shows what is hidden without a script, runs operations, and opens what an address or a link names.
 */

const page = byId('docs', HTMLElement);
const keyInput = byId('api-key', HTMLInputElement);

byId('docs-key', HTMLElement).hidden = false;
for (const form of document.querySelectorAll<HTMLFormElement>('form.call')) {
  const button = form.querySelector('button');
  if (button) button.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run(form);
  });
}
addEventListener('hashchange', open);
open();
void readyKey(page.dataset.sandbox !== undefined).then((key) => {
  keyInput.value ||= key;
});

/** Opens the entry whose id is in the address. */
function open(): void {
  const entry = document.getElementById(location.hash.slice(1));
  if (!(entry instanceof HTMLDetailsElement)) return;
  entry.open = true;
  entry.scrollIntoView();
}

async function run(form: HTMLFormElement): Promise<void> {
  const answer = form.querySelector('.answer');
  const button = form.querySelector('button');
  if (!answer || !button) return;
  button.disabled = true;
  fill(answer, h('p', {}, 'Running …'));
  try {
    fill(answer, ...shown(await send(form)));
  } catch (error) {
    fill(
      answer,
      h('p', { class: 'notice bad' }, `No answer: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
  button.disabled = false;
}

interface Answer {
  readonly status: number;
  readonly url: string;
  readonly headers: string;
  readonly text: string;
}

async function send(form: HTMLFormElement): Promise<Answer> {
  const { method = 'GET', path = '/' } = form.dataset;
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[data-in]')].filter(({ value }) => value !== '');
  const of = (where: string) => inputs.filter((input) => input.dataset.in === where);
  const filled = of('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(of('query').map(({ name, value }) => [name, value])).toString();
  const body = form.querySelector('textarea')?.value;
  const headers = new Headers(of('header').map(({ name, value }) => [name, value]));
  headers.set('accept', 'application/json, */*;q=0.5');
  if (keyInput.value !== '') headers.set('x-api-key', keyInput.value);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const url = query === '' ? filled : `${filled}?${query}`;
  const response = await fetch(url, { method, headers, cache: 'no-store', ...(body !== undefined && { body }) });
  const told = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return { status: response.status, url, headers: told, text: await response.text() };
}

function shown({ status, url, headers, text }: Answer): readonly Node[] {
  return [
    h('p', {}, h('strong', {}, String(status)), ' ', h('code', {}, url)),
    scrolled('Body of the answer', readable(text)),
    h('details', {}, h('summary', {}, 'Headers'), scrolled('Headers of the answer', headers)),
  ];
}

function scrolled(label: string, text: string): HTMLElement {
  return h('pre', { tabindex: 0, role: 'region', 'aria-label': label }, h('code', {}, text));
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
