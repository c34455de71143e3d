import { buildSchema, Kind, parse } from 'graphql';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { codesOf } from '../support/graphql-route.ts';
import { gapJudgement } from '../support/inspection.ts';
import { subjectAt } from './graphql-batches.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books?.stop());
beforeEach(() => {
  books.route.inspection.inspected.length = 0;
});
afterEach(() => {
  books.route.inspection.before = () => undefined;
});

const QUERY = `query($r: [_Any!]!) { _entities(representations: $r) { __typename
  ... on Wallet { address check { document billing { route } } funderCheck { document } }
  ... on Token { mint check { document } half: tradeCheck { document } one: tradeCheck(sizeSol: 1) { document } } } }`;
const wallet = (n: number, more = {}) => ({ __typename: 'Wallet', address: subjectAt(n), ...more });
const token = (n: number) => ({ __typename: 'Token', mint: subjectAt(n) });
const worked = () => [...books.route.inspection.inspected].sort();

const ask = (r: readonly unknown[], headers: Record<string, string>, query = QUERY) =>
  books.route.post(query, headers, { r });

describe('entities', () => {
  it('come in order with their checks, on one bill and one charge', async () => {
    const key = await books.key(1_000_000n);
    const opened = books.route.inspection.opened;
    const r = [wallet(0), token(0), wallet(1, { name: 'of another subgraph' }), token(0), wallet(0)];
    const { status, body } = await ask(r, { 'x-api-key': key });
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data._entities.map(({ address, mint }: Record<string, string>) => address ?? mint)).toEqual(
      [0, 0, 1, 0, 0].map(subjectAt),
    );
    expect(body.data._entities[3]).toEqual(body.data._entities[1]);
    expect(worked()).toEqual(
      [
        ...[0, 1].flatMap((n) => [`wallet ${subjectAt(n)}`, `funder ${subjectAt(n)}`]),
        ...[`token ${subjectAt(0)}`, `trade ${subjectAt(0)} 0.5`, `trade ${subjectAt(0)} 1`],
      ].sort(),
    );
    expect(body.extensions.billing).toEqual({ checks: 7, delivered: 7, priceUsdc: '0.36', chargedUsdc: '0.36' });
    expect([await books.left(key), await books.holds(key)]).toEqual([640_000n, { posted: 7 }]);
    expect(books.route.inspection.opened - opened).toBe(1);
  });

  it('cost nothing where only their keys are asked for', async () => {
    const { status, body } = await ask([wallet(0), token(1)], {}, '{ _service { sdl } }');
    expect([status, body.extensions]).toEqual([200, undefined]);
    const bare = await ask(
      [wallet(0), token(1)],
      {},
      'query($r: [_Any!]!) { _entities(representations: $r) { ... on Wallet { address } ... on Token { mint } } }',
    );
    expect(bare.body.data._entities).toEqual([{ address: subjectAt(0) }, { mint: subjectAt(1) }]);
    expect(worked()).toEqual([]);
  });

  it('are refused as a whole when they cannot be paid, without an offer to pay per call', async () => {
    const poor = await books.key(100_000n);
    for (const [headers, code] of [
      [{}, 'PAYMENT_REQUIRED'],
      [{ 'payment-signature': 'signed' }, 'PAYMENT_REQUIRED'],
      [{ 'x-payment': 'signed' }, 'PAYMENT_REQUIRED'],
      [{ 'x-api-key': 'assay_nobody' }, 'API_KEY_UNKNOWN'],
      [{ 'x-api-key': poor }, 'INSUFFICIENT_BALANCE'],
    ] as const) {
      const answer = await ask([wallet(0)], headers);
      expect([answer.status, answer.body.accepts, answer.body.price_usdc]).toEqual([402, [], '0.15']);
      expect(answer.headers.has('payment-required')).toBe(false);
      expect(new Set(codesOf(answer))).toEqual(new Set([code]));
      const action = code === 'API_KEY_UNKNOWN' ? 'human_required' : 'pay_with_key';
      for (const { extensions } of answer.body.errors) expect(extensions.retryAction).toBe(action);
      expect(answer.body.retry_action).toBe(action);
      // A check that is refused is null; what else a gateway asked of the entity is there.
      expect(answer.body.data._entities).toEqual([
        { __typename: 'Wallet', address: subjectAt(0), check: null, funderCheck: null },
      ]);
    }
    expect([worked(), await books.holds(poor)]).toEqual([[], {}]);
  });

  it('give back what was not judged, and lose only the check that fails', async () => {
    books.route.inspection.before = (name) => {
      if (name === `wallet ${subjectAt(800)}`) return gapJudgement('rpc_unavailable');
      if (name === `funder ${subjectAt(800)}`) throw new Error('secret words of an accident');
      return undefined;
    };
    const key = await books.key(1_000_000n);
    const answer = await ask([wallet(800), wallet(801)], { 'x-api-key': key });
    const [first, second] = answer.body.data._entities;
    expect([first.check.billing.route, first.funderCheck, second.check.billing.route]).toEqual([
      'NONE',
      null,
      'CREDIT',
    ]);
    expect(codesOf(answer)).toEqual(['INTERNAL_ERROR']);
    expect(answer.body.errors[0].path).toEqual(['_entities', 0, 'funderCheck']);
    expect(answer.text).not.toContain('secret');
    expect([await books.left(key), await books.holds(key)]).toEqual([850_000n, { posted: 2, voided: 2 }]);
  });

  it('may be a hundred with a check each, and no more', async () => {
    const query = 'query($r: [_Any!]!) { _entities(representations: $r) { ... on Token { check { document } } } }';
    const key = await books.key(2_000_000n);
    const hundred = await ask(
      Array.from({ length: 100 }, (_, n) => token(n)),
      { 'x-api-key': key },
      query,
    );
    expect([hundred.body.extensions.billing.delivered, await books.left(key)]).toEqual([100, 0n]);
    const more = await ask(
      Array.from({ length: 101 }, (_, n) => token(n)),
      { 'x-api-key': key },
      query,
    );
    expect(codesOf(more)).toEqual(['OPERATION_TOO_LARGE']);
  });
});

describe('the text of the subgraph', () => {
  it('is a Federation 2 schema with the keys of its entities, and without what a gateway adds', async () => {
    const { body } = await books.route.post('{ _service { sdl } }');
    const { sdl } = body.data._service;
    expect(sdl).toMatch(
      /^extend schema @link\(url: "https:\/\/specs\.apollo\.dev\/federation\/v2\.\d+", import: \["@key", "@shareable"\]\)/,
    );
    expect(sdl).toMatch(/type Wallet @key\(fields: "address"\)/);
    expect(sdl).toMatch(/type Token @key\(fields: "mint"\)/);
    expect(sdl).toMatch(/type PageInfo @shareable/);
    expect(sdl).not.toMatch(/_entities|_service|_Any|_Entity|_Service|interface Node|implements Node|& Node|@oneOf/);
    const bare = parse(sdl).definitions.flatMap((one) => (one.kind === Kind.OBJECT_TYPE_DEFINITION ? one : []));
    const fieldsOf = (type: string) =>
      bare.find(({ name }) => name.value === type)?.fields?.map(({ name }) => name.value) ?? [];
    expect(fieldsOf('Query')).not.toContain('node');
    expect([fieldsOf('Wallet'), fieldsOf('Token')]).toEqual([
      ['address', 'check', 'funderCheck'],
      ['check', 'mint', 'tradeCheck'],
    ]);
    expect(fieldsOf('EntryEdge')).toEqual(['cursor', 'node']);
    expect(fieldsOf('PastCheck')).toContain('id');
    expect(() => parse(sdl)).not.toThrow();
    const machinery =
      'directive @link(url: String!, import: [String!]) on SCHEMA directive @key(fields: String!) on OBJECT directive @shareable on OBJECT';
    expect(() => buildSchema(`${machinery} ${sdl.replace(/^extend schema @link.*$/m, '')}`)).not.toThrow();
  });

  it('is the same for everybody and free', async () => {
    const texts = await Promise.all([1, 2].map(() => books.route.post('{ _service { sdl } }')));
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
  });
});
