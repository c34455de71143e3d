import { newApiKey, sha256 } from '#ledger/accounts/api-key.ts';
import type { BillRequest, BillResult, HoldLine, HoldRequest, HoldResult, Ledger, PostResult } from '#ledger/books.ts';
import { openBatches, type Skipped, type WaitingCall } from '#ledger/holds/batches.ts';
import { type Deliveries, queueDeliveries } from '#ledger/holds/deliveries.ts';
import { Locks } from '#ledger/holds/locks.ts';
import { unlessDown } from '#ledger/postgres/outage.ts';
import { Fault } from '#lib/fault.ts';
import { type Account, atOnce, type Connection, type MemoryBooks, type Pass } from './memory-books.ts';
import { MemoryHolds, type Posting, spendableOf } from './memory-holds.ts';

/** As the ledger has it (`holds/charges.ts`). */
const LANES = 2;
const NOTED_MAX = 1_000;
const ATTEMPTS_MAX = 100;
/** How long the service's connections wait for a locked row. */
const LOCK_MS_MAX = 4_000;

/** The extra methods of a ledger in memory, which distinguish single statements from those for several. */
export interface MemoryLedger extends Ledger {
  holdSeveral(
    requests: readonly WaitingCall<HoldRequest, HoldResult>[],
  ): Promise<readonly WaitingCall<HoldRequest, HoldResult>[]>;
  postSeveral(posts: readonly WaitingCall<Posting, PostResult>[]): Promise<readonly WaitingCall<Posting, PostResult>[]>;
}

/**
 * A ledger over books in memory, which obeys the contract of the one over PostgreSQL: `test/ledger/memory.property.test.ts` compares them.
 * Its queues of calls, locks and deliveries are those of the service. Methods that billing never uses are missing.
 */
export function openMemoryLedger(books: MemoryBooks, connection: Connection = atOnce): MemoryLedger {
  const statements = new Statements(books, connection);
  const { deliveries } = statements;
  const locks = new Locks();
  const late = (result: HoldResult | BillResult): void => statements.giveBack(result);
  const holds = openBatches<HoldRequest, HoldResult>(
    LANES,
    {
      name: ({ apiKey }) => apiKey,
      one: (request) => statements.hold(request),
      several: (members, skipped) => statements.holdSeveral(members, skipped),
      onLate: late,
    },
    locks,
  );
  const posts = openBatches<Posting, PostResult>(LANES, {
    name: ({ holdId }) => holdId,
    one: (posting) => statements.post(posting),
    several: (members, skipped) => statements.postSeveral(members, skipped),
  });
  const { holds: rows } = statements;
  return {
    hold: (request) =>
      request.idempotencyKey === undefined
        ? holds.ask(request)
        : locks.take(request.apiKey, () => statements.hold(request), late),
    holdAll: (bill) => locks.take(bill.apiKey, () => statements.holdAll(bill), late),
    post: (holdId, answer) => posts.ask({ holdId, answer }),
    finish: (holdId) => deliveries.finish(holdId),
    void: (holdId) => statements.ask('void', () => rows.void(holdId)),
    renew: (holdId) => statements.ask('renew', () => rows.renew(holdId)),
    expireHolds: () => statements.ask('expire holds', () => rows.expireHolds()),
    forgetOldAnswers: () => statements.ask('forget answers', () => rows.forgetOldAnswers()),
    grant: (amount, apiKey) => statements.ask('grant', () => grant(books, amount, apiKey)),
    statement: (apiKey) => statements.ask('statement', () => statementOf(books, rows, apiKey)),
    holdSeveral: (members) => statements.holdSeveral(members),
    postSeveral: (members) => statements.postSeveral(members),
    entries: notThere,
    pastChecks: notThere,
    storedBodies: notThere,
    countEntries: notThere,
    countPastChecks: notThere,
    storedCheck: notThere,
    audit: notThere,
    ping: async () => true,
    close: () => deliveries.close(),
  };
}

/** The statements as the service sends them: each over the connection, and given up after five seconds. */
class Statements {
  readonly holds: MemoryHolds;
  readonly deliveries: Deliveries;
  readonly #books: MemoryBooks;
  readonly #connection: Connection;

  constructor(books: MemoryBooks, connection: Connection) {
    this.#books = books;
    this.#connection = connection;
    this.holds = new MemoryHolds(books);
    this.deliveries = queueDeliveries((holdIds) => this.ask('finish', () => this.holds.finish(holdIds)));
  }

  ask<T>(name: string, statement: () => T, late?: (result: T) => void): Promise<T> {
    return unlessDown(this.#connection(name, statement), undefined, late);
  }

  async hold(request: HoldRequest): Promise<HoldResult> {
    const { apiKey, idempotencyKey, ...line } = request;
    const bill = { apiKey, lines: [line], ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const result = await this.holdAll(bill);
    if (result.outcome !== 'held') return result;
    const [only] = result.lines;
    if (!only) throw new Error('a bill without a line');
    return only;
  }

  async holdAll(bill: BillRequest): Promise<BillResult> {
    let written = false;
    for (let n = 0; n < ATTEMPTS_MAX; n += 1) {
      const unwritten = !written && this.deliveries.waiting;
      const delivered = (holdId: string) => unwritten || this.deliveries.has(holdId);
      const found = await this.#locked(bill.apiKey, () =>
        this.ask(
          'hold',
          () => this.holds.reserve(bill, delivered),
          (result) => typeof result === 'object' && this.giveBack(result),
        ),
      );
      if (typeof found === 'object') return found;
      if (found === 'stale') await this.#clearWay(bill);
      if (found === 'delivered') {
        await this.deliveries.written();
        written = true;
      }
    }
    throw new Fault('not_ready');
  }

  async post(posting: Posting): Promise<PostResult> {
    const row = this.#books.holds.get(posting.holdId);
    const posted = await this.#lockedOf(row?.account, () => this.ask('post', () => this.holds.post(posting)));
    return posted ?? (await this.ask('posted before', () => this.holds.postedBefore(posting)));
  }

  async holdSeveral<M extends WaitingCall<HoldRequest, HoldResult>>(
    members: readonly M[],
    skipped?: Skipped<M>,
  ): Promise<readonly M[]> {
    const noted = this.deliveries.noted(NOTED_MAX);
    const questions = members.map(({ question }) => question);
    const rows = await this.ask(
      `hold ${members.length}`,
      () => reserveSeveral(this.#books, this.holds, { questions, noted, skips: skipped !== undefined }),
      (late) => {
        for (const row of late) if (typeof row === 'object') this.giveBack(row);
      },
    );
    return members.filter((member, n) => {
      const row = rows[n];
      if (row === 'locked') skipped?.(member, member.question.apiKey);
      if (typeof row === 'object') member.answer(row);
      return row === undefined;
    });
  }

  async postSeveral<M extends WaitingCall<Posting, PostResult>>(
    members: readonly M[],
    skipped?: Skipped<M>,
  ): Promise<readonly M[]> {
    const questions = members.map(({ question }) => question);
    const rows = await this.ask(`post ${members.length}`, () =>
      postSeveral(this.#books, this.holds, { questions, skips: skipped !== undefined }),
    );
    return members.filter((member, n) => {
      const row = rows[n];
      if (row && 'locked' in row) skipped?.(member, `account ${row.locked}`);
      if (row && 'outcome' in row) member.answer(row);
      return row === undefined;
    });
  }

  giveBack(result: HoldResult | BillResult): void {
    const lines = 'lines' in result ? result.lines : [result];
    for (const line of lines) {
      if (line.outcome === 'held') this.ask('give back', () => this.holds.void(line.holdId)).catch(() => undefined);
    }
  }

  async #clearWay(bill: BillRequest): Promise<void> {
    await this.ask('expire bill', () => this.holds.expireOfBill(bill));
    await this.ask('unname bill', () => this.holds.unnameOfBill(bill));
  }

  #locked<T>(apiKey: string, statement: () => Promise<T>): Promise<T> {
    return this.#lockedOf(this.#books.keyOf(apiKey)?.account, statement);
  }

  /** A statement that waits while the account's row is locked, and is refused when that takes too long. */
  async #lockedOf<T>(account: Account | undefined, statement: () => Promise<T>): Promise<T> {
    const waiting = account && this.#books.locked.get(account);
    if (!waiting) return await statement();
    let timer: NodeJS.Timeout | undefined;
    const refused = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(lockRefusal()), LOCK_MS_MAX);
    });
    const unlocked = new Promise<void>((resolve) => void waiting.push(resolve));
    await Promise.race([unlocked, refused]).finally(() => clearTimeout(timer));
    return await statement();
  }
}

function lockRefusal(): Fault {
  const fault = new Fault('not_ready');
  fault.cause = Object.assign(new Error('lock timeout'), { code: '55P03' });
  return fault;
}

interface Several<Q> {
  readonly questions: readonly Q[];
  /** Whether locked rows are left alone; else one refuses the statement. */
  readonly skips: boolean;
}

/** Reserves requests without a special case, all of an account together. There is no result for the requests that are left alone. */
function reserveSeveral(
  books: MemoryBooks,
  holds: MemoryHolds,
  { questions, noted, skips }: Several<HoldRequest> & { readonly noted: readonly string[] },
): readonly (HoldResult | 'locked' | undefined)[] {
  const admitted = [...plainByAccount(books, holds, questions, noted)].map(([account, positions]) => {
    const running = holds.unexpired(account).filter((pass) => holds.isRunning(pass) && pass.used < pass.included);
    const [pass = null] = running;
    return { account, positions, pass, isLocked: pass === null && books.locked.has(account) };
  });
  if (!skips && admitted.some(({ isLocked }) => isLocked)) throw lockRefusal();
  const results = new Map<number, HoldResult | 'locked'>();
  for (const one of admitted) {
    const lines = one.positions.flatMap((n) => questions[n] ?? []);
    const held = one.isLocked ? lines.map(() => 'locked' as const) : openAll(holds, { ...one, lines });
    for (const [k, n] of one.positions.entries()) if (held[k]) results.set(n, held[k]);
  }
  return questions.map((_, n) => results.get(n));
}

/** The positions of requests of keys that were presented before, which repeat no unfinished answer. */
function plainByAccount(
  books: MemoryBooks,
  holds: MemoryHolds,
  questions: readonly HoldRequest[],
  noted: readonly string[],
): ReadonlyMap<Account, readonly number[]> {
  const plain = new Map<Account, number[]>();
  for (const [n, { apiKey, request }] of questions.entries()) {
    const key = books.keyOf(apiKey);
    if (!key?.presented || holds.unfinished(key.account, request, noted)) continue;
    plain.set(key.account, [...(plain.get(key.account) ?? []), n]);
  }
  return plain;
}

/** Holds on the pass or the balance where that covers all lines; else none. */
function openAll(
  holds: MemoryHolds,
  {
    account,
    pass,
    lines,
  }: { readonly account: Account; readonly pass: Pass | null; readonly lines: readonly HoldLine[] },
): readonly HoldResult[] {
  const total = lines.reduce((sum, { priceAtomic }) => sum + priceAtomic, 0n);
  const isCovered = pass ? pass.included - pass.used >= lines.length : spendableOf(account) >= total;
  if (!isCovered) return [];
  return lines.map((line) => {
    const { holdId } = holds.open(account, { line, pass }, 0, null);
    return { outcome: 'held', holdId, balanceAtomic: spendableOf(account), ...holds.passOf(pass) };
  });
}

/** Charges open holds, each once. There is no result for closed holds, and for a second post of one. */
function postSeveral(
  books: MemoryBooks,
  holds: MemoryHolds,
  { questions, skips }: Several<Posting>,
): readonly (PostResult | { readonly locked: number } | undefined)[] {
  const open = questions.map(({ holdId }, n) => {
    const row = books.holds.get(holdId);
    const isFirst = questions.findIndex((one) => one.holdId === holdId) === n;
    return row?.state === 'held' && isFirst ? row : undefined;
  });
  const isLocked = (row: (typeof open)[number]) => row !== undefined && books.locked.has(row.account);
  if (!skips && open.some((row) => isLocked(row) && row?.amount !== 0n)) throw lockRefusal();
  const shard = Math.min(...open.filter((row) => row && !isLocked(row)).map((row) => row?.id ?? 0));
  return open.map((row, n) => {
    const posting = questions[n];
    if (!row || !posting) return undefined;
    return skips && isLocked(row) ? { locked: row.account.id } : (holds.post(posting, shard) ?? undefined);
  });
}

function grant(books: MemoryBooks, amount: bigint, apiKey?: string) {
  const fresh = apiKey === undefined ? newApiKey() : undefined;
  const account = fresh === undefined ? books.keyOf(apiKey ?? '')?.account : books.openAccount(sha256(fresh));
  if (!account) throw new Fault('api_key_unknown');
  const cause = `grant:${books.movements.size}`;
  books.move({ kind: 'grant', cause, from: books.system('issuance'), to: account, amount });
  return { ...(fresh !== undefined && { apiKey: fresh }), balanceAtomic: spendableOf(account) };
}

function statementOf(books: MemoryBooks, holds: MemoryHolds, apiKey: string) {
  const key = books.keyOf(apiKey);
  if (!key) return null;
  key.presented = true;
  const passes = holds.unexpired(key.account).flatMap((pass) => holds.passOf(pass).pass ?? []);
  return { balanceAtomic: spendableOf(key.account), passes };
}

function notThere(): never {
  throw new Error('billing asks for no such thing');
}
