import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPass, usedOf } from '../ledger/fixture.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { codesOf } from '../support/graphql-route.ts';
import { gapJudgement } from '../support/inspection.ts';
import { until } from '../support/market.ts';
import { BATCH, funders, mixed, type Requested, requestOf, subjectAt, sumOf } from './graphql-batches.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books?.stop());
beforeEach(() => {
  books.route.inspection.inspected.length = 0;
  books.route.hidden.length = 0;
});
afterEach(() => {
  books.route.inspection.before = () => undefined;
});

const ask = (requests: readonly Requested[], key?: string, headers: Record<string, string> = {}) =>
  books.route.post(BATCH, { ...(key && { 'x-api-key': key }), ...headers }, { requests: requests.map(requestOf) });
const worked = () => books.route.inspection.inspected.length;

describe('a batch', () => {
  it('answers 100 mixed requests in their order, for the sum of their prices', async () => {
    const requests = mixed(100);
    const key = await books.key(sumOf(requests) + 7n);
    const opened = books.route.inspection.opened;
    const { status, body } = await ask(requests, key);
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data.checks.map(({ kind, subject }: Requested) => ({ kind, subject }))).toEqual(requests);
    expect(body.data.checks.map(({ document }: { document: { kind: string } }) => document.kind.toUpperCase())).toEqual(
      requests.map(({ kind }) => kind),
    );
    expect(body.extensions.billing).toEqual({ checks: 100, delivered: 100, priceUsdc: '4.75', chargedUsdc: '4.75' });
    expect([await books.left(key), (await books.charges(key)).length]).toEqual([7n, 100]);
    expect([worked(), books.route.inspection.opened - opened]).toEqual([100, 1]);
    expect(books.route.inspection.closed).toBe(books.route.inspection.opened);
  });

  it('of fields is answered in the order of the fields, whichever of them is there first', async () => {
    const key = await books.key(100_000n);
    const [first, second] = funders(2, 50).map(({ subject }) => subject);
    let secondDone = false;
    books.route.inspection.before = async (_, { subject }) => {
      if (subject === first) await until(() => secondDone);
      else secondDone = true;
      return undefined;
    };
    const fields = `{ billing { chargedUsdc route } subject verdict }`;
    const query = `{ z: funderCheck(address: "${first}") ${fields} a: funderCheck(address: "${second}") ${fields} __typename }`;
    const { body } = await books.route.post(query, { 'x-api-key': key });
    expect(Object.keys(body.data)).toEqual(['z', 'a', '__typename']);
    expect(Object.keys(body.data.z)).toEqual(['billing', 'subject', 'verdict']);
    expect(Object.keys(body.data.z.billing)).toEqual(['chargedUsdc', 'route']);
  });

  it('works and charges what is asked repeatedly once, however it is written', async () => {
    const trade = { kind: 'TRADE', subject: subjectAt(0) };
    const same = [trade, { ...trade, sizeSol: '0.5' }, { ...trade, sizeSol: 0.5 }, { ...trade, sizeSol: null }];
    const wallet = { kind: 'WALLET', subject: subjectAt(0) };
    const requests = [...same, wallet, { ...trade, sizeSol: 1 }, wallet];
    const key = await books.key(1_000_000n);
    const { body } = await ask(requests, key);
    expect(body.extensions.billing).toEqual({ checks: 3, delivered: 3, priceUsdc: '0.14', chargedUsdc: '0.14' });
    expect(
      body.data.checks.map(({ document }: never) => (document as { metrics: { name: string } }).metrics.name),
    ).toEqual([
      ...same.map(() => `trade ${subjectAt(0)} 0.5`),
      `wallet ${subjectAt(0)}`,
      `trade ${subjectAt(0)} 1`,
      `wallet ${subjectAt(0)}`,
    ]);
    expect([worked(), await books.left(key)]).toEqual([3, 860_000n]);
  });

  it('answers malformed requests with faults that cost nothing and spoil nothing', async () => {
    const bad = [
      { kind: 'FUNDER', subject: 'nope' },
      { kind: 'TRADE', subject: subjectAt(1), sizeSol: '0' },
      { kind: 'TRADE', subject: '', sizeSol: { sol: 1 } },
      { kind: 'TRADE', subject: subjectAt(1), sizeSol: [1] },
      { kind: 'TRADE', subject: subjectAt(1), sizeSol: 1e300 },
    ];
    const key = await books.key(50_000n);
    const { status, body } = await ask([...bad, ...funders(1)], key);
    expect([status, body.errors, await books.left(key), worked()]).toEqual([200, undefined, 0n, 1]);
    const [first, second, third, ...rest] = body.data.checks;
    expect(first).toMatchObject({
      __typename: 'CheckFault',
      kind: 'FUNDER',
      written: 'nope',
      code: 'INVALID_REQUEST',
      retryable: false,
      retryAfterSeconds: null,
      invalid: [{ path: ['funder', 'address'], input: 'nope', message: expect.stringContaining('base58') }],
    });
    expect(second.invalid).toMatchObject([{ path: ['trade', 'sizeSol'], input: '0' }]);
    expect(third.invalid.map(({ path }: { path: unknown }) => path)).toEqual([
      ['trade', 'mint'],
      ['trade', 'sizeSol'],
    ]);
    expect(rest.map(({ code, __typename }: Record<string, string>) => code ?? __typename)).toEqual([
      'INVALID_REQUEST',
      'INVALID_REQUEST',
      'FunderCheck',
    ]);
  });

  it('of malformed requests only, or of none, is free and needs no key', async () => {
    const { status, body } = await ask([{ kind: 'TOKEN', subject: '1' }]);
    expect([status, body.data.checks[0].code, body.extensions]).toEqual([200, 'INVALID_REQUEST', undefined]);
    const empty = await ask([]);
    expect([empty.status, empty.body]).toEqual([200, { data: { checks: [] } }]);
    expect(worked()).toBe(0);
  });

  it('tells nothing of an accident but that there was one, logs it, and charges the others', async () => {
    books.route.inspection.before = (name) => {
      if (name.endsWith(subjectAt(1))) throw new Error('secret words of an accident');
      return undefined;
    };
    const key = await books.key(200_000n);
    const { status, body, text } = await ask(funders(3), key, { 'x-request-id': 'req-9' });
    expect(status).toBe(200);
    expect(body.data.checks[1]).toMatchObject({ __typename: 'CheckFault', code: 'INTERNAL_ERROR', retryable: true });
    expect(text).not.toMatch(/secret|\.ts/);
    expect(body.extensions.billing).toEqual({ checks: 3, delivered: 2, priceUsdc: '0.15', chargedUsdc: '0.10' });
    expect(books.route.hidden).toMatchObject([{ request_id: 'req-9' }]);
    expect([await books.left(key), await books.holds(key)]).toEqual([100_000n, { posted: 2, voided: 1 }]);
  });

  it('gives the money of free answers back', async () => {
    books.route.inspection.before = (name) =>
      name.endsWith(subjectAt(900)) || name.endsWith(subjectAt(902)) ? gapJudgement('rpc_unavailable') : undefined;
    const key = await books.key(150_000n);
    // Free answers are remembered for a while, so no other test asks for these.
    const { body } = await ask(funders(3, 900), key);
    const routes = body.data.checks.map(({ billing }: never) => (billing as { route: string }).route);
    expect(routes).toEqual(['NONE', 'CREDIT', 'NONE']);
    expect(body.extensions.billing).toEqual({ checks: 3, delivered: 3, priceUsdc: '0.15', chargedUsdc: '0.05' });
    expect([await books.left(key), await books.holds(key)]).toEqual([100_000n, { posted: 1, voided: 2 }]);
  });

  it('has no fault of its own for a kind that does not run yet, and charges nothing for it', async () => {
    const { trade } = kinds as { trade: { state: string } };
    trade.state = 'planned';
    const key = await books.key(50_000n);
    const { body } = await ask([{ kind: 'TRADE', subject: subjectAt(0) }, ...funders(1)], key);
    trade.state = 'available';
    expect(body.data.checks[0]).toMatchObject({ code: 'KIND_NOT_AVAILABLE', retryable: false });
    expect([body.data.checks[1].subject, await books.left(key)]).toEqual([subjectAt(0), 0n]);
  });
});

describe('a batch that is too large', () => {
  const many = (n: number, one: (n: number) => string) => Array.from({ length: n }, (_, i) => one(i)).join(' ');
  const alias = (n: number, from: number) =>
    many(n, (i) => `a${i}: funderCheck(address: "${subjectAt(from + i)}") { kind }`);
  const twoLists =
    'query($a: [CheckRequest!]!, $b: [CheckRequest!]!) { x: checks(requests: $a) { __typename } y: checks(requests: $b) { __typename } }';
  const invalid = Array.from({ length: 101 }, () => ({ funder: { address: 'nope' } }));

  it.each([
    ['one list', BATCH, { requests: funders(101).map(requestOf) }],
    [
      'a list of repeats',
      BATCH,
      { requests: Array.from({ length: 101 }, () => requestOf(funders(1)[0] as Requested)) },
    ],
    ['a list of malformed requests', BATCH, { requests: invalid }],
    ['two lists', twoLists, { a: funders(51).map(requestOf), b: funders(50, 51).map(requestOf) }],
    ['a list and aliases', `${BATCH.slice(0, -1)} ${alias(2, 0)} }`, { requests: funders(99, 2).map(requestOf) }],
    [
      'checks of entities and a list',
      `${BATCH.slice(0, -1)} _entities(representations: [${many(10, (n) => `{ __typename: "Wallet", address: "${subjectAt(n)}" }`)}]) { ... on Wallet { check { kind } } } }`,
      { requests: funders(91).map(requestOf) },
    ],
    [
      'a hundred entities and one more',
      `{ a: _entities(representations: [${'{}'.repeat(100)}]) { __typename } b: _entities(representations: {}) { __typename } }`,
      {},
    ],
    [
      'two checks of each entity',
      `query($r: [_Any!]!) { _entities(representations: $r) { ... on Wallet { check { kind } funderCheck { kind } } } }`,
      { r: Array.from({ length: 51 }, (_, n) => ({ __typename: 'Wallet', address: subjectAt(n) })) },
    ],
  ])('is refused as %s, before any work and any charge', async (_, query, variables) => {
    const key = await books.key(50_000_000n);
    const answer = await books.route.post(query, { 'x-api-key': key }, variables);
    expect(codesOf(answer)).toEqual(['OPERATION_TOO_LARGE']);
    expect(answer.body.errors[0].extensions.limit).toEqual({ name: 'checks', max: 100 });
    expect([worked(), await books.left(key), await books.holds(key)]).toEqual([0, 50_000_000n, {}]);
  });

  it('is none with 100 checks in a list and aliases', async () => {
    const key = await books.key(5_000_000n);
    const answer = await books.route.post(
      `${BATCH.slice(0, -1)} ${alias(50, 50)} }`,
      { 'x-api-key': key },
      { requests: funders(50).map(requestOf) },
    );
    expect([codesOf(answer), answer.body.extensions.billing.delivered, await books.left(key)]).toEqual([[], 100, 0n]);
  });
});

describe('a batch that is not paid', () => {
  it('is 402 for the exact sum, with nothing worked and nothing held', async () => {
    const requests = mixed(40);
    const key = await books.key(sumOf(requests) - 1n);
    for (const [given, code] of [
      [key, 'INSUFFICIENT_BALANCE'],
      [undefined, 'PAYMENT_REQUIRED'],
      ['assay_nobody', 'API_KEY_UNKNOWN'],
    ] as const) {
      const answer = await ask(requests, given);
      expect([answer.status, answer.body.price_usdc, answer.body.accepts]).toEqual([402, '1.90', []]);
      expect(codesOf(answer)).toEqual([code]);
      expect(answer.body.data).toEqual({ checks: null });
      const required = JSON.parse(Buffer.from(answer.headers.get('payment-required') ?? '', 'base64').toString());
      expect(required.accepts[0].amount).toBe('1900000');
      if (given === undefined)
        expect(answer.body.hint.body).toEqual({ query: BATCH, variables: { requests: requests.map(requestOf) } });
    }
    expect([worked(), await books.holds(key), await books.left(key)]).toEqual([0, {}, sumOf(requests) - 1n]);
  });

  it('takes what a pass has left, and the rest from the balance', async () => {
    const key = await books.key(100_000n);
    const pass = await addPass(books.database.database.sql, key, 2);
    const short = await ask(funders(5), key);
    expect([short.status, worked(), await usedOf(books.database.database.sql, pass)]).toEqual([402, 0, 0]);
    const { body } = await ask(funders(4), key);
    const billed = body.data.checks.map(({ billing }: never) => billing as { route: string; chargedUsdc: string });
    expect(billed.map(({ route }: { route: string }) => route)).toEqual(['PASS', 'PASS', 'CREDIT', 'CREDIT']);
    expect(body.extensions.billing).toEqual({ checks: 4, delivered: 4, priceUsdc: '0.20', chargedUsdc: '0.10' });
    expect([await books.left(key), await usedOf(books.database.database.sql, pass)]).toEqual([0n, 2]);
  });
});

describe('a batch that is repeated', () => {
  it('under its Idempotency-Key is answered again free, and another batch under it is 409', async () => {
    const key = await books.key(1_000_000n);
    const named = { 'idempotency-key': 'batch-1' };
    const first = await ask(funders(3), key, named);
    const again = await ask(funders(3), key, named);
    expect(again.body.extensions.billing).toEqual({
      checks: 3,
      delivered: 3,
      priceUsdc: '0.15',
      chargedUsdc: '0.00',
    });
    for (const [n, check] of again.body.data.checks.entries()) {
      expect(check.billing).toMatchObject({ route: 'NONE', chargedUsdc: '0.00', replayed: true });
      expect(check.document).toEqual(first.body.data.checks[n].document);
    }
    const other = await ask(funders(4), key, named);
    expect([other.status, codesOf(other)]).toEqual([409, ['REQUEST_DIFFERS']]);
    expect([worked(), await books.left(key)]).toEqual([3, 850_000n]);
  });

  it('under an Idempotency-Key that is worked on is 409 with a time to wait', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<undefined>((resolve) => {
      open = () => resolve(undefined);
    });
    books.route.inspection.before = () => gate;
    const key = await books.key(1_000_000n);
    const first = ask(funders(2), key, { 'idempotency-key': 'k' });
    await until(() => worked() === 2);
    const second = await ask(funders(2), key, { 'idempotency-key': 'k' });
    expect([second.status, codesOf(second), second.headers.get('retry-after')]).toEqual([
      409,
      ['REQUEST_IN_FLIGHT'],
      '1',
    ]);
    open();
    expect([(await first).status, await books.left(key)]).toEqual([200, 900_000n]);
  });

  it('after its connection was cut is answered again free, within a larger one too', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<undefined>((resolve) => {
      open = () => resolve(undefined);
    });
    books.route.inspection.before = () => gate;
    const key = await books.key(250_000n);
    const cut = new AbortController();
    const lost = fetch(books.route.url, {
      method: 'POST',
      signal: cut.signal,
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query: BATCH, variables: { requests: funders(3).map(requestOf) } }),
    }).catch((error: Error) => error.name);
    await until(() => worked() === 3);
    cut.abort();
    expect(await lost).toBe('AbortError');
    open();
    expect(await books.holds(key)).toEqual({ posted: 3 });
    const { body } = await ask(funders(5), key);
    expect(body.data.checks.map(({ billing }: never) => (billing as { replayed: boolean }).replayed)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(body.extensions.billing).toMatchObject({ delivered: 5, priceUsdc: '0.25', chargedUsdc: '0.10' });
    expect([worked(), await books.left(key)]).toEqual([5, 0n]);
  });

  it('after it was received is charged again', async () => {
    const key = await books.key(200_000n);
    await ask(funders(2), key);
    const { body } = await ask(funders(2), key);
    expect([body.extensions.billing.chargedUsdc, await books.left(key)]).toEqual(['0.10', 0n]);
  });
});
