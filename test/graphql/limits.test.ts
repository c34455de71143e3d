import type { ChainReader } from 'assay-core/chain/chain-reader.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answers } from '#schema/check-service.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { askOf } from '#schema/questions.ts';
import { openCountingBilling } from '../support/graphql-billing.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { codesOf } from '../support/graphql-route.ts';
import { gapJudgement, testNetwork, testSigner } from '../support/inspection.ts';
import { callerWith } from '../support/key-billing.ts';
import { BATCH, funders, mixed, requestOf, STREAM, subjectAt } from './graphql-batches.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books?.stop());
afterEach(() => {
  vi.useRealTimers();
  books.route.inspection.before = () => undefined;
});

const many = (n: number, one: (n: number) => string) => Array.from({ length: n }, (_, i) => one(i)).join(' ');

describe('every limit', () => {
  it.each<[string, string, object | undefined]>([
    ['depth', `{ __schema { queryType ${'{ ofType '.repeat(14)} { name }${' }'.repeat(14)} } }`, undefined],
    ['nesting', `{ prices(a: ${'['.repeat(200)}${']'.repeat(200)}) { kind } }`, undefined],
    ['aliases', `{ ${many(201, (n) => `a${n}: __typename`)} }`, undefined],
    ['fields', `{ ${'prices { kind } '.repeat(551)} }`, undefined],
    ['cost', `{ ${many(16, (n) => `a${n}: __schema { __typename }`)} }`, undefined],
    ['values', `{ checks(requests: []) { ... on Check { ${many(11, (n) => `a${n}: document`)} } } }`, undefined],
    ['checks', BATCH, { requests: mixed(101).map(requestOf) }],
  ])('of %s is reported with its name, its bound and what becomes of the charge', async (name, query, variables) => {
    const key = await books.key(50_000_000n);
    const answer = await books.route.post(
      query,
      { 'x-api-key': key, accept: 'application/graphql-response+json' },
      variables,
    );
    expect(codesOf(answer)).toContain('OPERATION_TOO_LARGE');
    const told = answer.body.errors.map(({ extensions }: { extensions: { limit?: object } }) => extensions.limit);
    expect(told).toContainEqual({ name, max: expect.any(Number) });
    expect(answer.body.errors.map(({ message }: { message: string }) => message).join()).toContain(
      'Nothing was charged.',
    );
    expect(answer.status).toBe(400);
    expect((await books.route.post(query, { 'x-api-key': key, accept: 'application/json' }, variables)).status).toBe(
      200,
    );
    expect([await books.left(key), await books.holds(key)]).toEqual([50_000_000n, {}]);
  });

  it('of tokens is reported with a code', async () => {
    const answer = await books.route.post(`{ ${'__typename '.repeat(4_100)} }`);
    expect([codesOf(answer), answer.body.errors.length]).toEqual([['OPERATION_TOO_LARGE'], 1]);
    expect(answer.body.errors[0].message).toMatch(/4000 tokens/);
  });

  it('of bytes is reported with a code', async () => {
    const answer = await books.route.post('{ prices { kind } }', {}, { x: 'x'.repeat(100_000) });
    expect([answer.status, codesOf(answer)]).toEqual([413, ['BODY_TOO_LARGE']]);
  });
});

describe('the time of an operation', () => {
  /** A service whose checks end only with their session, as those do that wait for the chain. */
  function slowService() {
    let close: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const session = { closed: false, reader: () => ({}) as ChainReader, close: () => close() };
    const inspect = async () => {
      await closed;
      return { judgement: gapJudgement('deadline'), asOf: null };
    };
    const inspector = { bounds: { timeMsMax: 1_000, callsMax: 1, bytesMax: 1 }, inspect };
    const answers: Answers = openAnswers({
      inspectors: { funder: inspector },
      signer: testSigner,
      network: testNetwork,
      sandbox: false,
    });
    const chain = { session: () => session, health: () => [], close: async () => undefined };
    return openCheckService({ billing: openCountingBilling(), chain, answers });
  }

  const ask = askOf('funder', subjectAt(0));
  const opened = () => slowService().open(callerWith('k'), { asks: [ask], items: 1, keysOnly: false });

  /** An operation whose check has begun, on a clock that the test moves. */
  async function begun() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const operation = opened();
    const result = operation.result(ask);
    await operation.admitted();
    for (let n = 0; n < 10; n += 1) await Promise.resolve();
    return { operation, result };
  }

  it('ends after 30 seconds, for nothing', async () => {
    const { operation, result } = await begun();
    let settled = false;
    void result.then(() => {
      settled = true;
    });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({
      document: { gaps: [{ cause: 'deadline' }] },
      billing: { charged_usdc: '0.00' },
    });
    expect(operation.tally).toMatchObject({ delivered: 1, chargedAtomic: 0n, billAtomic: 50_000n });
    await operation.close();
  });

  it('does not begin once it is closed', async () => {
    const operation = opened();
    await operation.close();
    // No answer, and none that would count as free for want of an endpoint.
    expect(await operation.result(ask)).toMatchObject({ code: 'answer_not_stored' });
    expect(operation.tally).toMatchObject({ delivered: 0, chargedAtomic: 0n });
  });

  it('goes on when it is closed after it began, for 30 seconds like any other', async () => {
    const { operation, result } = await begun();
    const closed = operation.close();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await result).toMatchObject({ document: { gaps: [{ cause: 'deadline' }] } });
    await closed;
  });

  it('does nothing that its plan does not name', async () => {
    const operation = slowService().open(callerWith('k'), { asks: [], items: 0, keysOnly: false });
    await expect(operation.check(askOf('funder', subjectAt(0)))).rejects.toThrow(/plan/);
    await expect(operation.result(askOf('trade', subjectAt(0), '1'))).rejects.toThrow(/plan/);
    await operation.admitted();
    expect(operation.tally).toMatchObject({ checks: 0, billAtomic: 0n });
    await operation.close();
  });
});

describe('streams at once', () => {
  it('of one caller each get what they paid for', async () => {
    const key = await books.key(1_000_000n);
    const ask = (n: number) =>
      books.route.send(
        { query: STREAM, variables: { requests: funders(1, 500 + n).map(requestOf) } },
        { 'x-api-key': key, accept: 'text/event-stream' },
      );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
    for (const [n, { text }] of answers.entries()) expect(text).toContain(subjectAt(500 + n));
    expect([await books.left(key), await books.holds(key)]).toEqual([0n, { posted: 20 }]);
  });
});
