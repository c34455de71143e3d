import { type CheckKind, type CheckQuestion, KINDS } from '../answer.ts';
import { base58Length } from '../base58.ts';
import { byId, fill, h } from '../dom.ts';
import { sumUsdc } from '../format.ts';

/** The service takes no more in one operation. */
const CHECKS_MAX = 100;

const SIZE = /^\d{1,5}(\.\d{1,9})?$/;

const SIZE_SOL_MAX = 10_000;

const TEXT_LETTERS_MAX = 48;

/** Invisible characters, and those that reverse the direction of text. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const SIZE_WORDS = 'The size of a trade is a number of SOL above 0, at most 10000, with at most nine decimals.';

/** Maximum number of problems shown. */
const PROBLEMS_SHOWN = 5;

/** The possible checks: prices by kind as decimal strings, and an example subject of each kind. */
export interface Catalogue {
  readonly prices: Readonly<Partial<Record<CheckKind, string>>>;
  readonly samples: Readonly<Partial<Record<CheckKind, string>>>;
}

/** The form. It shows errors and the price before it asks. */
export class AskForm {
  readonly #subjects = byId('subjects', HTMLTextAreaElement);
  readonly #size = byId('size', HTMLInputElement);
  readonly #problems = byId('problems', HTMLElement);
  readonly #price = byId('price', HTMLElement);
  readonly #go = byId('go', HTMLButtonElement);
  readonly #samples = byId('samples', HTMLButtonElement);
  readonly #ticks = KINDS.map((kind) => ({ kind, box: byId(`kind-${kind}`, HTMLInputElement) }));
  readonly #hasKey: () => boolean;
  #catalogue: Catalogue = { prices: {}, samples: {} };
  #busy = false;

  /** `submit` is called with checks that can be asked, when a person asks for them. */
  constructor(hasKey: () => boolean, submit: (requests: readonly CheckQuestion[]) => void) {
    this.#hasKey = hasKey;
    const form = byId('ask', HTMLFormElement);
    form.addEventListener('input', () => this.refresh());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const plan = this.#plan();
      if (this.#canAsk(plan)) submit(plan.requests);
      else this.#subjects.focus();
    });
    this.#samples.addEventListener('click', () => this.#fillSamples());
    this.#subjects.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    this.prefill(location.hash);
    addEventListener('hashchange', () => this.prefill(location.hash));
  }

  /** Puts in what an address of this page names. It never asks by itself: checks cost money. */
  prefill(hash: string): void {
    const { text, sizeSol } = prefillOf(hash);
    if (text !== '') this.#subjects.value = text;
    if (sizeSol !== null) this.#size.value = sizeSol;
    this.refresh();
  }

  /** Takes prices and samples from the service. */
  offer(catalogue: Catalogue): void {
    this.#catalogue = catalogue;
    this.#samples.hidden = Object.keys(catalogue.samples).length === 0;
    for (const { kind } of this.#ticks) {
      const price = catalogue.prices[kind];
      if (price !== undefined) byId(`price-${kind}`, HTMLElement).textContent = price;
    }
    this.refresh();
  }

  /** The maximum price of these checks in USDC; null while prices are unknown. */
  price(requests: readonly CheckQuestion[]): string | null {
    return priceOf(requests, this.#catalogue.prices);
  }

  /** While a batch runs, no second one can be asked for. */
  setBusy(busy: boolean): void {
    this.#busy = busy;
    this.refresh();
  }

  /** Shows the result of the form's present input. */
  refresh(): void {
    const plan = this.#plan();
    fill(this.#problems, ...problemNodes(plan));
    this.#subjects.setAttribute('aria-invalid', String(plan.problems.some(({ line }) => line !== null)));
    const hasTrades = plan.requests.some(({ kind }) => kind === 'trade');
    this.#size.setAttribute('aria-invalid', String(hasTrades && !isSize(this.#size.value)));
    this.#price.textContent = this.#summary(plan);
    this.#go.disabled = this.#busy || !this.#canAsk(plan);
  }

  #plan(): Plan {
    const kinds = this.#ticks.filter(({ box }) => box.checked).map(({ kind }) => kind);
    return formPlan({ text: this.#subjects.value, kinds, sizeSol: this.#size.value });
  }

  #canAsk({ requests, problems }: Plan): boolean {
    return requests.length > 0 && problems.length === 0 && this.#hasKey() && this.price(requests) !== null;
  }

  #summary({ requests, problems }: Plan): string {
    if (requests.length === 0) return '';
    const checks = requests.length === 1 ? '1 check' : `${requests.length} checks`;
    const sum = this.price(requests);
    if (requests.length > CHECKS_MAX) return checks;
    const price = sum === null ? `${checks}, price not known` : `${checks}, ${sum} USDC at most`;
    return this.#hasKey() || problems.length > 0 ? price : `${price}. Enter a key to ask.`;
  }

  #fillSamples(): void {
    const { samples } = this.#catalogue;
    this.#subjects.value = KINDS.flatMap((kind) => (samples[kind] ? [`${kind}:${samples[kind]}`] : [])).join('\n');
    this.refresh();
    this.#subjects.focus();
  }
}

/** The errors as a list, or nothing. */
function problemNodes({ problems, repeated }: Plan): readonly Node[] {
  const lines = problems.slice(0, PROBLEMS_SHOWN).map((problem) => h('li', {}, problemText(problem)));
  const rest = problems.length - lines.length;
  if (rest > 0) lines.push(h('li', {}, `and ${rest} more`));
  if (repeated > 0) lines.push(h('li', { class: 'hint' }, twice(repeated)));
  return lines.length > 0 ? [h('ul', { class: 'problems' }, ...lines)] : [];
}

function twice(repeated: number): string {
  return repeated === 1
    ? '1 subject stands twice and is asked once.'
    : `${repeated} subjects stand twice and are asked once.`;
}

/** A person's input: the text of the subjects, the kinds for subjects without one, and the size of trades. */
interface Wish {
  readonly text: string;
  readonly kinds: readonly CheckKind[];
  readonly sizeSol: string;
}

/** Something that cannot be asked, where it stands, and why. */
interface Problem {
  /** Counted from 1; null where it belongs to no line. */
  readonly line: number | null;
  readonly text: string;
  readonly why: string;
}

/** The plan of an input: each different check once, and the errors of the rest. */
interface Plan {
  readonly requests: readonly CheckQuestion[];
  readonly problems: readonly Problem[];
  /** Subjects that stood there more than once. */
  readonly repeated: number;
}

interface Word {
  readonly line: number;
  readonly text: string;
  readonly subject: string;
  /** The kind before a colon, if there is one. */
  readonly kind: string | null;
}

/** Reads what a person typed. Nothing here asks the service. */
export function formPlan({ text, kinds, sizeSol }: Wish): Plan {
  const words = wordsOf(text);
  const problems: Problem[] = [];
  const requests = new Map<string, CheckQuestion>();
  let repeated = 0;
  for (const word of words) {
    const why = complaint(word);
    if (why) problems.push({ line: word.line, text: word.text, why });
    const wanted = why ? [] : word.kind === null ? kinds : KINDS.filter((kind) => kind === word.kind);
    const fresh = wanted.filter((kind) => !requests.has(`${kind} ${word.subject}`));
    if (wanted.length > 0 && fresh.length === 0) repeated += 1;
    for (const kind of fresh) requests.set(`${kind} ${word.subject}`, requestOf(kind, word.subject, sizeSol));
  }
  const all = [...requests.values()];
  return { requests: all, problems: [...problems, ...wholeProblems(words, all, kinds, sizeSol)], repeated };
}

/** The sum of the prices, as a decimal string in USDC; null while a price of them is not known. */
export function priceOf(
  requests: readonly CheckQuestion[],
  prices: Readonly<Partial<Record<CheckKind, string>>>,
): string | null {
  const each = requests.map(({ kind }) => prices[kind]).filter((price) => price !== undefined);
  return each.length < requests.length ? null : sumUsdc(each);
}

/**
 * A problem in words, with the text that it is about. Texts of strangers are cut, so that a pasted novel does not fill the page, and
 * letters that nobody sees are named.
 */
export function problemText({ line, text, why }: Problem): string {
  if (line === null) return why;
  const letters = [...text];
  const cut = letters.length > TEXT_LETTERS_MAX ? `${letters.slice(0, TEXT_LETTERS_MAX).join('')}…` : text;
  return `Line ${line}: “${cut}” ${why}.`.replace(UNSEEN, codePoint);
}

function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function requestOf(kind: CheckKind, subject: string, sizeSol: string): CheckQuestion {
  return kind === 'trade' ? { kind, subject, sizeSol: sizeSol.trim() } : { kind, subject };
}

function wordsOf(text: string): readonly Word[] {
  return text.split('\n').flatMap((line, at) =>
    line
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((word) => {
        const [, kind = null, subject = ''] = /^(?:([^:]*):)?(.*)$/.exec(word) ?? [];
        return { line: at + 1, text: word, subject, kind: kind?.toLowerCase() ?? null };
      }),
  );
}

/** Why a word is no subject; null when it is one. */
function complaint({ kind, subject }: Word): string | null {
  if (kind !== null && !KINDS.some((known) => known === kind)) return `is not of a kind: ${KINDS.join(', ')}`;
  if (subject === '') return 'names no address';
  const odd = [...subject].find((letter) => !/[1-9A-HJ-NP-Za-km-z]/.test(letter));
  if (odd !== undefined) return `has “${odd}”, which is no letter of base58`;
  const bytes = base58Length(subject);
  if (bytes === 32) return null;
  if (bytes === 64) return 'is the signature of a transaction, not an address';
  return bytes === null || bytes > 32 ? 'is longer than 32 bytes' : `is ${bytes} bytes long, not 32`;
}

function wholeProblems(
  words: readonly Word[],
  requests: readonly CheckQuestion[],
  kinds: readonly CheckKind[],
  sizeSol: string,
): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (why: string): number => problems.push({ line: null, text: '', why });
  if (kinds.length === 0 && words.some(({ kind }) => kind === null)) add('Tick what to ask.');
  if (requests.some(({ kind }) => kind === 'trade') && !isSize(sizeSol)) add(SIZE_WORDS);
  if (requests.length > CHECKS_MAX)
    add(`These are ${requests.length} checks. At most ${CHECKS_MAX} can be asked at once.`);
  return problems;
}

/** Whether the service takes it as the size of a trade. */
function isSize(text: string): boolean {
  const size = text.trim();
  return SIZE.test(size) && Number(size) > 0 && Number(size) <= SIZE_SOL_MAX;
}

/** The input from a URL such as `#token=<mint>&size=0.5`. It never asks by itself, and contains no key. */
export function prefillOf(hash: string): { readonly text: string; readonly sizeSol: string | null } {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const lines = KINDS.flatMap((kind) => given.getAll(kind).map((subject) => `${kind}:${subject.trim()}`));
  const bare = given.getAll('subject').map((subject) => subject.trim());
  return { text: [...lines, ...bare].filter((line) => !/\s/.test(line)).join('\n'), sizeSol: given.get('size') };
}
