import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HoldRequest, HoldResult, Ledger, PassState, PostResult } from '#ledger/books.ts';
import type { WaitingCall } from '#ledger/holds/batches.ts';
import { type Deliveries, openDeliveries } from '#ledger/holds/deliveries.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { PaymentBook, PaymentRecord } from '#ledger/payments/payment-book.ts';
import { Fault } from '#lib/fault.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Connection, MemoryBooks } from '../support/memory-books.ts';
import { openMemoryLedger } from '../support/memory-ledger.ts';
import { openMemoryPayments } from '../support/memory-payments.ts';
import { type CallMode, callModesOf, inTurn } from './call-modes.ts';
import { addPass, newKey } from './fixture.ts';
import { fresh, hash, payment } from './payments-fixture.ts';

/*
 * The books in memory, on which schedules are tried, are told and hold what those in PostgreSQL do: the same commands to both,
 * and the same answers. Time passes in multiples of 13 seconds, so that no comparison depends on how long a test takes.
 */

const STEP_SECONDS = 13;
const WAITS = [2, 5, 47, 285, 6_650].map((steps) => steps * STEP_SECONDS);
const MOMENT_MS = 0.001;
const RUNS = cases(200);

interface World {
  readonly ledger: Ledger;
  readonly payments: PaymentBook;
  readonly way: CallMode;
  pass(apiKey: string, calls: number, startsInDays: number): Promise<unknown>;
  wait(seconds: number): Promise<void>;
  nowSeconds(): number;
}

let test: TestDatabase;
let deliveries: Deliveries;
let database: World;
beforeAll(async () => {
  test = await openTestDatabase();
  const { sql } = test.database;
  deliveries = openDeliveries(sql);
  const ledger = openLedger(test.database);
  // The calls of one moment have a queue of their own beside the ledger's. Both know at once of a response that is finished, as the one
  // queue of a process does: what is written when depends on the machine.
  const finish = (holdId: string): void => {
    ledger.finish(holdId);
    deliveries.finish(holdId);
  };
  database = {
    ledger: { ...ledger, finish },
    payments: openPaymentBook(test.database),
    way: callModesOf(sql, deliveries).together,
    pass: (apiKey, calls, startsInDays) => addPass(sql, apiKey, calls, startsInDays),
    wait: letPass,
    nowSeconds: () => Date.now() / 1_000,
  };
});
afterAll(async () => {
  await deliveries.close();
  await test.stop();
});

/** Everything happened so much earlier. */
async function letPass(seconds: number): Promise<void> {
  const { sql } = test.database;
  const moments = {
    holds: ['created_at', 'expires_at', 'closed_at', 'finished_at'],
    answers: ['created_at'],
    passes: ['starts_at', 'expires_at'],
    payments: ['created_at', 'closed_at', 'leased_until', 'change_credited_at'],
    payers: ['failed_at', 'prepaid_until', 'settled_at', 'released_since'],
  };
  for (const [table, columns] of Object.entries(moments)) {
    const earlier = columns.map((column) => `${column} = ${column} - interval '${seconds} seconds'`);
    await sql.unsafe(`UPDATE ${table} SET ${earlier.join()}`);
  }
}

async function clear(): Promise<void> {
  await test.database.sql`TRUNCATE answers, holds, passes, payments, payers, claims, chain_signatures CASCADE`;
}

function inMemory(): World {
  let ms = 1_000_000_000;
  const books = new MemoryBooks(() => ms);
  // Each statement has a moment of its own, which is one throughout it, as in the database.
  const connection: Connection = async (_name, statement) => {
    ms += MOMENT_MS;
    return statement();
  };
  const ledger = openMemoryLedger(books, connection);
  return {
    ledger,
    payments: openMemoryPayments(books, connection),
    way: {
      holds: (requests) => together(requests, ledger.holdSeveral, (request) => ledger.hold(request)),
      posts: (posts) => together(posts, ledger.postSeveral, ({ holdId, answer }) => ledger.post(holdId, answer)),
    },
    pass: async (apiKey, calls, startsInDays) => books.addPass(apiKey, calls, startsInDays),
    wait: async (seconds) => {
      ms += seconds * 1_000;
    },
    nowSeconds: () => ms / 1_000,
  };
}

/** One statement for several, and what it leaves one by one. */
async function together<Q, A>(
  questions: readonly Q[],
  several: (members: readonly WaitingCall<Q, A>[]) => Promise<readonly WaitingCall<Q, A>[]>,
  one: (question: Q) => Promise<A>,
): Promise<readonly A[]> {
  const answers = new Map<Q, A | PromiseLike<A>>();
  const members = questions.map((question) => ({
    question,
    answer: (answer: A | PromiseLike<A>) => void answers.set(question, answer),
    fail: () => undefined,
  }));
  const left = await several(members);
  await inTurn(left, async ({ question }) => answers.set(question, await one(question)));
  return await Promise.all(questions.map((question) => answers.get(question) as A));
}

/** What was told, without names and moments, which differ between two runs. */
function told(result: unknown, holds: readonly string[] = []): unknown {
  if (result === null || typeof result !== 'object') return result;
  const own: Record<string, unknown> = { ...result };
  if ('holdId' in own) own.holdId = own.outcome === 'held' ? 'new' : holds.indexOf(String(own.holdId));
  if ('pass' in own) {
    const { tier, state, callsIncluded, callsLeft } = own.pass as PassState;
    own.pass = { tier, state, callsIncluded, callsLeft };
  }
  if ('passes' in own) own.passes = (own.passes as PassState[]).map(({ state, callsLeft }) => [state, callsLeft]);
  if ('lines' in own) own.lines = (own.lines as unknown[]).map((line) => told(line, holds));
  return own;
}

const OWNERS = 3;
const place = fc.nat(30);
const who = fc.nat(OWNERS - 1);
const name = fc.nat(3);
const idempotencyKey = fc.constantFrom(undefined, undefined, 'one', 'two');
const price = fc.constantFrom(0n, 1n, 2n, 5n);
const waiting = fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(...WAITS) });
const ledgerStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), who, name, idempotencyKey, price }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bill' as const),
      who,
      price,
      idempotencyKey,
      names: fc.array(name, { minLength: 2, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wave' as const),
      calls: fc.array(fc.record({ who, name, price }), { minLength: 2, maxLength: 6 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('post' as const), place, body: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('posts' as const), places: fc.array(place, { minLength: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('finish', 'void', 'renew'), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('expire', 'forget') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('statement' as const), who }) },
  { weight: 2, arbitrary: waiting },
);
type LedgerStep = typeof ledgerStep extends fc.Arbitrary<infer S> ? S : never;

interface Run {
  readonly world: World;
  readonly keys: readonly string[];
  readonly holds: string[];
  /** Those that were posted: no response ends before. */
  readonly posted: Set<string>;
}

function lineOf(name: number, priceAtomic: bigint) {
  return { kind: 'funder', subject: `subject ${name}`, request: `funder subject ${name}`, priceAtomic };
}

function note(run: Run, result: unknown): unknown {
  const lines = result !== null && typeof result === 'object' && 'lines' in result ? result.lines : [result];
  const seen = told(result, run.holds);
  for (const line of lines as HoldResult[]) if (line.outcome === 'held') run.holds.push(line.holdId);
  return seen;
}

const bodyOf = (body: number) => ({ body: `{"of":${body}}`, verdict: 'CEX_FUNDED' });

async function askLedger(run: Run, step: LedgerStep): Promise<unknown> {
  const { ledger, way } = run.world;
  const holdAt = (n: number) => run.holds[n % run.holds.length] ?? '1.1';
  const keyOf = (n: number) => run.keys[n] ?? 'assay_unknown';
  if (step.do === 'wait') return await run.world.wait(step.seconds);
  if (step.do === 'expire') return await ledger.expireHolds();
  if (step.do === 'forget') return await ledger.forgetOldAnswers();
  if (step.do === 'hold' || step.do === 'bill') {
    const caller = { apiKey: keyOf(step.who), ...(step.idempotencyKey && { idempotencyKey: step.idempotencyKey }) };
    if (step.do === 'hold') return note(run, await ledger.hold({ ...caller, ...lineOf(step.name, step.price) }));
    const lines = step.names.map((name) => lineOf(name, step.price));
    return note(run, await ledger.holdAll({ ...caller, lines }));
  }
  if (step.do === 'wave') {
    const requests = step.calls.map(
      ({ who, name, price }): HoldRequest => ({ apiKey: keyOf(who), ...lineOf(name, price) }),
    );
    return (await way.holds(requests)).map((result) => note(run, result));
  }
  if (step.do === 'posts') {
    const places = [...new Set(step.places.map(holdAt))].filter((holdId) => holdId !== '1.1');
    const posts = places.map((holdId) => ({ holdId, answer: bodyOf(0) }));
    const results = posts.length === 0 ? [] : await way.posts(posts);
    return results.map((result, n) => notePost(run, places[n] ?? '', result));
  }
  if ('who' in step) return told(await ledger.statement(keyOf(step.who)));
  return 'place' in step ? await askOfHold(run, holdAt(step.place), step) : null;
}

function notePost(run: Run, holdId: string, result: PostResult): unknown {
  if (result.outcome === 'posted') run.posted.add(holdId);
  return told(result);
}

async function askOfHold(run: Run, holdId: string, step: LedgerStep): Promise<unknown> {
  const { ledger } = run.world;
  if (step.do === 'post')
    return notePost(run, holdId, await ledger.post(holdId, bodyOf('body' in step ? step.body : 0)));
  if (step.do === 'void') return await ledger.void(holdId, 'failed');
  if (step.do === 'renew') return await ledger.renew(holdId);
  return run.posted.has(holdId) && ledger.finish(holdId);
}

const owner = fc.record({
  balance: fc.bigInt({ min: 1n, max: 20n }),
  calls: fc.constantFrom(0, 0, 1, 4),
  laterCalls: fc.constantFrom(0, 0, 2),
});

it('holds, bills, posts and waits get the same answers from both ledgers, and leave the same', async () => {
  const owners = fc.array(owner, { minLength: OWNERS, maxLength: OWNERS });
  await fc.assert(
    fc.asyncProperty(owners, fc.array(ledgerStep, { minLength: 5, maxLength: 30 }), async (own, steps) => {
      const play = async (world: World): Promise<unknown> => {
        const keys = await inTurn(own, ({ balance }) => newKey(world.ledger, balance));
        for (const [n, { calls, laterCalls }] of own.entries()) {
          if (calls > 0) await world.pass(keys[n] ?? '', calls, 0);
          if (laterCalls > 0) await world.pass(keys[n] ?? '', laterCalls, 30);
        }
        const run: Run = { world, keys, holds: [], posted: new Set() };
        const answers = await inTurn(steps, (step) => askLedger(run, step));
        return { answers, left: await inTurn(keys, async (key) => told(await world.ledger.statement(key))) };
      };
      await clear();
      expect(await play(inMemory())).toEqual(await play(database));
    }),
    { numRuns: RUNS, endOnFailure: false },
  );
});

const PAYERS = 2;
const MESSAGES = 4;
const message = fc.nat(MESSAGES - 1);
const signature = fc.nat(2);
/** What was worked, and what whoever sends has worked: the same, unless another call worked in between. */
const answers = fc.constantFrom('[]', '[]', '[]', '[1]');
const paymentStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      message,
      header: fc.constantFrom(0, 0, 0, 1),
      request: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('worked' as const),
      message,
      answers,
      earned: fc.constantFrom(20_000n, 50_000n),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('sent' as const), message, signature, answers, again: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settled' as const), message, signature }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('failed' as const),
      message,
      blame: fc.boolean(),
      spent: fc.constantFrom(7n, 7n, 3_000_000n),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('recall', 'takeOver', 'renew', 'paidAnew', 'putOff', 'release', 'credit'),
      message,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('unresolved', 'abandoned', 'changeDue', 'forget', 'unused', 'spend'),
    }),
  },
  { weight: 3, arbitrary: waiting },
);
type PaymentStep = typeof paymentStep extends fc.Arbitrary<infer S> ? S : never;

interface Paying {
  readonly world: World;
  readonly messages: readonly ReturnType<typeof payment>[];
  readonly signatures: readonly string[];
  readonly changeKey: string;
}

function recorded({ world, messages }: Paying, record: PaymentRecord | null): unknown {
  if (record === null) return null;
  const { messageHash, closedSecondsAgo: ago, reservedSecondsAgo: openFor, reservedAt, ...rest } = record;
  const own = { ...rest, headerHash: hexOf(record.headerHash), requestHash: hexOf(record.requestHash) };
  return {
    ...own,
    changeKeyHash: record.changeKeyHash && hexOf(record.changeKeyHash),
    message: messages.findIndex((one) => hexOf(one.messageHash) === hexOf(messageHash)),
    closedStepsAgo: ago === null ? null : Math.floor(ago / STEP_SECONDS),
    reservedStepsAgo: Math.floor((world.nowSeconds() - reservedAt) / STEP_SECONDS),
    openForSteps: Math.floor(openFor / STEP_SECONDS),
  };
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

async function askPayments(run: Paying, step: PaymentStep): Promise<unknown> {
  if (step.do === 'wait') return 'seconds' in step && (await run.world.wait(step.seconds));
  if (!('message' in step)) return await sweep(run, step.do);
  const { payments } = run.world;
  const reservation = run.messages[step.message] ?? payment();
  const { messageHash } = reservation;
  switch (step.do) {
    case 'reserve':
      return await reserve(run, reservation, step);
    case 'worked':
      return await payments.worked(messageHash, {
        answers: step.answers,
        earnedAtomic: step.earned,
        changeKeyHash: hash(run.changeKey),
      });
    case 'sent':
      return await payments.sent(messageHash, run.signatures[step.signature] ?? null, step.answers, step.again);
    case 'settled':
      return await payments.settled(messageHash, run.signatures[step.signature] ?? '');
    case 'failed':
      return await payments.failed(messageHash, { spentLamports: step.spent, blame: step.blame });
    default:
      return await ofMessage(run, messageHash, step.do);
  }
}

async function ofMessage(run: Paying, messageHash: Uint8Array, what: string): Promise<unknown> {
  const { payments } = run.world;
  if (what === 'recall') return recorded(run, await payments.recall(messageHash));
  if (what === 'takeOver') return await payments.takeOver(messageHash);
  if (what === 'renew') return await payments.renew(messageHash);
  if (what === 'paidAnew') return await payments.isPaidAnew(messageHash);
  if (what === 'putOff') return await payments.putOff(messageHash);
  return what === 'release' ? await payments.release(messageHash) : await payments.creditChange(messageHash);
}

async function reserve(
  run: Paying,
  reservation: ReturnType<typeof payment>,
  { header, request }: PaymentStep & { readonly do: 'reserve' },
): Promise<unknown> {
  const other = { ...(header && { headerHash: hash('other') }), ...(request && { requestHash: hash('2') }) };
  const result = await run.world.payments.reserve({ ...reservation, ...other });
  if ('untilSeconds' in result) return Math.floor(result.untilSeconds / STEP_SECONDS);
  return 'record' in result ? [result.outcome, recorded(run, result.record)] : result;
}

async function sweep(run: Paying, what: string): Promise<unknown> {
  const { payments } = run.world;
  // Of one transaction's moment the order is that of hashes: what differs between two runs is sorted.
  if (what === 'unresolved') {
    const seen = (await payments.unresolved(32)).map((record) => recorded(run, record) as { readonly message: number });
    return seen.sort((one, other) => one.message - other.message);
  }
  if (what === 'changeDue') return (await payments.changeDue(32)).map(({ signature }) => signature).sort();
  if (what === 'abandoned') return await payments.releaseAbandoned();
  if (what === 'forget') return await payments.forgetOldAnswers();
  return what === 'unused' ? await payments.forgetUnused() : await payments.failedSpendLamports();
}

it('payments get the same answers from both ledgers, and leave the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ payer: fc.nat(PAYERS - 1), identifier: fc.constantFrom(null, null, 'a', 'b') }), {
        minLength: MESSAGES,
        maxLength: MESSAGES,
      }),
      fc.array(paymentStep, { minLength: 5, maxLength: 40 }),
      async (own, steps) => {
        const payers = Array.from({ length: PAYERS }, () => ({ payer: fresh('payer'), source: fresh('source') }));
        const messages = own.map(({ payer, identifier }) => payment({ ...payers[payer], identifier }));
        const signatures = Array.from({ length: 2 }, () => fresh('signature'));
        const play = async (world: World): Promise<unknown> => {
          const run: Paying = { world, messages, signatures, changeKey: await newKey(world.ledger, 1n) };
          const answers = await inTurn(steps, (step) => askPayments(run, step));
          const left = await inTurn(messages, async ({ messageHash }) =>
            recorded(run, await world.payments.recall(messageHash)),
          );
          const statement = await world.ledger.statement(run.changeKey);
          return { answers: plain(answers, run), left: plain(left, run), change: statement?.balanceAtomic };
        };
        await clear();
        expect(await play(inMemory())).toEqual(await play(database));
      },
    ),
    { numRuns: RUNS },
  );
});

/** Keys are drawn anew in each run. */
function plain(value: unknown, { changeKey }: Paying): unknown {
  const text = JSON.stringify(value ?? null, (_, one) => (typeof one === 'bigint' ? `${one}n` : one));
  return JSON.parse(text.replaceAll(hexOf(hash(changeKey)), 'change key'));
}

it('a grant to an unknown key is refused by both', async () => {
  for (const { ledger } of [database, inMemory()])
    await expect(ledger.grant(1n, 'assay_unknown')).rejects.toSatisfy(
      (error) => error instanceof Fault && error.code === 'api_key_unknown',
    );
});
