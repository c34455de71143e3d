import { byId, fill, h } from './dom.ts';
import { displayCount, duration, momentOf, verdictWord, words } from './format.ts';

/** Often enough to see a change, and no more than a health probe costs. */
const EVERY_MS = 15_000;

interface Part {
  readonly ok: boolean;
  readonly code?: string;
  readonly detail?: string;
  readonly since?: string;
}

interface Stretch {
  readonly checks: number;
  readonly latency: readonly {
    readonly kind: string;
    readonly road: string;
    readonly checks: number;
    readonly p50_ms: number;
    readonly p90_ms: number;
    readonly p99_ms: number;
  }[];
  readonly verdicts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** `/status.json`. */
interface Status {
  readonly version: string;
  readonly node: string;
  readonly counts_of: string;
  readonly uptime_seconds: number;
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, Part>>;
  readonly warnings: readonly string[];
  readonly last_hour: Stretch;
  readonly since_start: Stretch;
  readonly caches: readonly {
    readonly name: string;
    readonly asked: number;
    readonly hits: number;
    readonly joined: number;
    readonly spared_percent: number | null;
  }[];
  /** The newest audit, which is a part as well; null before the first one. */
  readonly books: object | null;
}

type Cell = string | number;

function show(status: Status): void {
  const { ready, version, node, uptime_seconds: uptime } = status;
  const state = ready ? 'Checks are answered.' : 'Checks are not answered at the moment.';
  fill(
    byId('summary', HTMLElement),
    h('strong', { class: ready ? 'good' : 'bad' }, ready ? 'Ready' : 'Not ready'),
    ` ${state}`,
  );
  byId('counted', HTMLElement).textContent =
    `Version ${version} on Node ${node}, running for ${duration(uptime)}. Figures are of ${status.counts_of}, and are read again every ${EVERY_MS / 1000} seconds.`;
  showParts(status);
  showLatency(status);
  showVerdicts(status);
  const caches = status.caches.map(({ name, asked, hits, joined, spared_percent: spared }): readonly Cell[] => {
    return [
      words(name),
      displayCount(asked),
      displayCount(hits),
      displayCount(joined),
      spared === null ? '—' : `${spared} %`,
    ];
  });
  fill(
    byId('caches', HTMLElement),
    table('Caches', ['Cache', 'Asked', 'From memory', 'Together', 'Calls spared'], caches, 1),
  );
}

function showParts({ parts, warnings, books }: Status): void {
  const rows = Object.entries(parts).map(([name, { ok, code, detail = '', since }]): readonly Cell[] => {
    const state = ok ? 'works' : words(code ?? 'fails');
    return [words(name), state, since === undefined ? '' : momentOf(since), detail];
  });
  const notices = warnings.map((warning) => h('p', { class: 'notice warn' }, warning));
  fill(
    byId('parts', HTMLElement),
    table('Parts', ['Part', 'State', 'Since', 'Detail'], rows),
    ...notices,
    books ? null : h('p', { class: 'hint' }, 'The books were not audited yet.'),
  );
}

function showLatency({ last_hour: hour, since_start: all }: Status): void {
  const rows = [
    ...hour.latency.map((pace) => ['Last hour', ...paced(pace)]),
    ...all.latency.map((pace) => ['Since start', ...paced(pace)]),
  ];
  const head = ['', 'Kind', 'Asked by', 'Checks', 'Half within', '90 % within', '99 % within'];
  fill(byId('latency', HTMLElement), rows.length > 0 ? table('Latency', head, rows, 3) : nothing());
}

function paced({ kind, road, checks, p50_ms, p90_ms, p99_ms }: Stretch['latency'][number]): readonly Cell[] {
  const name = { rest: 'REST', graphql: 'GraphQL', mcp: 'MCP', a2a: 'A2A' }[road] ?? road;
  return [words(kind), name, displayCount(checks), ...[p50_ms, p90_ms, p99_ms].map((ms) => `${ms} ms`)];
}

function showVerdicts({ last_hour: hour, since_start: all }: Status): void {
  const rows = Object.entries(all.verdicts).flatMap(([kind, counts]) =>
    Object.entries(counts).map(([verdict, total]): readonly Cell[] => {
      return [
        words(kind),
        verdictWord(verdict),
        displayCount(hour.verdicts[kind]?.[verdict] ?? 0),
        displayCount(total),
      ];
    }),
  );
  const head = ['Kind', 'Verdict', 'Last hour', 'Since start'];
  fill(byId('verdicts', HTMLElement), rows.length > 0 ? table('Verdicts', head, rows, 2) : nothing());
}

function nothing(): HTMLElement {
  return h('p', { class: 'hint' }, 'No check was answered yet.');
}

/** Columns from `numeric` on hold figures. A table may be wider than a phone: then it scrolls by itself, for the keyboard as well. */
function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  numeric = Number.POSITIVE_INFINITY,
): HTMLElement {
  const kind = (at: number) => (at >= numeric ? { class: 'number' } : {});
  const heads = head.map((text, at) => h('th', { scope: 'col', ...kind(at) }, text));
  const lines = rows.map((cells) => h('tr', {}, ...cells.map((cell, at) => h('td', kind(at), String(cell)))));
  const parts = [h('thead', {}, h('tr', {}, ...heads)), h('tbody', {}, ...lines)];
  const attributes = { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title };
  return h('div', attributes, h('table', { class: 'figures' }, ...parts));
}

async function refresh(): Promise<void> {
  try {
    const response = await fetch('/status.json', { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    show((await response.json()) as Status);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    byId('summary', HTMLElement).textContent = `The service could not be asked: ${said}`;
  }
}

void refresh();
setInterval(() => {
  // A page in the background is not refreshed.
  if (!document.hidden) void refresh();
}, EVERY_MS);
