import { ACCOUNT_QUERY } from './documents.ts';
import { byId, fill, h } from './dom.ts';
import { momentOf, words } from './format.ts';
import { runQuery } from './graphql.ts';
import { pageKeyStore } from './key-store.ts';
import { Troubled, troubleNode } from './trouble.ts';

interface Account {
  readonly balanceUsdc: string;
  readonly passes: readonly {
    readonly tier: string;
    readonly state: string;
    readonly expiresAt: string;
    readonly fairUseLeft: number;
  }[];
  readonly entries: {
    readonly edges: readonly {
      readonly node: {
        readonly kind: string;
        readonly amountUsdc: string;
        readonly at: string;
        readonly ref: string | null;
      };
    }[];
  };
}

/** The key and what it owns. It stays in this browser and goes to the service as a header only. */
export class KeyPanel {
  readonly #store = pageKeyStore();
  readonly #input = byId('key', HTMLInputElement);
  readonly #remember = byId('remember', HTMLInputElement);
  readonly #forget = byId('forget', HTMLButtonElement);
  readonly #account = byId('account', HTMLElement);
  readonly #changed: () => void;
  /** Counts reads, so that the answer of an earlier one does not overwrite that of a later one. */
  #reads = 0;

  /** `changed` is called when another key, or none, is used from now on. */
  constructor(changed: () => void) {
    this.#changed = changed;
    byId('key-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#use();
    });
    this.#forget.addEventListener('click', () => this.#drop());
    this.#remember.addEventListener('change', () => {
      const key = this.key();
      if (key) this.#store.write(key, this.#remember.checked);
    });
    const kept = this.#store.read();
    if (!kept) return;
    this.#input.value = kept.key;
    this.#remember.checked = kept.remembered;
    this.#forget.hidden = false;
    void this.refresh();
  }

  /** The key in use; null when there is none. */
  key(): string | null {
    return this.#store.read()?.key ?? null;
  }

  /** Asks what the key owns and shows it. Free. */
  async refresh(): Promise<void> {
    const key = this.key();
    this.#reads += 1;
    const read = this.#reads;
    if (!key) return fill(this.#account);
    try {
      const { account } = await runQuery<{ account: Account }>({ query: ACCOUNT_QUERY, key });
      if (read === this.#reads) fill(this.#account, ...accountNodes(account));
    } catch (error) {
      if (!(error instanceof Troubled)) throw error;
      if (read === this.#reads) fill(this.#account, troubleNode(error.trouble));
    }
  }

  #use(): void {
    const key = this.#input.value.trim();
    if (key === '') {
      this.#input.focus();
      return;
    }
    this.#store.write(key, this.#remember.checked);
    this.#forget.hidden = false;
    this.#changed();
    void this.refresh();
  }

  #drop(): void {
    this.#store.forget();
    this.#input.value = '';
    this.#remember.checked = false;
    this.#forget.hidden = true;
    this.#changed();
    void this.refresh();
    this.#input.focus();
  }
}

function accountNodes({ balanceUsdc, passes, entries }: Account): readonly Node[] {
  const balance = h('p', {}, h('span', { class: 'balance' }, balanceUsdc), ' USDC left');
  const periods = passes.map(({ tier, state, expiresAt, fairUseLeft }) =>
    h(
      'p',
      {},
      h('strong', {}, words(tier)),
      ` ${state.toLowerCase()}, ${fairUseLeft} checks left, until ${momentOf(expiresAt)}`,
    ),
  );
  const rows = entries.edges.map(({ node: { kind, amountUsdc, at, ref } }) =>
    h(
      'tr',
      {},
      h('td', {}, momentOf(at).slice(5, 16)),
      h('td', {}, words(kind), refNode(ref)),
      h('td', { class: 'number' }, amountUsdc),
    ),
  );
  if (rows.length === 0) return [balance, ...periods];
  const table = h('table', { class: 'entries', 'aria-label': 'Latest movements' }, h('tbody', {}, ...rows));
  return [balance, ...periods, h('details', {}, h('summary', {}, 'Latest movements'), table)];
}

/** The reference of a movement: `<kind>/<subject>` of a check, or a transaction. */
function refNode(ref: string | null): Node | null {
  if (ref === null) return null;
  const [kind, subject] = ref.includes('/') ? ref.split('/') : ['', ref];
  const short = `${subject?.slice(0, 4)}…`;
  return h('span', { class: 'hint', title: ref }, ` ${kind} `, h('span', { class: 'mono' }, short));
}
