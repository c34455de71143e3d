import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { addressOfKey, usdcOf } from '../payments/x402-counter.ts';
import {
  type Answer,
  ask,
  checkOf,
  confirmed,
  forwarding,
  type Market,
  openMarket,
  PRICE,
  pay,
  until,
  type Version,
} from '../support/market.ts';
import type { Service } from '../support/service.ts';

let market: Market;
let other: Service;
let subject: string;
/** The node of the replicas that are killed: what it does not forward is held here. */
let node: FaultyRpc;
let methods: RpcMethods = {};
const caught: string[] = [];
const never = () => new Promise(() => undefined);

beforeAll(async () => {
  market = await openMarket();
  subject = market.subject('CEX_FUNDED');
  const plain = forwarding(market.sandbox.url);
  const through = (method: string) => (params: readonly unknown[]) => (methods[method] ?? plain[method])?.(params);
  const held = ['getTransaction', 'getTransactionsForAddress', 'getSignatureStatuses', 'sendTransaction'];
  const holding = Object.fromEntries(held.map((method) => [method, through(method)]));
  node = await serveFaultyRpc(forwarding(market.sandbox.url, holding));
  other = await market.open();
});
afterAll(async () => {
  await market?.stop();
  await node?.close();
});
beforeEach(() => {
  methods = {};
  caught.length = 0;
});

/** A network that takes transactions from the replica and loses them. */
const losing: RpcMethods = {
  sendTransaction: ([transaction]) => {
    caught.push(String(transaction));
    return never();
  },
};

interface Doomed {
  readonly headers: Readonly<Record<string, string>>;
  /** The same request with the same header at another replica. */
  elsewhere(app?: Service): Promise<Answer>;
  /** Kills the replica as the operator's machine would, in the middle of the call. */
  kill(): Promise<void>;
}

/** A replica in the middle of a paid call. */
async function doomed(version: Version = 2): Promise<Doomed> {
  const service = await market.openProcess({ SOLANA_RPC_URLS: node.url });
  const url = checkOf(service, subject);
  const { headers } = await pay(market.sandbox.url, version, await market.payer(), await ask(url));
  const call = ask(url, headers).catch((error: unknown) => String(error));
  return {
    headers,
    elsewhere: (app = other) => ask(checkOf(app, subject), headers),
    async kill() {
      await service.end('SIGKILL');
      expect(await call).toMatch(/fetch failed/);
    },
  };
}

async function stateOfAll(): Promise<readonly string[]> {
  const rows = await market.database.database.sql<{ state: string }[]>`SELECT state FROM payments ORDER BY created_at`;
  return rows.map(({ state }) => state);
}

async function broadcast(): Promise<string> {
  const signature = await rpc<string>(market.sandbox.url, 'sendTransaction', [caught[0], { encoding: 'base64' }]);
  await confirmed(market.sandbox.url, signature);
  return signature;
}

describe('a replica that is killed', () => {
  it.each([2, 1] as const)(
    'right after it broadcast a payment of version %i: the answer is given elsewhere, charged once',
    async (version) => {
      // The replica must not learn that the payment landed before it is killed.
      methods = { getSignatureStatuses: never };
      const merchant = addressOfKey(market.merchant);
      const before = await usdcOf(market.sandbox.url, merchant);
      const since = await market.watch();
      const call = await doomed(version);
      await until(async () => (await usdcOf(market.sandbox.url, merchant)) > before, 2);
      await call.kill();
      const answer = await call.elsewhere();
      expect([answer.status, answer.body.verdict]).toEqual([200, 'CEX_FUNDED']);
      const again = await call.elsewhere(version === 2 ? await market.open() : other);
      expect(again.body.billing.transaction).toBe(answer.body.billing.transaction);
      expect((await since()).got).toBe(PRICE);
    },
  );

  it('while it works leaves a payment that runs again once its lease is over', async () => {
    methods = { getTransaction: never, getTransactionsForAddress: never };
    const since = await market.watch();
    const asked = () => node.calls('getTransaction') + node.calls('getTransactionsForAddress');
    const before = asked();
    const call = await doomed();
    await until(() => asked() > before);
    expect((await stateOfAll()).at(-1)).toBe('reserved');
    await call.kill();
    await market.lapse();
    expect((await call.elsewhere()).status).toBe(200);
    expect((await since()).got).toBe(PRICE);
  });

  it('before the network got the payment: it is in flight, and 402 once it cannot land any more', async () => {
    methods = losing;
    const since = await market.watch();
    const call = await doomed();
    await until(() => caught.length > 0);
    await call.kill();
    await market.lapse();
    const early = await call.elsewhere();
    expect([early.status, early.body.code]).toEqual([503, 'in_flight']);
    expect(early.text).not.toContain('CEX_FUNDED');
    await market.advance(400);
    await market.lapse();
    const late = await call.elsewhere();
    expect([late.status, late.body.code]).toEqual([402, 'payment_failed']);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
  });

  it('before the network got the payment, which lands late: the same header gets the answer', async () => {
    methods = losing;
    const since = await market.watch();
    const call = await doomed();
    await until(() => caught.length > 0);
    await call.kill();
    await market.lapse();
    expect((await call.elsewhere()).status).toBe(503);
    const signature = await broadcast();
    const answer = await call.elsewhere();
    expect([answer.status, answer.body.billing?.transaction]).toEqual([200, signature]);
    expect((await since()).got).toBe(PRICE);
  });
});

describe('the books after all that', () => {
  it('sum to zero, and hold one movement for each payment that landed', async () => {
    const [row] = await market.database.database.sql<{ sum: bigint; earned: bigint; settled: number }[]>`
      SELECT (SELECT sum(balance)::bigint FROM accounts) AS sum,
        (SELECT sum(balance)::bigint FROM accounts WHERE name LIKE 'revenue:%') AS earned,
        (SELECT count(*)::int FROM payments WHERE state = 'settled') AS settled`;
    const held = await usdcOf(market.sandbox.url, addressOfKey(market.merchant));
    expect(row).toEqual({ sum: 0n, earned: held, settled: Number(held / PRICE) });
  });
});
