/* What `unpaid-work.test.ts` tries with a part of the budget, with all of it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UNPAID_CALLS_MAX } from '#payments/billing/unpaid-work.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { ask, forwarding, type Market, openMarket } from '../support/market.ts';

const REQUESTS = 6_000;
const AT_ONCE = 8;
/** What is under way when the budget is reached, and the trials that are due while all requests are sent. */
const BEYOND = 400;

let market: Market;
let endpoint: FaultyRpc;
beforeAll(async () => {
  market = await openMarket();
  endpoint = await serveFaultyRpc(forwarding(market.sandbox.url));
});
afterAll(async () => {
  await market?.stop();
  await endpoint?.close();
});

it('6,000 sizes of one undecidable mint cost one caller no more than the budget of an hour, over two replicas', async () => {
  const open = () => market.open({ SOLANA_RPC_URLS: endpoint.url });
  const replicas = await Promise.all([open(), open()]);
  const mint = String(market.sandbox.subjects.find(({ kind }) => kind === 'trade')?.address);
  endpoint.fail((one) => (JSON.stringify(one.calls).includes(mint) ? { kind: 'status', status: 500 } : null));
  const key = await market.key(1_000_000n);
  const calls = () => endpoint.requests.reduce((sum, one) => sum + one.calls.length, 0);
  const before = calls();
  let asked = 0;
  const statuses = new Set<number>();
  const askAll = async (): Promise<void> => {
    while (asked < REQUESTS) {
      asked += 1;
      const size = (0.01 + asked / 10_000).toFixed(4);
      const url = `${replicas[asked % 2]?.url}/check/trade/${mint}?size_sol=${size}`;
      statuses.add((await ask(url, { 'x-api-key': key })).status);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askAll));
  expect([...statuses].sort()).toEqual([200, 429]);
  expect(calls() - before).toBeLessThan(UNPAID_CALLS_MAX + BEYOND);
});
