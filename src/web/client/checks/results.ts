import type { CheckQuestion } from '../answer.ts';
import { runChecks } from '../answer.ts';
import { byId, copyButton, download, fill, h } from '../dom.ts';
import { shortId, words } from '../format.ts';
import { isAbort } from '../graphql.ts';
import { badge, breakable, onChain, verdictBadge } from '../marks.ts';
import { cutTrouble, Troubled, troubleNode } from '../trouble.ts';
import {
  again,
  answersOf,
  type BatchRow,
  type BatchRows,
  batchTally,
  emptyBatch,
  ended,
  unanswered,
  withResult,
} from './batch.ts';
import { againText, answerCard, type Meanings, noCard } from './card.ts';

const HEADS = ['Subject', 'Check', 'Answer', 'Confidence', 'USDC'] as const;

/** The table of a batch. Rows are made once and filled as answers come, so that focus and scrolling stay. */
class BatchTable {
  readonly #body = h('tbody');
  readonly #choose: (at: number) => void;
  #rows: HTMLTableRowElement[] = [];
  #shown: BatchRows = [];
  #chosen = -1;

  /** `choose` is called with the place of the row that a person picks. */
  constructor(holder: HTMLElement, choose: (at: number) => void) {
    this.#choose = choose;
    const heads = HEADS.map((text, at) => h('th', { scope: 'col', ...(at > 2 ? { class: 'number' } : {}) }, text));
    const table = h('table', { role: 'table' });
    table.append(h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ...heads)), this.#body);
    this.#body.setAttribute('role', 'rowgroup');
    this.#body.addEventListener('keydown', (event) => this.#move(event));
    fill(holder, table);
  }

  /** Shows a batch: all rows anew where `fresh`, else those that changed. */
  show(batch: BatchRows, fresh: boolean): void {
    if (fresh) {
      this.#rows = batch.map((row, at) => this.#newRow(row, at));
      this.#body.replaceChildren(...this.#rows);
      this.#chosen = -1;
    } else {
      for (const [at, row] of batch.entries()) if (row !== this.#shown[at]) this.#fillRow(at, row);
    }
    this.#shown = batch;
  }

  /** Marks the row that the card shows. */
  mark(at: number): void {
    for (const place of [this.#chosen, at]) {
      const row = this.#rows[place];
      row?.classList.toggle('chosen', place === at);
      const pick = row?.querySelector('.pick');
      if (place === at) pick?.setAttribute('aria-current', 'true');
      else pick?.removeAttribute('aria-current');
    }
    this.#chosen = at;
  }

  #newRow(row: BatchRow, at: number): HTMLTableRowElement {
    const { subject, kind, sizeSol } = row.request;
    const pick = h('button', { type: 'button', class: 'pick', title: subject }, shortId(subject));
    const size = sizeSol === undefined ? null : h('span', { class: 'hint' }, ` ${sizeSol} SOL`);
    const line = h(
      'tr',
      { role: 'row', onclick: () => this.#choose(at) },
      h('td', { role: 'cell', class: 'subject' }, pick, ' ', copyButton(subject, `address ${shortId(subject)}`)),
      h('td', { role: 'cell', class: 'kind' }, words(kind), size),
      ...stateCells(row),
    );
    return line;
  }

  #fillRow(at: number, row: BatchRow): void {
    const line = this.#rows[at];
    if (!line) return;
    while (line.cells.length > 2) line.deleteCell(-1);
    line.append(...stateCells(row));
  }

  /** The arrow keys go from row to row, Home and End to the ends. */
  #move(event: KeyboardEvent): void {
    const at = this.#rows.findIndex((row) => row.contains(document.activeElement));
    const to: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: this.#rows.length - 1,
    };
    const next = this.#rows[to[event.key] ?? -1]?.querySelector<HTMLElement>('.pick');
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  }
}

/** How many codes a row names; the card names them all. */
const CODES_SHOWN = 3;

/** The parts of the page that the answers use. */
export interface Surroundings {
  readonly meanings: Meanings;
  readonly key: () => string | null;
  /** The maximum price of checks in USDC; null while it is unknown. */
  readonly price: (requests: readonly CheckQuestion[]) => string | null;
  /** Called when a batch begins and when it ends; `cut`: the service may still work on a part of it. */
  readonly running: (state: 'busy' | 'whole' | 'cut') => void;
}

/** The batch: its table, its progress, and the card of the row that was chosen. */
export class Results {
  readonly #around: Surroundings;
  readonly #card = byId('card', HTMLElement);
  readonly #split = byId('split', HTMLElement);
  readonly #trouble = byId('trouble', HTMLElement);
  readonly #bar = byId('bar', HTMLProgressElement);
  readonly #stop = byId('stop', HTMLButtonElement);
  readonly #again = byId('again', HTMLButtonElement);
  readonly #save = byId('save', HTMLButtonElement);
  readonly #table = new BatchTable(byId('list', HTMLElement), (at) => this.#open(at, true));
  #batch: BatchRows = [];
  #chosen = -1;
  #run: AbortController | null = null;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#stop.addEventListener('click', () => this.#run?.abort());
    this.#again.addEventListener('click', () => void this.#askFor(unanswered(this.#batch)));
    this.#save.addEventListener('click', () => {
      const documents = answersOf(this.#batch).map(({ document }) => document);
      download('assay-answers.json', JSON.stringify(documents, null, 2));
    });
  }

  /** Asks for a new batch in place of the one before. */
  start(requests: readonly CheckQuestion[]): void {
    if (this.#run) return;
    this.#batch = emptyBatch(requests);
    byId('nothing', HTMLElement).hidden = true;
    byId('answers', HTMLElement).hidden = false;
    this.#split.classList.toggle('single', requests.length === 1);
    byId('list', HTMLElement).hidden = requests.length === 1;
    this.#table.show(this.#batch, true);
    this.#open(0, false);
    void this.#askFor(requests.map((_request, at) => at));
    byId('answers-title', HTMLElement).focus();
  }

  async #askFor(places: readonly number[]): Promise<void> {
    const key = this.#around.key();
    if (this.#run || places.length === 0 || key === null) return;
    const run = new AbortController();
    this.#run = run;
    this.#around.running('busy');
    let isWhole = false;
    fill(this.#trouble);
    this.#show(again(this.#batch, places));
    try {
      const requests = places.flatMap((at) => this.#batch[at]?.request ?? []);
      for await (const arrival of runChecks({ requests, key, signal: run.signal })) {
        this.#show(withResult(this.#batch, places, arrival));
      }
      isWhole = true;
    } catch (error) {
      if (!isAbort(error)) fill(this.#trouble, troubleNode(troubleIn(error)));
    } finally {
      this.#run = null;
      this.#show(ended(this.#batch));
      this.#around.running(isWhole ? 'whole' : 'cut');
    }
  }

  #show(batch: BatchRows): void {
    const before = this.#batch[this.#chosen];
    this.#batch = batch;
    this.#table.show(batch, false);
    if (batch[this.#chosen] !== before) this.#open(this.#chosen, false);
    const { total, done, faults, chargedUsdc } = batchTally(batch);
    const failed = faults > 0 ? `, ${faults} without an answer` : '';
    byId('progress', HTMLElement).textContent = `${done} of ${total}${failed}, ${chargedUsdc} USDC charged`;
    this.#bar.max = total;
    this.#bar.value = done;
    this.#bar.hidden = this.#run === null;
    this.#stop.hidden = this.#run === null;
    const left = unanswered(batch);
    const price = this.#price(left);
    this.#again.hidden = this.#run !== null || left.length === 0;
    this.#again.disabled = price === null;
    this.#again.textContent = againText(`Ask again for the missing ${left.length === 1 ? 'one' : left.length}`, price);
    this.#save.hidden = done - faults < 2;
  }

  /** The price of the checks at these indexes. */
  #price(places: readonly number[]): string | null {
    return this.#around.price(places.flatMap((at) => this.#batch[at]?.request ?? []));
  }

  /** Shows the card of a row. `go`: a person asked for it, so on a narrow page it comes into view. */
  #open(at: number, go: boolean): void {
    this.#chosen = at;
    this.#table.mark(at);
    fill(this.#card, ...this.#cardOf(at));
    if (!go) return;
    const isBeside = matchMedia('(min-width: 1001px)').matches;
    if (isBeside) this.#card.scrollTop = 0;
    else this.#card.scrollIntoView({ block: 'start' });
  }

  #cardOf(at: number): readonly Node[] {
    const row = this.#batch[at];
    if (!row) return [];
    const title = `${words(row.request.kind)} check`;
    // Without an answer it is not said which chain it would be of, so there is nothing to look it up on.
    const subject = onChain({ network: '', sandbox: true }, 'account', row.request.subject, 'whole');
    switch (row.state) {
      case 'answered':
        return answerCard(row.answer, this.#around.meanings, {
          priceUsdc: this.#price([at]),
          ask: () => void this.#askFor([at]),
        });
      case 'waiting':
        return noCard(title, 'Reading the chain.', subject);
      case 'missing':
        return noCard(title, 'No answer came before the end. It was not charged.', subject);
      case 'fault': {
        const { code, message } = row.fault;
        const more = h(
          'a',
          { href: `/errors/${code.toLowerCase()}`, target: '_blank', rel: 'noopener' },
          'What this means',
        );
        return noCard(title, `There is no answer, and nothing was charged: ${message}`, subject, more);
      }
    }
  }
}

function troubleIn(error: unknown) {
  if (error instanceof Troubled) return error.trouble;
  return cutTrouble('The answer could not be understood. What came stays.');
}

function stateCells(row: BatchRow): readonly HTMLElement[] {
  const [confidence, paid] =
    row.state === 'answered'
      ? [row.answer.document.confidence.toFixed(2), row.answer.billing.chargedUsdc]
      : ['', row.state === 'fault' ? '0.00' : ''];
  return [
    h('td', { role: 'cell', class: 'answer' }, ...answerNodes(row)),
    h('td', { role: 'cell', class: 'number sure' }, confidence),
    h('td', { role: 'cell', class: 'number paid' }, paid),
  ];
}

function answerNodes(row: BatchRow): readonly (Node | string)[] {
  switch (row.state) {
    case 'waiting':
      return [h('span', { class: 'waiting' }, 'waiting')];
    case 'missing':
      return [badge('unknown', 'not answered')];
    case 'fault':
      return [badge('unknown', 'no answer'), codes([row.fault.code])];
    case 'answered': {
      const { verdict, reason_codes } = row.answer.document;
      return [verdictBadge(verdict), codes(reason_codes)];
    }
  }
}

function codes(all: readonly string[]): HTMLElement {
  const names = all.slice(0, CODES_SHOWN).flatMap((code, at) => [at === 0 ? '' : ', ', ...breakable(code)]);
  const rest = all.length - CODES_SHOWN;
  return h('div', { class: 'codes' }, ...names, rest > 0 && ` and ${rest} more`);
}
