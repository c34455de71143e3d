import { copyButton } from './dom.ts';
import { subjectIn } from './subject.ts';

/** Makes the pages that the service writes livelier: copy buttons, the search box, the filter of a list. Each works where it is found. */
for (const text of document.querySelectorAll('[data-copy]')) {
  text.parentElement?.append(copyButton(text.textContent ?? '', text.getAttribute('data-copy') ?? 'the text'));
}

const filter = document.getElementById('filter');
if (filter instanceof HTMLFormElement) enableFilter(filter);

const search = document.getElementById('search');
if (search instanceof HTMLFormElement) enliven(search);

function enableFilter(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  const count = form.querySelector('[role="status"]');
  const entries = [...document.querySelectorAll('[data-entries] > *')].filter((entry) => entry instanceof HTMLElement);
  if (input === null || count === null) return;
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const entry of entries) {
      const text = (entry.textContent ?? '').toLowerCase();
      entry.hidden = !wanted.every((word) => text.includes(word));
    }
    const shown = entries.filter(({ hidden }) => !hidden).length;
    count.textContent = wanted.length === 0 ? '' : `${shown} of ${entries.length}`;
  });
}

function enliven(form: HTMLFormElement): void {
  const input = form.querySelector('#subject');
  const wrong = form.querySelector('#subject-wrong');
  if (!(input instanceof HTMLInputElement) || wrong === null) return;
  const said = (text: string): void => {
    wrong.textContent = text;
    input.setAttribute('aria-invalid', String(text !== ''));
  };
  input.addEventListener('input', () => {
    said('');
    const { kind } = subjectIn(input.value);
    const choice = kind && form.querySelector(`input[name="kind"][value="${kind}"]`);
    if (choice instanceof HTMLInputElement) choice.checked = true;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { subject } = subjectIn(input.value);
    const kind = new FormData(form).get('kind');
    if (subject !== null) location.assign(`/check/${kind}/${subject}`);
    else {
      said('Enter a Solana address: 32 to 44 letters and digits, exactly as it was given.');
      input.focus();
    }
  });
}
