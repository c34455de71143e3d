/*
 * Work that nobody pays for had no bound. Eight subscriptions that were left before their results made 14,070 calls of endpoints for
 * nothing, and one undecidable mint with ever new sizes 5,500, because only exact repeats were refused, in one process. Elsewhere a
 * client that disconnects pays nothing either: https://github.com/BerriAI/litellm/pull/33736, and a budget is passed by cancelling:
 * https://github.com/metadist/synaplan/issues/1146.
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRateWindows } from '#ledger/rate-windows.ts';
import { UNPAID_CALLS_MAX, unpaidCallerOf } from '#payments/billing/unpaid-work.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { askOf } from '#schema/questions.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { subjectAt } from '../graphql/graphql-batches.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { openRoute } from '../support/graphql-route.ts';
import { countingInspector, provenJudgement, testNetwork, testSigner, unreadChain } from '../support/inspection.ts';
import { callerWith, keyBilling, noMoney } from '../support/key-billing.ts';
import { ask, forwarding, type Json, type Market, openMarket, until } from '../support/market.ts';
import type { Service } from '../support/service.ts';

const PRICE = 50_000n;
/** Longer than the pause between two comments of a stream. */
const NOTICED_MS = 600;

type Headers = Readonly<Record<string, string>>;

interface Road {
  readonly path: string;
  readonly headers?: Headers;
  readonly body?: object;
}

const STREAM = { accept: 'text/event-stream' };
const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
const query = (subject: string) => `{ checks(requests: [{ funder: { address: "${subject}" } }])`;
const messageOf = (subject: string) => ({
  messageId: 'm-1',
  role: 'ROLE_USER',
  parts: [{ data: { kind: 'funder', address: subject } }],
});

const roads: Readonly<Record<string, (subject: string) => Road>> = {
  REST: (subject) => ({ path: `/check/funder/${subject}` }),
  GraphQL: (subject) => ({ path: '/graphql', body: { query: `${query(subject)} { __typename } }` } }),
  'GraphQL as events': (subject) => ({
    path: '/graphql',
    headers: STREAM,
    body: { query: `${query(subject)} { __typename } }` },
  }),
  'a subscription': (subject) => ({
    path: '/graphql',
    headers: STREAM,
    body: { query: `subscription ${query(subject)} { done } }` },
  }),
  MCP: (subject) => ({
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: rpc('tools/call', { name: 'check_funder', arguments: { address: subject } }),
  }),
  A2A: (subject) => ({
    path: '/a2a',
    headers: { 'a2a-version': '1.0' },
    body: rpc('SendMessage', { message: messageOf(subject) }),
  }),
};

describe('a caller who leaves before the result', () => {
  let books: Books;
  let openGate: () => void = () => undefined;

  beforeAll(async () => {
    books = await openBooks();
  });
  afterAll(() => books?.stop());
  afterEach(() => openGate());

  const origin = () => new URL(books.route.url).origin;
  const worked = () => books.route.inspection.inspected.length;

  /** Holds all checks back. */
  function closeGate(): void {
    const gate = new Promise<undefined>((resolve) => {
      openGate = () => resolve(undefined);
    });
    books.route.inspection.before = () => gate;
  }

  /** Asks, and cuts the connection once the check has begun. Null, or the status where nothing began. */
  async function leave({ path, headers, body }: Road, key: string): Promise<number | null> {
    const before = worked();
    let status: number | null = null;
    const sent = { 'content-type': 'application/json', 'x-api-key': key, ...headers };
    const asked = request(`${origin()}${path}`, { method: body ? 'POST' : 'GET', agent: false, headers: sent });
    const gone = new Promise((resolve) => asked.once('close', resolve));
    asked.once('response', (response) => {
      if (response.statusCode !== 200) status = response.statusCode ?? 0;
    });
    asked.on('error', () => undefined).end(body && JSON.stringify(body));
    await until(() => worked() > before || status !== null);
    asked.destroy();
    await gone;
    // That a reader of events is gone shows only in what cannot be written to it.
    if (status === null && headers === STREAM) await wait(NOTICED_MS);
    return status;
  }

  it.each(Object.entries(roads))('over %s is charged, and finds the answer stored', async (name, roadOf) => {
    closeGate();
    const subject = subjectAt(700 + Object.keys(roads).indexOf(name));
    const key = await books.key(PRICE);
    expect(await leave(roadOf(subject), key)).toBe(null);
    if (name === 'MCP') {
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
      const sent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      await fetch(`${origin()}/mcp`, { method: 'POST', headers: sent, body });
    }
    openGate();
    expect([await books.holds(key), await books.left(key)]).toEqual([{ posted: 1 }, 0n]);
    const before = worked();
    const again = await ask(`${origin()}/check/funder/${subject}`, { 'x-api-key': key });
    expect(again.body.billing).toMatchObject({ route: 'none', charged_usdc: '0.00', replayed: true });
    expect(worked()).toBe(before);
  });

  it.each(Object.entries(roads))('over %s and asks again at once pays once', async (name, roadOf) => {
    const replica = await openRoute(keyBilling(books.ledger, books.database.database), noMoney);
    for (const [n, elsewhere] of [origin(), new URL(replica.url).origin].entries()) {
      closeGate();
      const subject = subjectAt(760 + 10 * n + Object.keys(roads).indexOf(name));
      const key = await books.key(10n * PRICE);
      await leave(roadOf(subject), key);
      const again = ask(`${elsewhere}/check/funder/${subject}`, { 'x-api-key': key });
      await wait(NOTICED_MS);
      openGate();
      expect((await again).status).toBe(200);
      await books.holds(key);
      expect(await books.charges(key)).toEqual([PRICE]);
    }
    replica.close();
  });

  it('is told from one who ended his side and waits, and gets what he pays for', async () => {
    const replica = await openRoute(keyBilling(books.ledger, books.database.database), noMoney);
    closeGate();
    const key = await books.key(10n * PRICE);
    const { port, host } = new URL(origin());
    const path = `/check/funder/${subjectAt(790)}`;
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const before = worked();
    socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\n\r\n`);
    const said = text(socket);
    await until(() => worked() > before);
    const again = await ask(`${new URL(replica.url).origin}${path}`, { 'x-api-key': key });
    await wait(NOTICED_MS);
    openGate();
    expect([again.status, await said]).toEqual([
      200,
      expect.stringMatching(/^(HTTP\/1.1 102 Processing\s+)*HTTP\/1.1 200 OK/),
    ]);
    expect(await books.charges(key)).toEqual([PRICE, PRICE]);
    replica.close();
  });

  it('eight times with money for two checks has two worked', async () => {
    const key = await books.key(2n * PRICE);
    const before = worked();
    const statuses: (number | null)[] = [];
    for (let round = 0; round < 8; round += 1) {
      closeGate();
      statuses.push(await leave((roads['a subscription'] ?? roads.REST)?.(subjectAt(720 + round)) as Road, key));
      openGate();
      await books.holds(key);
    }
    expect(statuses).toEqual([null, null, 402, 402, 402, 402, 402, 402]);
    expect([worked() - before, await books.left(key)]).toEqual([2, 0n]);
  });

  /** Services of one process or of two, whose checks begin at once and end when `go` is called. */
  function gatedServices(processes: number) {
    const inspector = countingInspector(provenJudgement);
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    let begun = 0;
    const gated = {
      ...inspector,
      inspect: async (...asked: Parameters<typeof inspector.inspect>) => {
        begun += 1;
        await gate;
        return await inspector.inspect(...asked);
      },
    };
    const answers = openAnswers({
      inspectors: { funder: gated },
      signer: testSigner,
      network: testNetwork,
      sandbox: false,
    });
    const services = Array.from({ length: processes }, () =>
      openCheckService({ billing: keyBilling(books.ledger, books.database.database), chain: unreadChain(), answers }),
    );
    const asked = askOf('funder', subjectAt(740));
    const plan = { asks: [asked], items: 1, keysOnly: false };
    /** Asks one of the services; `leave` closes what was asked, and resolves when it is over. */
    const open = (key: string, n = 0) => {
      const operation = services[n]?.open(callerWith(key, { unfinished: true }), plan);
      const answer = operation?.check(asked).catch((failure: unknown) => ({ failure }));
      return { answer, leave: async () => await operation?.close() };
    };
    return {
      open,
      go,
      begun: (count: number) => until(() => begun >= count),
      worked: () => inspector.inspected.length,
    };
  }

  it('and asks again at once waits for what was begun, and pays once', async () => {
    const { open, go, begun, worked: inspected } = gatedServices(1);
    const key = await books.key(10n * PRICE);
    const left = open(key);
    await begun(1);
    const closed = left.leave();
    const second = open(key);
    go();
    expect(await left.answer).toMatchObject({ billing: { charged_usdc: '0.05' } });
    await closed;
    expect(await second.answer).toMatchObject({ billing: { route: 'none', replayed: true } });
    expect([await books.charges(key), inspected()]).toEqual([[PRICE], 1]);
  });

  it('and asks other processes at once pays once, for what was asked last', async () => {
    const { open, go, begun } = gatedServices(3);
    const key = await books.key(10n * PRICE);
    const asked: ReturnType<typeof open>[] = [];
    for (let n = 0; n < 3; n += 1) {
      asked.push(open(key, n));
      await begun(n + 1);
    }
    const closed = asked.slice(0, 2).map(({ leave: end }) => end());
    go();
    await Promise.all(closed);
    expect(await asked[2]?.answer).toMatchObject({ billing: { charged_usdc: '0.05' } });
    expect([await books.charges(key), await books.holds(key)]).toEqual([[PRICE], { posted: 1, voided: 2 }]);
  });

  it('pays for each that he waits for', async () => {
    const { open, go, begun } = gatedServices(2);
    const key = await books.key(10n * PRICE);
    const asked = [open(key, 0), open(key, 1)];
    await begun(2);
    go();
    for (const { answer } of asked) expect(await answer).toMatchObject({ billing: { charged_usdc: '0.05' } });
    expect(await books.charges(key)).toEqual([PRICE, PRICE]);
  });
});

describe('an undecidable subject', () => {
  let market: Market;
  let endpoint: FaultyRpc;
  let replicas: Service[];
  let mint: string;
  let sizes = 0;

  beforeAll(async () => {
    market = await openMarket();
    endpoint = await serveFaultyRpc(forwarding(market.sandbox.url));
    const open = () => market.open({ SOLANA_RPC_URLS: endpoint.url });
    replicas = await Promise.all([open(), open()]);
    mint = String(market.sandbox.subjects.find(({ kind }) => kind === 'trade')?.address);
  });
  afterAll(async () => {
    await market?.stop();
    await endpoint?.close();
  });
  afterEach(() => endpoint.fail(null));

  const calls = () => endpoint.requests.reduce((sum, one) => sum + one.calls.length, 0);
  const windows = () => openRateWindows(market.database.database);
  const failMint = (): void => {
    endpoint.fail((one) => (JSON.stringify(one.calls).includes(mint) ? { kind: 'status', status: 500 } : null));
  };

  /** Asks about the mint in a size that nobody asked for before. */
  async function askAnew(key: string, replica: Service | undefined, subject = mint): Promise<Json> {
    sizes += 1;
    const { status, body } = await ask(
      `${replica?.url}/check/trade/${subject}?size_sol=${(0.01 + sizes / 10_000).toFixed(4)}`,
      { 'x-api-key': key },
    );
    return { status, ...body };
  }

  /** A caller whose unpaid work cost all but so many calls of his budget. */
  async function callerWithLeft(callsLeft: number): Promise<string> {
    const key = await market.key(1_000_000n);
    const [label = ''] = unpaidCallerOf({ apiKey: key, address: '' }).own;
    await windows().note([{ label, amount: UNPAID_CALLS_MAX - callsLeft, seconds: 3_600 }]);
    return key;
  }

  /** Everything that was noted gets so much older. */
  async function pass(seconds: number): Promise<void> {
    // No two rows of a label may come to begin at once; a turn begins at the epoch.
    await market.database.database.sql`
      UPDATE rate_windows SET ends_at = ends_at - make_interval(secs => ${seconds}), starts_at = starts_at -
        CASE WHEN starts_at = to_timestamp(0) THEN interval '0' ELSE make_interval(secs => ${seconds} + random()) END`;
  }

  it('with ever new sizes costs no more than the budget, over two replicas and a restart', async () => {
    failMint();
    const key = await callerWithLeft(100);
    const before = calls();
    const answers: Json[] = [];
    for (let n = 0; n < 120; n += 1) answers.push(await askAnew(key, replicas[n % 2]));
    const made = calls() - before;
    const restarted = await market.open({ SOLANA_RPC_URLS: endpoint.url });
    for (let n = 0; n < 20; n += 1) answers.push(await askAnew(key, restarted));
    const refused = answers.filter(({ status }) => status === 429);
    const isTold = ({ code, retry_after_seconds: seconds }: Json) =>
      code === 'too_many_free_answers' && seconds >= 1 && seconds <= 60;
    expect([answers.slice(0, 4).every(({ status }) => status === 200), refused.every(isTold)]).toEqual([true, true]);
    // Some trials are due in the time that this takes.
    expect(refused.length).toBeGreaterThan(80);
    expect(made).toBeLessThan(300);
  });

  it('is refused to nobody else, and others are not in the way of its callers', async () => {
    failMint();
    const key = await callerWithLeft(0);
    const other = await market.key(1_000_000n);
    expect(await askAnew(other, replicas[0])).toMatchObject({ status: 200, billing: { charged_usdc: '0.00' } });
    // What another found undecided a moment ago is not tried.
    expect(await askAnew(key, replicas[1])).toMatchObject({ status: 429, code: 'too_many_free_answers' });
    const honest = String(market.sandbox.subjects.filter(({ kind }) => kind === 'trade')[1]?.address);
    for (const caller of [other, key]) {
      expect(await askAnew(caller, replicas[1], honest)).toMatchObject({
        status: 200,
        billing: { charged_usdc: '0.02' },
      });
    }
  });

  it('is served again within a minute after the endpoint answers again', async () => {
    failMint();
    const key = await callerWithLeft(-500);
    for (let n = 0; n < 10; n += 1) {
      await askAnew(key, replicas[0]);
      await pass(60);
    }
    await askAnew(key, replicas[0]);
    endpoint.fail(null);
    const refused = await askAnew(key, replicas[1]);
    expect(refused).toMatchObject({ status: 429, retry_after_seconds: expect.any(Number) });
    expect(refused.retry_after_seconds).toBeLessThanOrEqual(60);
    await pass(60);
    for (let n = 0; n < 3; n += 1) {
      expect(await askAnew(key, replicas[n % 2])).toMatchObject({ status: 200, billing: { charged_usdc: '0.02' } });
    }
  });
});
