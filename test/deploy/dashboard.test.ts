import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { watchChain } from '#observability/chain-metrics.ts';
import { watchBooks } from '#observability/money-metrics.ts';
import { watchReadiness } from '#observability/readiness.ts';
import { watchStatements } from '#observability/statements.ts';
import { openService, type Service } from '../support/service.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const DASHBOARD = 'deploy/grafana/dashboards/assay.json';
const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: readonly Panel[] };
const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
  groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
};
const queries = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr }))),
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ of: alert, expr }))),
];

/** What Prometheus adds to each series of a service. */
const SCRAPED = ['instance', 'job'];

/** The metrics that a text declares, with the labels of their series. */
function labelsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
    for (const one of names) found.set(one, new Set());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label);
  }
  return found;
}

/** The same metrics where what a quiet service does not have happened: a failed statement, a failed request, an audit, a part that is not well. */
async function troubled(): Promise<string> {
  const registry = new Registry();
  const book = watchStatements(registry, 1).watched('book', { read: async () => Promise.reject(new Error('no')) });
  await book.read().catch(() => undefined);
  const traffic = { calls: new Map(), errors: new Map([['timeout' as const, 1]]), requests: 1, bytes: 1 };
  watchChain(registry, {
    health: () => [],
    traffic: () => [{ origin: 'one', ...traffic, latency: { buckets: [], msSum: 0, count: 0 } }],
  });
  const audit = { at: new Date(), tookMs: 1, sound: false, findings: { unbalanced_accounts: 1 } };
  const figures = { openHolds: 0, staleHolds: 0, heldAtomic: 0n, changeDue: 0, audit };
  watchBooks(registry, {
    figures: async () => ({ ...figures, payments: { reserved: 0, worked: 0, sent: 0 } }),
    audit: async () => null,
    auditMinutes: 0,
    log: { warn: () => undefined, error: () => undefined },
  });
  const checks = { database: { ok: false, code: 'database_slow' } };
  watchReadiness(registry, async () => ({ ready: false, checks }), { warnings: () => [] });
  return registry.metrics();
}

let service: Service;
let metrics: Map<string, Set<string>>;
beforeAll(async () => {
  service = await openService();
  const { api_key: key, samples } = await (await fetch(`${service.url}/sandbox`)).json();
  const { path } = samples.find(({ kind }: { kind: string }) => kind === 'token');
  const headers = { 'X-API-Key': key, 'Idempotency-Key': 'once' };
  for (let n = 0; n < 2; n += 1) await (await fetch(service.url + path, { headers })).text();
  await (await fetch(service.url + path)).text();
  metrics = labelsIn(`${await (await fetch(`${service.url}/metrics`)).text()}\n${await troubled()}`);
});
afterAll(() => service.end());

describe('each query of the dashboard and of the alert rules', () => {
  it('asks for metrics that a running service has', () => {
    const asked = queries.flatMap(({ of, expr }) => [...expr.matchAll(/\bassay_\w+/g)].map(([name]) => ({ of, name })));
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter(({ name }) => !metrics.has(name))).toEqual([]);
  });

  it('asks by labels that these have', () => {
    const wrong = queries.flatMap(({ of, expr }) => {
      const names = [...expr.matchAll(/\bassay_\w+/g)].map(([name]) => name);
      const known = new Set([...SCRAPED, ...names.flatMap((name) => [...(metrics.get(name) ?? [])])]);
      const selected = [...expr.matchAll(/\b(assay_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', inside = '']) => {
        const own = new Set([...SCRAPED, ...(metrics.get(name) ?? [])]);
        return [...inside.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)]
          .map(([, label = '']) => label)
          .filter((l) => !own.has(l));
      });
      const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
      return [...selected, ...grouped.filter((label) => !known.has(label))].map((label) => ({ of, label }));
    });
    expect(wrong).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('shows every metric that is worth an alert', () => {
    const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const alerted = groups.flatMap(({ rules }) => rules.flatMap(({ expr }) => expr.match(/\bassay_\w+/g) ?? []));
    expect([...new Set(alerted)].filter((name) => !shown.includes(name.replace(/_bucket$/, '')))).toEqual([]);
  });

  it('has panels that do not lie on each other, with an id and a title each', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ title }) => title === '')).toEqual([]);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)}:${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});
