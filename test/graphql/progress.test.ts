import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEvents } from '../support/event-stream.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { answerOf, codesOf } from '../support/graphql-route.ts';
import { gapJudgement } from '../support/inspection.ts';
import { until } from '../support/market.ts';
import { BATCH, funders, mixed, type Requested, requestOf, STREAM, subjectAt, sumOf } from './graphql-batches.ts';

let books: Books;
/** Opens the gate of a subject's checks; whoever has none passes. */
const gates = new Map<string, () => void>();

beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books?.stop());
beforeEach(() => {
  books.route.inspection.inspected.length = 0;
  books.route.hidden.length = 0;
});
afterEach(() => {
  for (const open of gates.values()) open();
  gates.clear();
  books.route.inspection.before = () => undefined;
});

/** Holds the checks of subjects back until a test lets them through. */
function hold(...subjects: readonly string[]): void {
  const waits = new Map(
    subjects.map((subject) => [
      subject,
      new Promise<undefined>((resolve) => gates.set(subject, () => resolve(undefined))),
    ]),
  );
  books.route.inspection.before = (_, { subject }) => waits.get(subject);
}

const stream = (requests: readonly Requested[], key: string, headers: Record<string, string> = {}) =>
  openEvents(
    books.route.url,
    { query: STREAM, variables: { requests: requests.map(requestOf) } },
    { 'x-api-key': key, ...headers },
  );
const worked = () => books.route.inspection.inspected.length;

/** How the connection goes on after a stream that was asked for with this. */
function connectionAfter(key: string, connection: string): Promise<string | undefined> {
  const body = JSON.stringify({ query: STREAM, variables: { requests: funders(1).map(requestOf) } });
  const accepts = { 'content-type': 'application/json', accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    const headers = { ...accepts, connection, 'x-api-key': key };
    request(`${books.route.url}/graphql`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.headers.connection));
    })
      .once('error', reject)
      .end(body);
  });
}

describe('progress of a batch', () => {
  it('leaves the connection to whoever asks: it is kept, or ended with the stream', async () => {
    const key = await books.key(100_000n);
    expect(await connectionAfter(key, 'keep-alive')).toBe('keep-alive');
    expect(await connectionAfter(key, 'close')).toBe('close');
  });

  it('comes as it is there, each different check once', async () => {
    const [first, second] = [subjectAt(0), subjectAt(1)];
    hold(first, second);
    const key = await books.key(100_000n);
    const requests = [...funders(2), ...funders(1), { kind: 'FUNDER', subject: 'nope' }, ...funders(1)];
    const events = await stream(requests, key);
    expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const malformed = await events.next();
    expect(malformed?.data.data.checks).toMatchObject({
      indexes: [3],
      done: 1,
      total: 5,
      result: { code: 'INVALID_REQUEST' },
    });
    await until(() => worked() === 2);
    gates.get(second)?.();
    const early = await events.next();
    expect(early?.data.data.checks).toMatchObject({ indexes: [1], done: 2, total: 5, result: { subject: second } });
    expect(Object.keys(early?.data.data.checks)).toEqual(['indexes', 'done', 'total', 'result']);
    expect(Object.keys(early?.data.data.checks.result)).toEqual([
      '__typename',
      'kind',
      'subject',
      'document',
      'billing',
    ]);
    expect(early?.data.data.checks.result.billing).toEqual({ route: 'CREDIT', chargedUsdc: '0.05', replayed: false });
    gates.get(first)?.();
    const late = await events.next();
    expect(late?.data.data.checks).toMatchObject({ indexes: [0, 2, 4], done: 5, total: 5, result: { subject: first } });
    expect(await events.rest()).toEqual([{ event: 'complete', data: null }]);
    expect([worked(), await books.left(key), await books.holds(key)]).toEqual([2, 0n, { posted: 2 }]);
    expect(books.route.inspection.closed).toBe(books.route.inspection.opened);
  });

  it('is complete for 100 requests', async () => {
    const requests = mixed(100, 200);
    const key = await books.key(sumOf(requests));
    const events = await (await stream(requests, key)).rest();
    expect(events.map(({ event }) => event)).toEqual([...requests.map(() => 'next'), 'complete']);
    const told = events.slice(0, -1).map(({ data }) => data.data.checks);
    expect(told.map(({ done }) => done)).toEqual(requests.map((_, n) => n + 1));
    for (const { indexes, result } of told) expect(result.subject).toBe(requests[indexes[0]]?.subject);
    expect([await books.left(key), worked()]).toEqual([0n, 100]);
  });

  it('of an empty batch is only that it is complete', async () => {
    expect(await (await stream([], 'assay_nobody')).rest()).toEqual([{ event: 'complete', data: null }]);
  });

  it('gives free answers back, and tells of accidents without their words', async () => {
    books.route.inspection.before = (name) => {
      if (name.endsWith(subjectAt(301))) throw new Error('secret words of an accident');
      return name.endsWith(subjectAt(302)) ? gapJudgement('rpc_unavailable') : undefined;
    };
    const key = await books.key(150_000n);
    const events = await (await stream(funders(3, 300), key, { 'x-request-id': 'req-10' })).rest();
    expect(JSON.stringify(events)).not.toMatch(/secret|\.ts/);
    const results = new Map(
      events.slice(0, -1).map(({ data }) => [data.data.checks.indexes[0], data.data.checks.result]),
    );
    expect(results.get(0).billing.route).toBe('CREDIT');
    expect(results.get(1)).toMatchObject({ code: 'INTERNAL_ERROR' });
    expect(results.get(2).billing.route).toBe('NONE');
    expect(books.route.hidden).toMatchObject([{ request_id: 'req-10' }]);
    expect([await books.left(key), await books.holds(key)]).toEqual([100_000n, { posted: 1, voided: 2 }]);
  });

  it('gives a code to an error within an event', async () => {
    // A verdict that its enumeration lacks cannot be told.
    books.route.inspection.before = () => ({ ...gapJudgement('not_found'), verdict: 'secret words', decidedBy: [] });
    const key = await books.key(50_000n);
    const query = STREAM.replace('kind subject document', 'kind verdict');
    const body = { query, variables: { requests: funders(1, 310).map(requestOf) } };
    const events = await (await openEvents(books.route.url, body, { 'x-api-key': key })).rest();
    const codes = events.flatMap(({ data }) => (data ? codesOf({ body: data } as never) : []));
    expect(codes).toEqual([expect.stringMatching(/^[A-Z_]+$/)]);
    expect(events.at(-1)?.event).toBe('complete');
  });
});

describe('progress is refused', () => {
  const ask = async (
    headers: Record<string, string>,
    accept = 'text/event-stream',
    query = STREAM,
    more: object = { variables: { requests: funders(2).map(requestOf) } },
  ) =>
    answerOf(
      await fetch(books.route.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, ...headers },
        body: JSON.stringify({ query, ...more }),
      }),
    );

  it.each<[string, () => Promise<Record<string, string>>, string]>([
    ['nothing', async () => ({}), 'PAYMENT_REQUIRED'],
    ['an unknown key', async () => ({ 'x-api-key': 'assay_nobody' }), 'API_KEY_UNKNOWN'],
    ['a key with too little', async () => ({ 'x-api-key': await books.key(99_999n) }), 'INSUFFICIENT_BALANCE'],
    ['a payment per call', async () => ({ 'payment-signature': 'signed' }), 'PAYMENT_REQUIRED'],
    ['a payment of version 1', async () => ({ 'x-payment': 'signed' }), 'PAYMENT_REQUIRED'],
  ])('as a whole with %s: 402 for the sum, without an offer that could not be taken', async (_, headers, code) => {
    const answer = await ask(await headers());
    expect(answer.status).toBe(402);
    expect(codesOf(answer)).toEqual([code]);
    expect(answer.body).toMatchObject({ accepts: [], price_usdc: '0.10', status: 402 });
    expect(answer.headers.has('payment-required')).toBe(false);
    expect(worked()).toBe(0);
  });

  it.each([
    'application/json',
    'application/graphql-response+json',
    'application/json, text/html',
    'text/event-stream;q=0, */*',
  ])('where %s is asked for: 406, and nothing is charged', async (accept) => {
    const key = await books.key(100_000n);
    const answer = await ask({ 'x-api-key': key }, accept);
    expect([answer.status, codesOf(answer)]).toEqual([406, ['NOT_ACCEPTABLE']]);
    expect([worked(), await books.left(key), await books.holds(key)]).toEqual([0, 100_000n, {}]);
  });

  it.each([
    ['two fields', 'subscription { checks(requests: []) { done } b: checks(requests: []) { done } }'],
    ['introspection', 'subscription { __typename }'],
    ['a field that is skipped', 'subscription { checks(requests: []) @skip(if: true) { done } }'],
    [
      'fields behind directives',
      `subscription($on: Boolean = true) { checks(requests: []) { done } ... @include(if: $on) { b: checks(requests: [{ funder: { address: "${subjectAt(0)}" } }]) { done } } }`,
    ],
    [
      '101 requests',
      `subscription { checks(requests: [${`{ funder: { address: "${subjectAt(0)}" } }`.repeat(101)}]) { done } }`,
    ],
    ['an unknown kind', 'subscription { checks(requests: [{ coin: { address: "" } }]) { done } }'],
    ['a variable that is missing', STREAM],
  ])('with %s: a code, and nothing is charged', async (_, query) => {
    const key = await books.key(100_000n);
    const answer = await ask({ 'x-api-key': key }, undefined, query, {});
    const codes = codesOf(answer);
    expect(codes.length, answer.text).toBeGreaterThan(0);
    for (const code of codes)
      expect(code).toMatch(/^(GRAPHQL_VALIDATION_FAILED|OPERATION_TOO_LARGE|INVALID_REQUEST|BAD_USER_INPUT)$/);
    expect([worked(), await books.left(key), books.route.hidden]).toEqual([0, 100_000n, []]);
  });
});

describe('a caller who leaves', () => {
  it('pays for what was begun, and gets it again for nothing', async () => {
    const [first, second, third] = [subjectAt(400), subjectAt(401), subjectAt(402)];
    hold(first, second, third);
    const key = await books.key(150_000n);
    const events = await stream(funders(3, 400), key);
    await until(() => worked() === 3);
    gates.get(second)?.();
    expect((await events.next())?.data.data.checks.indexes).toEqual([1]);
    events.leave();
    for (const open of gates.values()) open();
    expect(await books.holds(key)).toEqual({ posted: 3 });
    const again = await books.route.post(BATCH, { 'x-api-key': key }, { requests: funders(3, 400).map(requestOf) });
    for (const { billing } of again.body.data.checks) expect(billing).toMatchObject({ route: 'NONE', replayed: true });
    expect([await books.left(key), worked(), books.route.hidden]).toEqual([0n, 3, []]);
    await until(() => books.route.inspection.closed === books.route.inspection.opened);
  });

  it('is neither refused afterwards nor a reason for the answers of others', async () => {
    const subjects = Array.from({ length: 14 }, (_, n) => subjectAt(430 + n));
    hold(...subjects);
    const key = await books.key(2_000_000n);
    const events = await stream(funders(14, 430), key);
    await until(() => worked() === 14);
    events.leave();
    for (const open of gates.values()) open();
    expect(await books.holds(key)).toEqual({ posted: 14 });
    books.route.inspection.before = () => undefined;
    const other = await books.route.post(
      BATCH,
      { 'x-api-key': await books.key(50_000n) },
      { requests: funders(1, 430).map(requestOf) },
    );
    expect(other.body.data.checks[0].billing).toMatchObject({ route: 'CREDIT', chargedUsdc: '0.05' });
    const next = await books.route.post(BATCH, { 'x-api-key': key }, { requests: funders(1, 450).map(requestOf) });
    expect([next.status, next.body.data.checks[0].billing.route]).toEqual([200, 'CREDIT']);
  });

  it('and who stays to the end is charged again when he asks again', async () => {
    const key = await books.key(100_000n);
    await (await stream(funders(1, 420), key)).rest();
    await (await stream(funders(1, 420), key)).rest();
    expect(await books.left(key)).toBe(0n);
  });
});

describe('a query whose answer is asked for as events', () => {
  it('is one event with all of it', async () => {
    const key = await books.key(100_000n);
    const body = { query: BATCH, variables: { requests: funders(2).map(requestOf) } };
    const events = await (await openEvents(books.route.url, body, { 'x-api-key': key })).rest();
    expect(events.map(({ event }) => event)).toEqual(['next', 'complete']);
    expect(events[0]?.data.extensions.billing).toMatchObject({ delivered: 2, chargedUsdc: '0.10' });
    expect(await books.left(key)).toBe(0n);
  });
});
