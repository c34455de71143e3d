import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, checkOf, type Market, openMarket } from '../support/market.ts';
import type { ServiceProcess } from '../support/service.ts';
import { Customers } from './customers.ts';
import { mustBeSound } from './reckoning.ts';

const HEAP_MIB = 96;
/** What a service has in use that does little. */
const IDLE_SHARE_MAX = 0.6;
const BATCHES = 10;
const LINES = 50;
const LOOK_MS = 50;
const CHARGED = '"route":"CREDIT"';
const SAID = /"route":"CREDIT"|"OVERLOADED"/g;
const CREDIT_ATOMIC = 100_000_000n;

let market: Market;
let service: ServiceProcess;

beforeAll(async () => {
  market = await openMarket();
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`, CHECKS_IN_FLIGHT_MAX: '75' };
  service = await market.openProcess(env);
});
afterAll(() => market?.stop());

/** An operation of many checks, all of them different: equal ones would be one check. */
function batch(): string {
  const mint = market.sandbox.subjects.find(({ kind }) => kind === 'trade')?.address;
  const one = (n: number): string => `{ kind: TRADE, subject: "${mint}", sizeSol: "0.${LINES + n}" }`;
  const requests = Array.from({ length: LINES }, (_, n) => one(n)).join(' ');
  return `{ checks(requests: [${requests}]) { ... on TradeCheck { document billing { route } } ... on CheckFault { code } } }`;
}

async function scrape(): Promise<string> {
  return await (await fetch(`${service.url}/metrics`)).text();
}

/** Looks at the heap, one look after the other, until it is stopped; `peak` is the most that was in use, as a share of what there is. */
function watchHeap(): { peak(): number; stop(): Promise<void> } {
  let [peak, stopped] = [0, false];
  const look = async (): Promise<void> => {
    while (!stopped) {
      const used = /^assay_nodejs_heap_size_used_bytes (\S+)$/m.exec(await scrape().catch(() => ''))?.[1];
      peak = Math.max(peak, Number(used ?? 0));
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  const looking = look();
  return {
    peak: () => peak / (HEAP_MIB * 1024 * 1024),
    async stop() {
      stopped = true;
      await looking;
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
    const newKeys = () => Promise.all(Array.from({ length: BATCHES }, () => market.key(CREDIT_ATOMIC)));
    const query = batch();
    expect(await refused()).toBe(0);
    const heap = watchHeap();
    const said = new Set<string>();
    // On a slow machine the time of all checks that were let in may run out, and nothing is charged; or nobody looks at the peak.
    while (!said.has(CHARGED) || heap.peak() < IDLE_SHARE_MAX) {
      const asked = (await newKeys()).map((key) => ask(`${service.url}/graphql`, { 'X-API-Key': key }, query));
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);
      // A batch that was let in beside others may find no room for its work, which is told for each check of it.
      for (const { text } of answers) for (const one of text.match(SAID) ?? []) said.add(one);
    }
    await heap.stop();
    expect([...said].sort()).toEqual(['"OVERLOADED"', CHARGED]);
    expect(await refused()).toBeGreaterThan(0);
    expect(service.process.exitCode).toBeNull();
    const customers = new Customers(checkOf(service, market.subject('CEX_FUNDED')), await newKeys());
    customers.work();
    await customers.answered(BATCHES);
    await customers.rest();
    await mustBeSound(market.database.database);
  });
});
