import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { openCountingBilling } from '../support/graphql-billing.ts';
import { type Answered, answerOf, codesOf, type GraphqlRoute, openRoute } from '../support/graphql-route.ts';
import { noMoney } from '../support/key-billing.ts';
import { funders, requestOf } from './graphql-batches.ts';

const billing = openCountingBilling();
let route: GraphqlRoute;
beforeAll(async () => {
  route = await openRoute(billing, noMoney);
});
afterAll(() => route.close());
beforeEach(() => {
  billing.clear();
  billing.refuse = null;
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const apollo = (sha256Hash: unknown) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
const named = (documentId: unknown) => ({ documentId });
const protocols = [
  ['extensions.persistedQuery', apollo],
  ['documentId', (hash: unknown) => named(typeof hash === 'string' ? `sha256:${hash}` : hash)],
  ['documentId without a prefix', named],
] as const;

/** Sends the members in the query string. */
async function get(members: Record<string, unknown>): Promise<Answered> {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(members))
    params.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return answerOf(await fetch(`${route.url}?${params}`, { headers: { accept: 'application/json' } }));
}

let unique = 0;
/** A text that no other test has kept. */
function newText(): string {
  unique += 1;
  return `query P${unique} { prices { kind } }`;
}

describe.each(protocols)('a document named by %s', (_, by) => {
  it('is not found until it came once with its text, and then runs by its name', async () => {
    const query = newText();
    const unknown = await route.send(by(hashOf(query)));
    expect([unknown.body.errors[0].message, codesOf(unknown)]).toEqual([
      'PersistedQueryNotFound',
      ['PERSISTED_QUERY_NOT_FOUND'],
    ]);
    const status = async (accept: string) => (await route.send(by(hashOf(query)), { accept })).status;
    expect([await status('application/json'), await status('application/graphql-response+json')]).toEqual([200, 200]);
    const kept = await route.send({ query, ...by(hashOf(query)) });
    const found = await route.send(by(hashOf(query)));
    const upper = await route.send(by(hashOf(query).toUpperCase()));
    expect([kept.status, found.status]).toEqual([200, 200]);
    expect([found.body, upper.body]).toEqual([kept.body, kept.body]);
    expect(found.body.data.prices.length).toBe(4);
  });

  it('runs by GET as well', async () => {
    const query = newText();
    expect(codesOf(await get(by(hashOf(query))))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    const kept = await get({ query, ...by(hashOf(query)) });
    const found = await get(by(hashOf(query)));
    expect([kept.body.data.prices.length, found.body]).toEqual([4, kept.body]);
    expect(codesOf(await get(by('0')))).toEqual(['PERSISTED_QUERY_HASH_INVALID']);
  });

  it('is refused where text and name do not belong together, and is not kept', async () => {
    const [query, other] = [newText(), newText()];
    const answer = await route.send({ query, ...by(hashOf(other)) });
    expect([answer.status, codesOf(answer)]).toEqual([400, ['PERSISTED_QUERY_MISMATCH']]);
    expect(codesOf(await route.send(by(hashOf(other))))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
  });

  it.each([
    '',
    'x',
    '0'.repeat(63),
    '0'.repeat(65),
    'g'.repeat(64),
    `${'0'.repeat(63)}é`,
    1,
    true,
    [],
    ['0'.repeat(64)],
    {},
    null,
    `sha1:${'0'.repeat(40)}`,
  ])('is refused by the name %j', async (hash) => {
    const answer = await route.send(by(hash));
    expect([answer.status, codesOf(answer).length], answer.text).toEqual([400, 1]);
    expect(codesOf(answer)[0]).toMatch(/^(PERSISTED_QUERY_HASH_INVALID|BAD_REQUEST)$/);
    expect(answer.text.length).toBeLessThan(2_000);
  });
});

describe('what is kept', () => {
  it.each([1, 'x', [], true, {}, null, { version: 1 }, { version: 1, sha256Hash: { a: 1 } }])(
    'is not looked for by persistedQuery %j',
    async (persistedQuery) => {
      const answer = await route.send({ extensions: { persistedQuery } });
      expect([answer.status, codesOf(answer).length], answer.text).toEqual([400, 1]);
    },
  );

  it('is a text, whether or not it is a document', async () => {
    const query = `${newText()} {`;
    const first = await route.send({ query, ...apollo(hashOf(query)) });
    const again = await route.send(apollo(hashOf(query)));
    expect([codesOf(first), codesOf(again)]).toEqual([['GRAPHQL_PARSE_FAILED'], ['GRAPHQL_PARSE_FAILED']]);
  });

  it.each([['{ prices { kind } }'], 7, true, { kind: 'Document' }])('is no %j', async (query) => {
    const answer = await route.send({ query, ...apollo(hashOf(String(query))) });
    expect([answer.status, codesOf(answer).length], answer.text).toEqual([400, 1]);
    expect(codesOf(answer)).not.toContain('INTERNAL_ERROR');
    expect(route.hidden).toEqual([]);
  });

  it('is bounded: the oldest goes when too many come', async () => {
    const first = newText();
    await route.send({ query: first, ...apollo(hashOf(first)) });
    const padding = '#'.repeat(90_000);
    let last = '';
    for (let n = 0; n < 45; n += 1) {
      last = `${newText()}${padding}`;
      await route.send({ query: last, ...apollo(hashOf(last)) });
    }
    expect(codesOf(await route.send(apollo(hashOf(first))))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    expect((await route.send(apollo(hashOf(last)))).status).toBe(200);
  });
});

describe('a paid operation by its name', () => {
  const query = 'query Paid($requests: [CheckRequest!]!) { checks(requests: $requests) { ... on Check { document } } }';
  const call = { ...apollo(hashOf(query)), operationName: 'Paid', variables: { requests: funders(3).map(requestOf) } };

  it('costs what it costs by its text', async () => {
    await route.send({ query, ...apollo(hashOf(query)), variables: { requests: [] } });
    const { body } = await route.send(call, { 'x-api-key': 'k' });
    expect(body.extensions.billing).toMatchObject({ checks: 3, delivered: 3, chargedUsdc: '0.15' });
    expect(billing.bills.map(({ lines }) => lines.length)).toEqual([3]);
  });

  it('tells an unpaid caller how to send it, with its text', async () => {
    await route.send({ query, ...apollo(hashOf(query)), variables: { requests: [] } });
    billing.refuse = () => new Fault('payment_required');
    const unpaid = await route.send(call);
    expect([unpaid.status, unpaid.body.price_usdc]).toEqual([402, '0.15']);
    expect(unpaid.body.hint.body).toEqual({ query, operationName: 'Paid', variables: call.variables });
    billing.refuse = null;
    const again = await route.send(unpaid.body.hint.body, { 'x-api-key': 'k' });
    expect([again.status, again.body.extensions.billing.chargedUsdc]).toEqual([200, '0.15']);
  });

  it('is not worked where its name is unknown', async () => {
    const answer = await route.send({ ...call, ...apollo(hashOf('{ never }')) }, { 'x-api-key': 'k' });
    expect([codesOf(answer), billing.bills]).toEqual([['PERSISTED_QUERY_NOT_FOUND'], []]);
  });
});

describe('the documents of the manifest', () => {
  it('run by their names without having been sent, and are named by their hashes', async () => {
    const manifest = await answerOf(await fetch(new URL('/graphql/documents.json', route.url)));
    expect(manifest.headers.get('content-type')).toBe('application/json');
    expect(manifest.body).toMatchObject({ format: 'apollo-persisted-query-manifest', version: 1 });
    expect(manifest.body.operations.length).toBeGreaterThan(0);
    for (const { id, name, type, body } of manifest.body.operations) {
      expect([hashOf(body), body]).toEqual([id, expect.stringContaining(`${type} ${name}`)]);
      for (const by of [apollo(id), named(`sha256:${id}`)]) {
        expect(codesOf(await route.send(by, { 'x-api-key': 'k' }))).not.toContain('PERSISTED_QUERY_NOT_FOUND');
      }
    }
  });
});
