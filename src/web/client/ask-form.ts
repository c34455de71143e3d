import { type CheckRequest, KINDS, type KindName } from './answer.ts';
import { CHECKS_MAX, isSize, type Plan, planOf, prefillOf, priceOf, problemText } from './asking.ts';
import { byId, fill, h } from './dom.ts';

/** Problems that are listed; a page of them helps nobody. */
const PROBLEMS_SHOWN = 5;

/** What can be asked: prices by kind as decimal strings, and a subject of each kind to try. */
export interface Catalogue {
  readonly prices: Readonly<Partial<Record<KindName, string>>>;
  readonly samples: Readonly<Partial<Record<KindName, string>>>;
}

/** The form. It says what is wrong and what it will cost before anything is asked. */
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
  constructor(hasKey: () => boolean, submit: (requests: readonly CheckRequest[]) => void) {
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

  /** What these checks cost at most, in USDC; null while their prices are not known. */
  price(requests: readonly CheckRequest[]): string | null {
    return priceOf(requests, this.#catalogue.prices);
  }

  /** While a batch runs, no second one can be asked for. */
  setBusy(busy: boolean): void {
    this.#busy = busy;
    this.refresh();
  }

  /** Shows what the form comes to as it stands. */
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
    return planOf({ text: this.#subjects.value, kinds, sizeSol: this.#size.value });
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

/** What is wrong as a list, or nothing. */
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
