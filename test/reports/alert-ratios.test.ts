// An alert divides failures by something else than what can fail: calls by the requests that carried them, or errors by series that share
// their labels. Its percentage means nothing then: here it said that 335 % of the requests to an endpoint fail.
// Reported of others: https://github.com/prometheus-operator/prometheus-operator/issues/1777 and https://github.com/grafana/grafana/pull/43116
// (always 100 %), https://github.com/samber/awesome-prometheus-alerts/issues/319 (never above 1 %).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { watchChain } from '#observability/chain-metrics.ts';
import type { RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import { nthAddress } from '../../packages/core/test/support/small-world.ts';
import { rig, roomy } from '../support/chains.ts';

interface Shown {
  readonly of: string;
  readonly expr: string;
  readonly isShare: boolean;
}

const { groups } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')) as {
  groups: readonly { rules: readonly { alert: string; expr: string; annotations: { summary: string } }[] }[];
};
const { panels } = JSON.parse(readFileSync('deploy/grafana/dashboards/assay.json', 'utf8')) as {
  panels: readonly {
    title: string;
    targets?: readonly { expr: string }[];
    fieldConfig?: { defaults?: { unit?: string } };
  }[];
};
const quotients: readonly Shown[] = [
  ...groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr, annotations: { summary } }) => ({
      of: alert,
      expr,
      isShare: summary.includes('humanizePercentage'),
    })),
  ),
  ...panels.flatMap(({ title, targets = [], fieldConfig }) =>
    targets.map(({ expr }) => ({ of: title, expr, isShare: fieldConfig?.defaults?.unit === 'percentunit' })),
  ),
].filter(({ expr }) => / \/ \s*sum/.test(expr));

/** Counters of which one counts a part of what the other counts, as the tests below show by numbers. */
const PARTS: Readonly<Record<string, string>> = { assay_rpc_failures_total: 'assay_rpc_calls_total' };

const counters = (side: string | undefined) => [...(side ?? '').matchAll(/\bassay_\w+/g)].map(([name]) => name);

describe('each share in the alert rules and on the dashboard', () => {
  it('is there', () => {
    expect(quotients.filter(({ isShare }) => isShare).map(({ of }) => of)).toEqual([
      'AssayEndpointFails',
      'AssayFreeAnswers',
      'AssayRequestsFail',
      'Share of checks that end free and unknown',
      'Share answered from the cache',
    ]);
  });

  it.each(quotients.filter(({ isShare }) => isShare))('$of divides a part by its whole', ({ expr }) => {
    const [part, whole] = expr.split(' / ');
    expect(
      counters(part)
        .map((name) => PARTS[name] ?? name)
        .filter((name) => !counters(whole).includes(name)),
    ).toEqual([]);
  });
});

const { expr = '' } = quotients.find(({ of }) => of === 'AssayEndpointFails') ?? {};

/** What the rule divides: the sums of all series that each side selects. */
async function share(registry: Registry): Promise<number> {
  const lines = (await registry.metrics()).split('\n');
  const sums = expr.split(' / ').map((side) => {
    const [, name = '', unwanted] = /(assay_\w+)(?:\{cause!~"([^"]*)"\})?\[5m\]/.exec(side) ?? [];
    const series = lines.filter((line) => line.startsWith(`${name}{`));
    const selected = series.filter((line) => !new RegExp(`cause="(${unwanted ?? ''})"`).test(line));
    return selected.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  });
  return (sums[0] ?? 0) / (sums[1] ?? 0);
}

const methods = {
  ...replayMethods(readWorld(join('test', 'fixtures', 'worlds', 'sandbox'))),
  getFirstAvailableBlock: () => 0,
};

/** Reads accounts in arrays over an endpoint, and gives the share of calls that the rule says failed. */
async function failing(choose: (number: number) => RpcFaultKind | null): Promise<number> {
  const { rpcs, chain, end } = await rig([methods], { limits: { lanes: 2 } });
  onTestFinished(end);
  rpcs[0].fail(({ number }) => choose(number));
  const registry = new Registry();
  watchChain(registry, chain);
  for (let round = 0; round < 4; round += 1) {
    const session = chain.session();
    const readers = Array.from({ length: 12 }, () => session.reader(roomy));
    await Promise.all(readers.map((reader, n) => reader.snapshot([nthAddress(n)])));
    await Promise.all(readers.map((reader, n) => reader.signatures(nthAddress(n))));
    session.close();
  }
  // What was under way when the session closed ends.
  await new Promise((resolve) => setTimeout(resolve, 60_000));
  return await share(registry);
}

const item = (error: object): RpcFaultKind => ({
  kind: 'items',
  spoil: (_, { id }) => ({ jsonrpc: '2.0', id, error }),
});

describe('the share of calls that fail', () => {
  it.each<[string, RpcFaultKind]>([
    ['refuses whole requests', { kind: 'status', status: 403 }],
    ['asks for a pause', { kind: 'status', status: 429, body: 'Too Many Requests' }],
    ['is broken', { kind: 'status', status: 500 }],
    ['closes connections', { kind: 'reset' }],
    ['sends half of its answers', { kind: 'half_body' }],
    ['refuses each call', item({ code: -32_601, message: 'Method not found' })],
    ['has an error for each call', item({ code: -32_603, message: 'Internal error' })],
    ['names no call', { kind: 'text', text: '[]' }],
  ])('is one of an endpoint that %s', async (_what, fault) => {
    expect(await failing(() => fault)).toBe(1);
  });

  it('is none of an endpoint that answers, or tells what the chain does not have', async () => {
    expect(await failing(() => null)).toBe(0);
    expect(await failing(() => item({ code: -32_602, message: 'Invalid param: could not find account' }))).toBe(0);
  });

  it('is between the two of one that fails now and then', async () => {
    const found = await failing((number) => (number % 2 === 0 ? { kind: 'status', status: 503 } : null));
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(1);
  });
});
