import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, checkOf, type Market, openMarket } from '../support/market.ts';
import type { Service } from '../support/service.ts';
import { Customers } from './customers.ts';
import { mustBeSound } from './reckoning.ts';

const HEAP_MIB = 96;
/** What a service has in use that does little. */
const IDLE_SHARE_MAX = 0.6;
const BATCHES = 24;
const LINES = 100;
const CREDIT_ATOMIC = 100_000_000n;

let market: Market;
let service: Service;

beforeAll(async () => {
  market = await openMarket();
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`, CHECKS_IN_FLIGHT_MAX: '150' };
  service = await market.open(env);
});
afterAll(() => market?.stop());

/** An operation of as many checks as one may have, all of them different: equal ones would be one check. */
function batch(): string {
  const mint = market.sandbox.subjects.find(({ kind }) => kind === 'trade')?.address;
  const one = (n: number): string => `{ kind: TRADE, subject: "${mint}", sizeSol: "0.${LINES + n}" }`;
  const requests = Array.from({ length: LINES }, (_, n) => one(n)).join(' ');
  return `{ checks(requests: [${requests}]) { ... on TradeCheck { document billing { route } } ... on CheckFault { code } } }`;
}

async function scrape(): Promise<string> {
  return await (await fetch(`${service.url}/metrics`)).text();
}

/** Looks at the heap until it is stopped; the most that was in use, as a share of what there is. */
function watchHeap(): { stop(): number } {
  let peak = 0;
  const timer = setInterval(async () => {
    const used = /^assay_nodejs_heap_size_used_bytes (\S+)$/m.exec(await scrape().catch(() => ''))?.[1];
    peak = Math.max(peak, Number(used ?? 0));
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return peak / (HEAP_MIB * 1024 * 1024);
    },
  };
}

async function refused(): Promise<number> {
  const lines = (await scrape()).match(/^assay_admission_refusals_total\{cause="\w+"\} \d+$/gm) ?? [];
  expect(lines).toHaveLength(3);
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

describe('a service with little memory', () => {
  it('under more batches than fit into it refuses some before work, answers others, and lives', async () => {
    const keys = await Promise.all(Array.from({ length: BATCHES }, () => market.key(CREDIT_ATOMIC)));
    const query = batch();
    expect(await refused()).toBe(0);
    const heap = watchHeap();
    const answers = await Promise.all(keys.map((key) => ask(`${service.url}/graphql`, { 'X-API-Key': key }, query)));
    expect(heap.stop()).toBeGreaterThan(IDLE_SHARE_MAX);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
    // A batch that was let in beside others may find no room for its work, which is told for each check of it.
    const said = new Set(answers.flatMap(({ text }) => text.match(/"route":"CREDIT"|"OVERLOADED"/g) ?? []));
    expect(said).toEqual(new Set(['"route":"CREDIT"', '"OVERLOADED"']));
    expect(await refused()).toBeGreaterThan(0);
    expect(service.process.exitCode).toBeNull();
    const customers = new Customers(checkOf(service, market.subject('CEX_FUNDED')), keys);
    customers.work();
    await customers.answered(BATCHES);
    await customers.rest();
    await mustBeSound(market.database.database);
  }, 120_000);
});
