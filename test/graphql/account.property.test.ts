import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kinds as registry } from 'assay-core/rules/index.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HoldLine, Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { verifyAnswer } from '#lib/signing/attestation.ts';
import type { CreditService, PreparedPayment } from '#payments/credits/requests.ts';
import { pricesAtomic } from '#payments/prices.ts';
import type { PaidResource, PaymentSettings } from '#payments/x402/offer.ts';
import { openChecks } from '#schema/checks/run.ts';
import { openMoneyOperations, openMoneyService } from '#schema/credits/money.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/handler.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { accountOf, addPass, idOf, newKey, rowOf, USDC } from '../ledger/fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { countingInspector, provenJudgement, testNetwork, testSigner, unreadChain } from '../support/inspection.ts';
import { keyBilling } from '../support/key-billing.ts';

const subjects = [
  'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs',
  '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj',
  'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
] as const;
const [address, other, unused] = subjects;
const settings: PaymentSettings = {
  enabled: true,
  network: testNetwork,
  v1Network: 'solana-devnet',
  assetMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: unused,
  feePayer: null,
  baseUrl: 'http://assay.test',
  serviceName: 'Assay',
  iconUrl: 'http://assay.test/favicon.ico',
  sandbox: false,
};

function absent(): never {
  throw new Error('nobody buys anything in this suite');
}

let database: TestDatabase;
let ledger: Ledger;
let sql: Sql;
let server: Server;
let url: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
  sql = database.database.sql;
  const inspectors = { funder: countingInspector(provenJudgement) };
  const answers = openAnswers({ inspectors, signer: testSigner, network: testNetwork, sandbox: false });
  const service = openCheckService({ billing: keyBilling(ledger, database.database), chain: unreadChain(), answers });
  const money = openMoneyService({
    settings,
    credits: {} as CreditService,
    accounts: ledger,
    paidResource: (): PaidResource => absent(),
    preparePayment: async (): Promise<PreparedPayment> => absent(),
  });
  const log = { info: () => undefined, error: () => undefined };
  const http = createHttp({
    checks: openChecks(service, money),
    money: openMoneyOperations(service, money),
    settings,
    mcpBaseUrl: settings.baseUrl,
    version: '0.3.0-agent',
    jwks: () => testSigner.jwks(),
    readiness: async () => ({ ready: true, checks: {} }),
    metrics: async () => '',
    graphql: graphqlHandler({ service, money, settings, log, examples: { funder: address } }),
    log,
  });
  server = createServer(http);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  expect(await ledger.audit()).toMatchObject({ unbalancedAccounts: 0, postedWithoutAnswer: 0, sumAtomic: 0n });
  await database.stop();
});

async function post(query: string, key: string | null, variables?: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) },
    body: JSON.stringify({ query, variables }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies whose shape is what they assert.
  return (await response.json()) as any;
}

const ENTRIES = `query($first: Int, $after: String, $kinds: [EntryKind!], $since: DateTime, $until: DateTime) {
  account { list: entries(first: $first, after: $after, kinds: $kinds, since: $since, until: $until) {
    totalCount edges { cursor node { kind amountUsdc createdAt ref } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
const CHECKS = `query($first: Int, $after: String, $kinds: [Kind!], $verdicts: [Verdict!], $subject: Address,
    $since: DateTime, $until: DateTime) {
  account { list: checks(first: $first, after: $after, kinds: $kinds, verdicts: $verdicts, subject: $subject,
    since: $since, until: $until) {
    totalCount edges { cursor node { kind subject sizeSol verdict chargedUsdc route chargedAt documentKept document } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
const lists = [ENTRIES, CHECKS] as const;

interface Edge {
  readonly cursor: string;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  readonly node: any;
}

/** The items of a list, which is at most a page long. */
async function edgesOf(list: string, key: string, variables: object = {}): Promise<readonly Edge[]> {
  const { data, errors } = await post(list, key, { first: 100, ...variables });
  expect(errors).toBeUndefined();
  expect(data.account.list.totalCount).toBe(data.account.list.edges.length);
  return data.account.list.edges;
}

/** Whether a page is refused, as it has to be for a cursor of another key or a forged one. */
function isRefused(errors: Edge[] | undefined, after: string | null, own: ReadonlySet<string>): boolean {
  const foreign = after !== null && !own.has(after);
  expect(foreign && !errors).toBe(false);
  if (errors) expect(errors).toMatchObject([{ extensions: { invalid: [{ path: [foreign ? 'after' : 'until'] }] } }]);
  return errors !== undefined;
}

const kinds = Object.values(registry);
let requests = 0;

/** A line as a check has it, unlike every other; kind, subject and verdict follow from `n`. */
function line(n: number): HoldLine & { readonly verdict: string } {
  requests += 1;
  const kind = kinds[n % kinds.length] ?? registry.funder;
  const verdicts = Object.keys(kind.verdicts);
  const subject = subjects[n % 2] ?? address;
  const size = kind.sized ? { size_sol: `${requests}.5` } : {};
  const request = JSON.stringify({ kind: kind.name, [kind.subject]: subject, ...size, of: requests });
  const verdict = verdicts[Math.floor(n / kinds.length) % verdicts.length] ?? '';
  return { kind: kind.name, subject, request, priceAtomic: pricesAtomic[kind.name], verdict };
}

/** Charges `count` checks whose bodies say whose they are. */
async function charge(key: string, count: number, owner = ''): Promise<void> {
  for (let done = 0; done < count; done += 100) {
    const lines = Array.from({ length: Math.min(100, count - done) }, (_, n) => line(done + n));
    const bill = await ledger.holdAll({ apiKey: key, lines });
    if (bill.outcome !== 'held') throw new Error(bill.outcome);
    for (const [n, held] of bill.lines.entries()) {
      await ledger.post(idOf(held), { body: JSON.stringify({ owner }), verdict: lines[n]?.verdict ?? '' });
    }
  }
}

describe('past checks of an account', () => {
  it('are what was asked, said and paid, with the answer as it left', async () => {
    const key = await newKey(ledger);
    const { data } = await post(`{ funderCheck(address: "${address}") { verdict document } }`, key);
    await addPass(sql, key, 1);
    await post(`{ funderCheck(address: "${other}") { verdict } }`, key);
    const [onPass, onBalance] = await edgesOf(CHECKS, key);
    expect(onBalance?.node).toEqual({
      kind: 'FUNDER',
      subject: address,
      sizeSol: null,
      verdict: 'CEX_FUNDED',
      chargedUsdc: '0.05',
      route: 'CREDIT',
      chargedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      documentKept: true,
      document: data.funderCheck.document,
    });
    expect(onPass?.node).toMatchObject({ subject: other, chargedUsdc: '0.00', route: 'PASS' });
    expect(await verifyAnswer(onBalance?.node.document, testSigner.jwks())).toMatchObject({ ok: true });
  });

  it('tell the size of a trade, and no document once it was deleted', async () => {
    const key = await newKey(ledger);
    const request = `{"kind":"trade","mint":"${address}","size_sol":"2.5"}`;
    const line = { kind: 'trade', subject: address, request, size: '2.5', priceAtomic: 20_000n };
    const held = await ledger.hold({ apiKey: key, ...line });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await ledger.post(idOf(held), { body: '{}', verdict: 'UNKNOWN' });
    expect(await edgesOf(CHECKS, key)).toMatchObject([{ node: { sizeSol: '2.5', document: {} } }]);
    await sql`UPDATE answers SET created_at = now() - interval '25 hours' WHERE hold_id = ${rowOf(held.holdId)}::bigint`;
    await ledger.forgetOldAnswers();
    await sql`UPDATE holds SET size = NULL WHERE id = ${rowOf(held.holdId)}::bigint`;
    const [forgotten] = await edgesOf(CHECKS, key);
    expect(forgotten?.node).toMatchObject({ sizeSol: null, verdict: 'UNKNOWN', documentKept: false, document: null });
  });

  it('come in pages without loss or repeat while new ones are charged', async () => {
    const key = await newKey(ledger, 100n * USDC);
    await charge(key, 250);
    const cursors: string[] = [];
    const nodes: object[] = [];
    for (let after: string | null = null, page = 0; page < 9; page += 1) {
      const { data } = await post(CHECKS, key, { first: 30, after });
      const { edges, pageInfo, totalCount } = data.account.list;
      expect(totalCount).toBe(250 + 3 * page);
      cursors.push(...edges.map(({ cursor }: Edge) => cursor));
      nodes.push(...edges.map(({ node }: Edge) => node));
      expect(pageInfo).toEqual({
        hasNextPage: page < 8,
        hasPreviousPage: page > 0,
        startCursor: edges[0].cursor,
        endCursor: edges.at(-1).cursor,
      });
      after = pageInfo.endCursor;
      await charge(key, 3);
    }
    expect([cursors.length, new Set(cursors).size]).toEqual([250, 250]);
    const sorted = [...nodes].reverse().map((node) => (node as { kind: string }).kind);
    expect(sorted).toEqual(Array.from({ length: 250 }, (_, n) => kinds[(n % 100) % kinds.length]?.name.toUpperCase()));
    const { data } = await post(CHECKS, key, { after: cursors.at(-1) });
    expect(data.account.list).toEqual({
      totalCount: 277,
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it('meet the filters', async () => {
    const key = await newKey(ledger, 10n * USDC);
    await charge(key, 40);
    const all = await edgesOf(CHECKS, key);
    const having = (test: (node: Edge['node']) => boolean) => all.filter(({ node }) => test(node));
    expect(await edgesOf(CHECKS, key, { kinds: ['TOKEN', 'TRADE'] })).toEqual(
      having(({ kind }) => kind === 'TOKEN' || kind === 'TRADE'),
    );
    expect(await edgesOf(CHECKS, key, { verdicts: ['UNKNOWN'] })).toEqual(
      having(({ verdict }) => verdict === 'UNKNOWN'),
    );
    expect(await edgesOf(CHECKS, key, { subject: other, kinds: ['TOKEN'] })).toEqual(
      having(({ subject, kind }) => subject === other && kind === 'TOKEN'),
    );
    expect(await edgesOf(CHECKS, key, { subject: unused })).toEqual([]);
    expect(await edgesOf(CHECKS, key, { kinds: [] })).toEqual([]);
    expect(await edgesOf(CHECKS, key, { verdicts: [] })).toEqual([]);
    expect(
      await edgesOf(CHECKS, key, { kinds: null, verdicts: null, subject: null, since: null, until: null }),
    ).toEqual(all);
  });
});

describe('entries of an account', () => {
  it('meet the filters', async () => {
    const key = await newKey(ledger, 10n * USDC);
    await charge(key, 5);
    const all = await edgesOf(ENTRIES, key);
    expect(all).toHaveLength(6);
    expect(await edgesOf(ENTRIES, key, { kinds: ['GRANT', 'TOPUP'] })).toEqual([all[5]]);
    expect(await edgesOf(ENTRIES, key, { kinds: ['CHARGE'] })).toEqual(all.slice(0, 5));
    expect(await edgesOf(ENTRIES, key, { kinds: [] })).toEqual([]);
    expect(await edgesOf(ENTRIES, key, { kinds: null, since: null, until: null, after: null })).toEqual(all);
  });
});

describe.each(lists)('a list of an account', (list) => {
  it('begins at `since` and ends before `until`', async () => {
    const key = await newKey(ledger);
    await charge(key, 3);
    const account = await accountOf(sql, key);
    const all = await edgesOf(list, key);
    await sql`UPDATE holds SET closed_at = '2030-01-01T00:00:00.5Z' WHERE account_id = ${account}`;
    await sql`
      UPDATE movements SET created_at = '2030-01-01T00:00:00.5Z'
      WHERE id IN (SELECT movement_id FROM postings WHERE ${account}::bigint IN (from_account, to_account))`;
    const count = async (times: object) => (await edgesOf(list, key, times)).length;
    const [begin, end] = ['2030-01-01T00:00:00.500Z', '2030-01-01T00:00:00.501Z'];
    expect(await count({ since: begin, until: end })).toBe(all.length);
    expect(await count({ since: end })).toBe(0);
    expect(await count({ until: begin })).toBe(0);
    expect(await count({ since: '0000-01-01T00:00:00Z', until: '9999-12-31T23:59:59Z' })).toBe(all.length);
    await sql`
      UPDATE movements SET created_at = now()
      WHERE id IN (SELECT movement_id FROM postings WHERE ${account}::bigint IN (from_account, to_account))`;
  });

  it.each([
    { first: 0 },
    { first: 101 },
    { first: -1 },
    { after: '' },
    { after: 'x' },
    { after: Buffer.from('entry:').toString('base64url') },
    { after: Buffer.from(`entry:${'9'.repeat(19)}`).toString('base64url') },
    { after: Buffer.from('check:1').toString('base64url') },
    { after: Buffer.from(`check:1:${'9'.repeat(19)}`).toString('base64url') },
    { after: Buffer.from(`check:${'9'.repeat(17)}:1`).toString('base64url') },
    { since: 'yesterday' },
    { since: '2026-02-30T00:00:00Z' },
    { until: '2026-11-20' },
    { since: '2026-11-20T12:00:00Z', until: '2026-11-20T12:00:00Z' },
    { since: '2026-11-20T12:00:00Z', until: '2026-11-20T11:59:59Z' },
    { kinds: ['NOTHING'] },
  ])('refuses %o', async (variables) => {
    const key = await newKey(ledger);
    const { data, errors } = await post(list, key, variables);
    expect(data?.account?.list ?? null).toBeNull();
    expect(errors[0].extensions.code).toMatch(/^(INVALID_REQUEST|GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT)$/);
  });

  it('refuses a cursor of the other list, with the place of it', async () => {
    const key = await newKey(ledger);
    await charge(key, 1);
    const [foreign] = await edgesOf(list === CHECKS ? ENTRIES : CHECKS, key);
    const { errors } = await post(list, key, { after: foreign?.cursor });
    expect(errors[0].extensions).toMatchObject({
      code: 'INVALID_REQUEST',
      invalid: [{ path: ['after'], message: 'Not a cursor of this list' }],
    });
  });

  it('is refused without a key, and for one that is unknown or revoked', async () => {
    const revoked = await newKey(ledger);
    await charge(revoked, 1);
    await sql`UPDATE api_keys SET revoked_at = now() WHERE account_id = ${await accountOf(sql, revoked)}`;
    for (const key of [null, '', 'assay_unknown', revoked]) {
      const { data, errors } = await post(list, key, { first: 1 });
      expect(data.account).toBeNull();
      expect(errors[0].extensions).toMatchObject({ code: key ? 'API_KEY_UNKNOWN' : 'API_KEY_REQUIRED', status: 401 });
    }
  });
});

describe('whatever the query', () => {
  it('nothing of another key is reachable', async () => {
    const owners = await Promise.all(
      Array.from({ length: 3 }, async (_, n) => {
        const key = await newKey(ledger, 10n * USDC);
        await charge(key, 20 + n, key);
        return { key, own: await Promise.all(lists.map((list) => edgesOf(list, key))) };
      }),
    );
    const cursors = lists.map((_, n) => owners.flatMap(({ own }) => own[n]?.map(({ cursor }) => cursor) ?? []));
    const made = fc
      .record({
        micros: fc.bigInt({ min: 0n, max: 10n ** 16n - 1n }),
        id: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
      })
      .map(({ micros, id }) =>
        [`entry:${id}`, `check:${micros}:${id}`].map((c) => Buffer.from(c).toString('base64url')),
      );
    const now = Date.now();
    const moment = fc.integer({ min: now - 120_000, max: now + 120_000 }).map((ms) => new Date(ms).toISOString());
    const someOf = (values: readonly string[]) => fc.option(fc.subarray([...values]), { nil: null });
    const asking = fc.record({
      of: fc.nat(2),
      list: fc.nat(1),
      first: fc.integer({ min: 1, max: 100 }),
      known: fc.nat(1_000),
      forged: made,
      which: fc.constantFrom('none', 'known', 'forged'),
      entryKinds: someOf(['GRANT', 'CHARGE', 'PASS', 'TOPUP', 'CHANGE']),
      checkKinds: someOf(kinds.map(({ name }) => name.toUpperCase())),
      verdicts: someOf(Object.keys(registry.token.verdicts)),
      subject: fc.constantFrom(null, ...subjects),
      since: fc.option(moment, { nil: null }),
      until: fc.option(moment, { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(asking, async ({ of, list, known, forged, which, entryKinds, checkKinds, ...rest }) => {
        const owner = owners[of];
        const own = new Set(owner?.own[list]?.map(({ cursor }) => cursor));
        const others = cursors[list] ?? [];
        const after = { none: null, known: others[known % others.length], forged: forged[list] }[which];
        const variables = { ...rest, after, kinds: list === 0 ? entryKinds : checkKinds };
        const { data, errors } = await post(lists[list] ?? '', owner?.key ?? '', variables);
        if (isRefused(errors, after ?? null, own)) return;
        const found: readonly Edge[] = data.account.list.edges;
        expect(found.filter(({ cursor }) => !own.has(cursor))).toEqual([]);
        if (list === 1) expect(found.filter(({ node }) => node.document.owner !== owner?.key)).toEqual([]);
      }),
      { numRuns: cases(150) },
    );
  });
});
