import type { Batch, Row } from './batch.ts';
import { copyButton, fill, h } from './dom.ts';
import { shortId, words } from './format.ts';
import { badge, breakable, verdictBadge } from './marks.ts';

const HEADS = ['Subject', 'Check', 'Answer', 'Confidence', 'USDC'] as const;

/** The table of a batch. Rows are made once and filled as answers come, so that focus and scrolling stay. */
export class BatchTable {
  readonly #body = h('tbody');
  readonly #choose: (at: number) => void;
  #rows: HTMLTableRowElement[] = [];
  #shown: Batch = [];
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
  show(batch: Batch, fresh: boolean): void {
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

  #newRow(row: Row, at: number): HTMLTableRowElement {
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

  #fillRow(at: number, row: Row): void {
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

function stateCells(row: Row): readonly HTMLElement[] {
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

function answerNodes(row: Row): readonly (Node | string)[] {
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

/** How many codes a row names; the card names them all. */
const CODES_SHOWN = 3;

function codes(all: readonly string[]): HTMLElement {
  const names = all.slice(0, CODES_SHOWN).flatMap((code, at) => [at === 0 ? '' : ', ', ...breakable(code)]);
  const rest = all.length - CODES_SHOWN;
  return h('div', { class: 'codes' }, ...names, rest > 0 && ` and ${rest} more`);
}
