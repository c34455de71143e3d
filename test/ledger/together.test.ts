import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Member } from '#ledger/batches.ts';
import { type Deliveries, openDeliveries } from '#ledger/deliveries.ts';
import { post } from '#ledger/holds/closing.ts';
import { hold } from '#ledger/holds/hold.ts';
import { holdSeveral } from '#ledger/holds/several-holds.ts';
import { type Post, postSeveral } from '#ledger/holds/several-posts.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { HoldRequest, HoldResult, Ledger, PostResult } from '#ledger/model.ts';
import { openDatabase, type Sql } from '#ledger/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { accountOf, addPass, answer, asked, clean, idOf, newKey, PRICE } from './fixture.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 25);

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
let deliveries: Deliveries;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
  deliveries = openDeliveries(sql);
});
afterAll(async () => {
  await deliveries.close();
  expect(await ledger.audit()).toEqual(clean);
  await test.stop();
});

/** How the calls of one moment are answered: by themselves one after the other, or by statements for several. */
interface Way {
  holds(requests: readonly HoldRequest[]): Promise<readonly HoldResult[]>;
  posts(posts: readonly Post[]): Promise<readonly PostResult[]>;
}

const oneByOne: Way = {
  holds: (requests) => inTurn(requests, (request) => hold(sql, deliveries, request)),
  posts: (posts) => inTurn(posts, ({ holdId, answer }) => post(sql, holdId, answer)),
};

/** What the statement leaves alone is answered as before. */
const together: Way = {
  holds: (requests) => atOnce(requests, (members) => holdSeveral(sql, deliveries, members), oneByOne.holds),
  posts: (posts) => atOnce(posts, (members) => postSeveral(sql, members), oneByOne.posts),
};

/** The same by the statements that leave locked rows alone, of which there are none. */
const unlocked: Way = {
  holds: (requests) => atOnce(requests, (members) => holdSeveral(sql, deliveries, members, isFree), oneByOne.holds),
  posts: (posts) => atOnce(posts, (members) => postSeveral(sql, members, isFree), oneByOne.posts),
};

function isFree(): never {
  throw new Error('a row was taken for locked');
}

async function inTurn<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (const question of questions) answers.push(await ask(question));
  return answers;
}

async function atOnce<Q, A>(
  questions: readonly Q[],
  several: (members: readonly Member<Q, A>[]) => Promise<readonly Member<Q, A>[]>,
  rest: (questions: readonly Q[]) => Promise<readonly A[]>,
): Promise<readonly A[]> {
  const answers = new Map<number, A>();
  const members = questions.map((question, n) => ({
    question,
    answer: (given: A | PromiseLike<A>) => void answers.set(n, given as A),
    fail: () => undefined,
  }));
  const left = await several(members);
  const late = await rest(left.map(({ question }) => question));
  for (const [n, member] of left.entries())
    answers.set(members.indexOf(member as (typeof members)[number]), late[n] as A);
  return questions.map((_, n) => answers.get(n) as A);
}

interface Owner {
  readonly balance: number;
  readonly calls: number;
  readonly laterCalls: number;
  readonly free: number;
  readonly presented: boolean;
}

interface Call {
  readonly owner: number;
  readonly name: number;
  readonly end: 'post' | 'finish' | 'free' | 'failed' | 'abandon';
}

const owner: fc.Arbitrary<Owner> = fc.record({
  balance: fc.integer({ min: 1, max: 12 }),
  calls: fc.constantFrom(0, 0, 1, 3, 8),
  laterCalls: fc.constantFrom(0, 0, 2),
  free: fc.constantFrom(0, 0, 0, 8, 10),
  presented: fc.boolean(),
});
const call: fc.Arbitrary<Call> = fc.record({
  owner: fc.integer({ min: 0, max: 3 }),
  name: fc.integer({ min: 0, max: 6 }),
  end: fc.constantFrom('post', 'post', 'finish', 'finish', 'free', 'failed', 'abandon'),
});
const owners = fc.array(owner, { minLength: 4, maxLength: 4 });
const waves = fc.array(fc.array(call, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });

async function keyOf(owner: Owner): Promise<string> {
  const apiKey = await newKey(ledger, BigInt(owner.balance));
  if (owner.calls > 0) await addPass(sql, apiKey, owner.calls);
  if (owner.laterCalls > 0) await addPass(sql, apiKey, owner.laterCalls, 30);
  if (owner.presented) await ledger.statement(apiKey);
  await sql`
    INSERT INTO holds (account_id, amount, kind, subject, request_hash, state, why, expires_at, closed_at)
    SELECT ${await accountOf(sql, apiKey)}, 0, 'funder', 'free', sha256('free'), 'voided', 'free', now(), now()
    FROM generate_series(1, ${owner.free}::int)`;
  return apiKey;
}

/** What the callers of a wave are told, without ids and moments, which differ between two runs. */
async function wave(way: Way, keys: readonly string[], calls: readonly Call[]): Promise<unknown[]> {
  const requests = calls.map(({ owner, name }): HoldRequest => {
    const subject = `subject ${name}`;
    return { apiKey: keys[owner] ?? '', kind: 'funder', subject, request: subject, priceAtomic: 2n };
  });
  const held = await way.holds(requests);
  const ends = calls.map(({ end }, n) => ({ end, hold: held[n] as HoldResult, body: `"${n}"` }));
  const open = ends.flatMap((one) => (one.hold.outcome === 'held' ? [{ ...one, holdId: one.hold.holdId }] : []));
  const posts = open.filter(({ end }) => end === 'post' || end === 'finish');
  const posted = await way.posts(posts.map(({ holdId, body }) => ({ holdId, answer: { body, verdict: 'V' } })));
  for (const { end, holdId } of open) {
    if (end === 'finish') deliveries.finish(holdId);
    if (end === 'free' || end === 'failed') await ledger.void(holdId, end);
  }
  return [...held.map(told), ...posted.map(told)];
}

function told(result: HoldResult | PostResult): unknown {
  if (result.outcome === 'too_many_free_answers') return result.outcome;
  if (result.outcome === 'replayed') return [result.outcome, result.answer];
  const pass = 'pass' in result ? [result.pass?.state, result.pass?.callsLeft] : null;
  return [result.outcome, 'balanceAtomic' in result ? String(result.balanceAtomic) : null, pass];
}

async function play(way: Way, world: readonly Owner[], moments: readonly (readonly Call[])[]): Promise<unknown> {
  const keys = await inTurn(world, keyOf);
  const answers = await inTurn(moments, (calls) => wave(way, keys, calls));
  const left = await inTurn(keys, async (key) => {
    const rows = await sql<{ balance: bigint; held: bigint; used: bigint | null; entries: number }[]>`
      SELECT balance, held, (SELECT sum(used) FROM passes WHERE passes.account_id = accounts.id)::bigint AS used,
        (SELECT count(*)::int FROM postings WHERE from_account = accounts.id) AS entries
      FROM accounts WHERE id = ${await accountOf(sql, key)}`;
    return rows[0];
  });
  return { answers, left };
}

describe('calls that share a statement', () => {
  it('are told and charged what they would be one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(owners, waves, async (world, moments) => {
        const expected = await play(oneByOne, world, moments);
        for (const way of [together, unlocked]) expect(await play(way, world, moments)).toEqual(expected);
        expect(await ledger.audit()).toEqual(clean);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('get what there is money for and no more: 30 of 200, and all of another key beside them', async () => {
    const [poor, rich] = [await newKey(ledger, 30n * PRICE), await newKey(ledger, 200n * PRICE)];
    const requests = Array.from({ length: 400 }, (_, n) => asked(n % 2 ? poor : rich));
    const held = await Promise.all(requests.map((request) => ledger.hold(request)));
    const of = (key: string) => held.filter((_, n) => requests[n]?.apiKey === key);
    expect(of(rich).filter(({ outcome }) => outcome === 'held')).toHaveLength(200);
    expect(of(poor).filter(({ outcome }) => outcome === 'held')).toHaveLength(30);
    expect(of(poor).filter(({ outcome }) => outcome === 'insufficient_balance')).toHaveLength(170);
    const ids = held.flatMap((one) => (one.outcome === 'held' ? [one.holdId] : []));
    const posted = await Promise.all(ids.map((holdId) => ledger.post(holdId, answer)));
    expect(posted.every(({ outcome }) => outcome === 'posted')).toBe(true);
    for (const key of [poor, rich]) expect(await ledger.statement(key)).toMatchObject({ balanceAtomic: 0n });
    expect(await ledger.audit()).toEqual(clean);
  });

  it('are mixed with named ones, of which each name is charged once', async () => {
    const apiKey = await newKey(ledger, 100n * PRICE);
    const named = asked(apiKey);
    const requests = Array.from({ length: 60 }, (_, n) =>
      n % 3 ? asked(apiKey) : { ...named, idempotencyKey: `name ${n % 2}` },
    );
    const held = await Promise.all(requests.map((request) => ledger.hold(request)));
    expect(held.filter(({ outcome }) => outcome === 'held')).toHaveLength(42);
    expect(held.filter(({ outcome }) => outcome === 'in_flight')).toHaveLength(18);
    await Promise.all(held.map((one) => one.outcome === 'held' && ledger.void(one.holdId, 'failed')));
    expect(await ledger.statement(apiKey)).toMatchObject({ balanceAtomic: 100n * PRICE });
  });
});

describe('answers that are stored together', () => {
  const bodies = [
    '',
    'NULL',
    '{"a":"b\\"c\\\\d","e":[1,2]}',
    '{},"\\n\n\r\t\'$1 \u{1F600} \u2028\uFFFF',
    'x'.repeat(100_000),
    ...Array.from({ length: 255 }, (_, n) => `${String.fromCharCode(n + 1)}|`),
  ];

  it('are kept to the character', async () => {
    const apiKey = await newKey(ledger, 1_000n * PRICE);
    const ids = await Promise.all(bodies.map(async () => idOf(await ledger.hold(asked(apiKey)))));
    const posted = await together.posts(
      bodies.map((body, n) => ({ holdId: ids[n] ?? '', answer: { body, verdict: body } })),
    );
    expect(posted.every(({ outcome }) => outcome === 'posted')).toBe(true);
    const rows = await sql<{ hold_id: bigint; body: string; verdict: string }[]>`
      SELECT hold_id, body, verdict FROM answers WHERE hold_id = ANY(string_to_array(${ids.join()}, ',')::bigint[])`;
    const stored = new Map(rows.map(({ hold_id, body, verdict }) => [String(hold_id), { body, verdict }]));
    expect(ids.map((id) => stored.get(id))).toEqual(bodies.map((body) => ({ body, verdict: body })));
  });

  it('are stored although one among them cannot be', async () => {
    const apiKey = await newKey(ledger);
    const ids = await Promise.all(Array.from({ length: 9 }, async () => idOf(await ledger.hold(asked(apiKey)))));
    const results = await Promise.allSettled(
      ids.map((id, n) => ledger.post(id, { body: n === 5 ? 'a\u0000b' : 'body', verdict: 'V' })),
    );
    expect(results.map(({ status }, n) => (status === 'rejected' ? n : null)).filter((n) => n !== null)).toEqual([5]);
    await ledger.void(ids[5] ?? '', 'failed');
  });

  it('are answered as stored when they are sent again, charged once, and never replaced by others', async () => {
    const apiKey = await newKey(ledger);
    const ids = await Promise.all(Array.from({ length: 12 }, async () => idOf(await ledger.hold(asked(apiKey)))));
    const twice = [...ids, ...ids].map((holdId) => ({ holdId, answer }));
    const other = ids.map((holdId) => ({ holdId, answer: { body: 'other', verdict: 'V' } }));
    const outcomes = async (posts: readonly Post[]) =>
      new Set(
        (await Promise.all(posts.map(({ holdId, answer }) => ledger.post(holdId, answer)))).map((one) => one.outcome),
      );
    expect(await outcomes(twice)).toEqual(new Set(['posted']));
    expect(await outcomes(twice)).toEqual(new Set(['posted']));
    expect(await outcomes(other)).toEqual(new Set(['lost']));
    expect(await ledger.statement(apiKey)).toMatchObject({ balanceAtomic: 20n * PRICE - 12n * PRICE });
  });
});

describe('two replicas', () => {
  it('with the same busy keys, sweeps and bills between them never wait for each other in a circle', async () => {
    const databases = await Promise.all([0, 1].map(() => openDatabase({ url: test.url, dataDir: 'unused' })));
    const replicas = databases.map(openLedger);
    const keys = await Promise.all(Array.from({ length: 8 }, () => newKey(ledger, FUNDS)));
    for (const key of keys.slice(4)) await addPass(sql, key, 150);
    const before = await deadlocks();
    const charges = await Promise.all(
      Array.from({ length: 60 }, (_, name) => visits(replicas[name % replicas.length] as Ledger, keys, name)),
    );
    // Sessions report what they saw when they end.
    await Promise.all(replicas.map((replica) => replica.close()));
    expect(await deadlocks()).toBe(before);
    const calls = await inTurn(keys, callsOf);
    expect(calls.reduce((sum, one) => sum + one, 0)).toBe(charges.reduce((sum, one) => sum + one, 0));
    expect(await ledger.audit()).toEqual(clean);
  }, 60_000);

  const FUNDS = 1_000n * PRICE;

  /** Checks and bills of one client on all keys; how many lines were charged. */
  async function visits(replica: Ledger, keys: readonly string[], name: number): Promise<number> {
    let charges = 0;
    for (let n = 0; n < 20; n += 1) {
      const apiKey = keys[(name * 7 + n * 3) % keys.length] ?? '';
      if (n % 10 === 9) await replica.expireHolds();
      for (const holdId of n % 5 === 4 ? await heldBill(replica, apiKey) : [idOf(await replica.hold(asked(apiKey)))])
        charges += await ended(replica, holdId, n % 7 === 6);
    }
    return charges;
  }

  async function heldBill(replica: Ledger, apiKey: string): Promise<readonly string[]> {
    const bill = await replica.holdAll({ apiKey, lines: [asked(apiKey), asked(apiKey)] });
    return bill.outcome === 'held' ? bill.lines.map((line) => idOf(line)) : [];
  }

  async function ended(replica: Ledger, holdId: string, failed: boolean): Promise<number> {
    if (failed) await replica.void(holdId, 'failed');
    else expect(await replica.post(holdId, answer)).toMatchObject({ outcome: 'posted' });
    replica.finish(holdId);
    return failed ? 0 : 1;
  }

  /** What a key was charged for, by balance and by passes. */
  async function callsOf(key: string): Promise<number> {
    const rows = await sql<{ spent: bigint; held: bigint; used: number }[]>`
      SELECT ${FUNDS} - balance AS spent, held,
        COALESCE((SELECT sum(used)::int FROM passes WHERE passes.account_id = accounts.id), 0) AS used
      FROM accounts WHERE id = ${await accountOf(sql, key)}`;
    expect(rows[0]?.held).toBe(0n);
    return Number((rows[0]?.spent ?? 0n) / PRICE) + (rows[0]?.used ?? 0);
  }

  async function deadlocks(): Promise<number> {
    const rows = await sql<{ deadlocks: number }[]>`
      SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
    return rows[0]?.deadlocks ?? -1;
  }
});

it('the statements for several look rows up by index from the first day on', async () => {
  const made = new Map<string, readonly unknown[]>();
  // Of its own: where the other stories went on for a while, the planner has seen how few rows there are.
  const fresh = await openTestDatabase();
  const watched = postgres(fresh.url, {
    max: 1,
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    debug: (_connection, text, parameters) => void made.set(text, [...parameters]),
  });
  try {
    const apiKey = await newKey(openLedger(fresh.database));
    const members = [asked(apiKey), asked(apiKey)].map((question) => ({
      question,
      answer: () => undefined,
      fail: () => undefined,
    }));
    await holdSeveral(watched, deliveries, members);
    await postSeveral(watched, [{ question: { holdId: '0', answer }, answer: () => undefined, fail: () => undefined }]);
    const statements = [...made].filter(([text]) => text.includes('asked'));
    expect(statements).toHaveLength(2);
    await watched`SET plan_cache_mode = force_generic_plan`;
    for (const [n, [text, parameters]] of statements.entries()) {
      await watched.unsafe(`PREPARE several_${n} AS ${text}`);
      const plan = await watched.unsafe(`EXPLAIN EXECUTE several_${n} (${parameters.map(() => 'NULL').join()})`);
      const lines = plan.map((row) => String(row['QUERY PLAN']));
      expect(lines.filter((line) => /Seq Scan/.test(line))).toEqual([]);
      expect(lines.some((line) => /Index Scan using holds_/.test(line))).toBe(true);
    }
  } finally {
    await watched.end();
    await fresh.stop();
  }
});
