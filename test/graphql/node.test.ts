import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addPass } from '../ledger/fixture.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';
import { codesOf } from '../support/graphql-route.ts';
import { gapJudgement } from '../support/inspection.ts';
import { funders, requestOf, subjectAt } from './graphql-batches.ts';

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

const worked = () => books.route.inspection.inspected.length;

/** The data of an operation without errors. */
async function dataOf(query: string, key: string | null, variables?: object) {
  const { body } = await books.route.post(query, key === null ? {} : { 'x-api-key': key }, variables);
  expect(body.errors).toBeUndefined();
  return body.data;
}

const NODE = `query($id: ID!) { node(id: $id) { __typename id
  ... on Check { kind subject verdict attestation document billing { route chargedUsdc replayed } }
  ... on PastCheck { kind subject chargedUsdc chargedAt check { __typename id document billing { route chargedUsdc } } stored: document }
  ... on Entry { moved: kind amountUsdc createdAt ref } ... on PassPeriod { tier state callsLeft } ... on Account { balanceUsdc }
  ... on ReasonCode { code kind meaning } ... on Flag { code kind meaning } ... on Wallet { address } ... on Token { mint } } }`;

const nodeOf = async (id: string, key: string | null) => (await dataOf(NODE, key, { id })).node;

/** The code of the refusal of an id that belongs to a key. */
const refusalOf = async (id: string, headers: Record<string, string> = {}) =>
  codesOf(await books.route.post(NODE, headers, { id }))[0];

const LISTS = `{ account { id
  passes { __typename id tier state callsLeft }
  entries {
    edges { cursor node { __typename id moved: kind amountUsdc createdAt ref } } }
  checks {
    edges { cursor node { __typename id kind subject chargedUsdc chargedAt stored: document check { __typename id document billing { route chargedUsdc } } } } } } }`;

const FUNDER = `query($a: Address!) { funderCheck(address: $a) { id document billing { route } } }`;

const idOf = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64url');

describe('a delivered check', () => {
  it('is fetched again by its id with the same key, free, and by nobody else', async () => {
    const key = await books.key(200_000n);
    await addPass(books.database.database.sql, key, 1);
    const [onPass, onCredit] = [
      (await dataOf(FUNDER, key, { a: subjectAt(0) })).funderCheck,
      (await dataOf(FUNDER, key, { a: subjectAt(0) })).funderCheck,
    ];
    expect([onPass.billing.route, onCredit.billing.route]).toEqual(['PASS', 'CREDIT']);
    const left = await books.left(key);
    const again = await nodeOf(onCredit.id, key);
    expect(again).toMatchObject({
      __typename: 'FunderCheck',
      id: onCredit.id,
      document: onCredit.document,
      attestation: onCredit.document.attestation,
      billing: { route: 'CREDIT', chargedUsdc: '0.05', replayed: false },
    });
    expect((await nodeOf(onPass.id, key)).billing).toMatchObject({ chargedUsdc: expect.any(String) });
    expect([worked(), await books.left(key)]).toEqual([2, left]);
    const other = await books.key(50_000n);
    expect(await nodeOf(onCredit.id, other)).toBeNull();
    expect(await refusalOf(onCredit.id)).toBe('API_KEY_REQUIRED');
    expect(await refusalOf(onCredit.id, { 'x-api-key': 'assay_unknown' })).toBe('API_KEY_UNKNOWN');
  });

  it('that is not stored has an id that no other answer has, and is not found by it', async () => {
    books.route.inspection.before = (_, { subject }) =>
      subject === subjectAt(1) || subject === subjectAt(2) ? gapJudgement('rpc_unavailable') : undefined;
    const key = await books.key(100_000n);
    const [one, two] = [
      (await dataOf(FUNDER, key, { a: subjectAt(1) })).funderCheck,
      (await dataOf(FUNDER, key, { a: subjectAt(2) })).funderCheck,
    ];
    expect([one.billing.route, two.billing.route]).toEqual(['NONE', 'NONE']);
    expect(one.id).not.toBe(two.id);
    expect([await nodeOf(one.id, key), await nodeOf(two.id, key)]).toEqual([null, null]);
  });

  it('is one check by whichever field it is asked, and is paid once', async () => {
    const key = await books.key(150_000n);
    const query = `query($a: Address!, $id: ID!, $r: [CheckRequest!]!) { short: funderCheck(address: $a) { id }
      wallet(address: $a) { funderCheck { id } check { id } }
      node(id: $id) { ... on Wallet { address funderCheck { id } } }
      checks(requests: $r) { ... on FunderCheck { id } } }`;
    const a = subjectAt(3);
    const data = await dataOf(query, key, { a, id: idOf('Wallet', a), r: funders(1, 3).map(requestOf) });
    const ids = [data.short, data.wallet.funderCheck, data.node.funderCheck, data.checks[0]].map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    expect([data.node.address, worked(), await books.left(key)]).toEqual([a, 2, 0n]);
  });
});

describe('what a key owns', () => {
  it('is found by the ids that its lists show, and by its own key alone', async () => {
    const key = await books.key(500_000n);
    await addPass(books.database.database.sql, key, 1);
    for (const n of [10, 11, 12]) await dataOf(FUNDER, key, { a: subjectAt(n) });
    const { account } = await dataOf(LISTS, key);
    const listed = [...account.entries.edges, ...account.checks.edges].map(({ node }) => node);
    const shown = [...listed, ...account.passes];
    expect(shown.map(({ __typename }) => __typename).sort()).toEqual([
      ...Array(5).fill('Entry'),
      'PassPeriod',
      ...Array(3).fill('PastCheck'),
    ]);
    const other = await books.key(50_000n);
    for (const one of shown) {
      expect(await nodeOf(one.id, key)).toEqual(expect.objectContaining(one));
      expect([await nodeOf(one.id, other), await refusalOf(one.id)]).toEqual([null, 'API_KEY_REQUIRED']);
    }
    expect(await nodeOf(account.id, key)).toMatchObject({ __typename: 'Account', id: account.id });
    expect(await nodeOf(account.id, other)).toBeNull();
    expect(new Set([account.id, ...shown.map(({ id }) => id)]).size).toBe(10);
    // An answer is found by its own id as well.
    const { check } = account.checks.edges[0].node;
    expect((await nodeOf(check.id, key)).document).toEqual(check.document);
  });

  it('has ids and cursors that show no number of the books', async () => {
    const key = await books.key(500_000n);
    for (const n of [20, 21]) await dataOf(FUNDER, key, { a: subjectAt(n) });
    const { account } = await dataOf(LISTS, key);
    const { sql } = books.database.database;
    const numbers = await sql<{ id: bigint }[]>`SELECT id FROM holds UNION SELECT id FROM movements`;
    const texts = [...account.entries.edges, ...account.checks.edges].flatMap(({ cursor, node }) => [cursor, node.id]);
    for (const text of texts) {
      const bytes = Buffer.from(text, 'base64url').toString('latin1').replace(/^\w+:/, '');
      const inner = Buffer.from(bytes, 'base64url');
      for (const { id } of numbers.filter((one) => one.id > 99n)) {
        const whole = Buffer.alloc(8);
        whole.writeBigInt64BE(id);
        expect([bytes.includes(String(id)), inner.includes(whole)]).toEqual([false, false]);
      }
    }
    expect(texts).toHaveLength(new Set(texts).size);
  });

  it('has the same ids each time', async () => {
    const key = await books.key(500_000n);
    await dataOf(FUNDER, key, { a: subjectAt(22) });
    expect(await dataOf(LISTS, key)).toEqual(await dataOf(LISTS, key));
  });
});

describe('a list', () => {
  it.each(['entries', 'checks'])('of %s is paged from both ends alike', async (list) => {
    const key = await books.key(1_000_000n);
    for (const n of [30, 31, 32, 33, 34]) await dataOf(FUNDER, key, { a: subjectAt(n) });
    const query = `query($first: Int, $after: String, $last: Int, $before: String) {
      account { list: ${list}(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
    const page = async (args: object) => (await dataOf(query, key, args)).account.list;
    const cursorsOf = ({ edges }: { edges: { cursor: string }[] }) => edges.map(({ cursor }) => cursor);
    const all = cursorsOf(await page({ first: 100 }));
    expect(all.length).toBeGreaterThan(4);
    expect(cursorsOf(await page({ last: 100 }))).toEqual(all);
    for (const size of [1, 2, 3]) {
      const last = await page({ last: size });
      expect(cursorsOf(last)).toEqual(all.slice(-size));
      expect(last.pageInfo).toEqual({
        hasNextPage: false,
        hasPreviousPage: true,
        startCursor: all.at(-size),
        endCursor: all.at(-1),
      });
      const before = await page({ last: size, before: all[3] });
      expect(cursorsOf(before)).toEqual(all.slice(0, 3).slice(-size));
      expect([before.pageInfo.hasNextPage, before.pageInfo.hasPreviousPage]).toEqual([true, size < 3]);
      expect(cursorsOf(await page({ first: size, before: all[3] }))).toEqual(all.slice(0, 3).slice(0, size));
      expect(cursorsOf(await page({ first: size, after: all[0], before: all[4] }))).toEqual(all.slice(1, 1 + size));
      expect(cursorsOf(await page({ last: size, after: all[0] }))).toEqual(all.slice(1).slice(-size));
    }
  });
});

describe('an id', () => {
  it('of what everybody may read is found without a key', async () => {
    const [wallet, token] = [idOf('Wallet', subjectAt(0)), idOf('Token', subjectAt(0))];
    expect(await nodeOf(wallet, null)).toEqual({ __typename: 'Wallet', id: wallet, address: subjectAt(0) });
    expect(await nodeOf(token, null)).toEqual({ __typename: 'Token', id: token, mint: subjectAt(0) });
    const { reasonCodes } = await dataOf('{ reasonCodes(kind: FUNDER) { __typename id code kind meaning } }', null);
    const { flags } = await dataOf('{ flags(kind: TOKEN) { __typename id code kind meaning } }', null);
    for (const one of [...reasonCodes.slice(0, 3), ...flags.slice(0, 3)]) {
      expect(await nodeOf(one.id, null)).toEqual(one);
    }
    expect(worked()).toBe(0);
  });

  it.each([
    ['', 'empty'],
    ['x', 'no id'],
    [idOf('Query', 'x'), 'of another type'],
    [idOf('constructor', 'x'), 'of a prototype name'],
    [`${idOf('Wallet', subjectAt(0))}=`, 'written otherwise'],
    ['A'.repeat(600), 'too long'],
  ])('%j is refused: it is %s', async (id) => {
    const answer = await books.route.post(NODE, {}, { id });
    expect([codesOf(answer), answer.body.data, answer.body.errors[0].path]).toEqual([
      ['INVALID_REQUEST'],
      { node: null },
      ['node'],
    ]);
  });

  it.each([
    idOf('Wallet', 'nobody'),
    idOf('Token', `${subjectAt(0)} `),
    idOf('ReasonCode', 'funder:NO_SUCH_CODE'),
    idOf('ReasonCode', 'funder'),
    idOf('Entry', 'x'),
    idOf('PastCheck', Buffer.alloc(28).toString('base64url')),
    idOf('FunderCheck', subjectAt(0)),
    idOf('FunderCheck', `${subjectAt(0)}:${'A'.repeat(43)}`),
    idOf('FunderCheck', `\u0000:${'A'.repeat(43)}`),
    idOf('PassPeriod', 'x'),
    idOf('Account', 'x'),
  ])('%s of nothing is null', async (id) => {
    expect(await nodeOf(id, await books.key(50_000n))).toBeNull();
  });

  it('of a wallet can be paid per call, like the wallet itself', async () => {
    const query = 'query($id: ID!) { node(id: $id) { ... on Wallet { funderCheck { verdict } } } }';
    const answer = await books.route.post(query, {}, { id: idOf('Wallet', subjectAt(0)) });
    expect([answer.status, answer.body.price_usdc, answer.headers.has('payment-required')]).toEqual([
      402,
      '0.05',
      true,
    ]);
    expect(worked()).toBe(0);
  });
});
