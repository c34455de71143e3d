import { SYSTEM_ACCOUNT_SHARDS } from '#ledger/accounts/movement.ts';
import type {
  BillRequest,
  BillResult,
  HoldLine,
  HoldRefusal,
  PassState,
  PostResult,
  Replayed,
  StoredAnswer,
} from '#ledger/books.ts';
import { LEASE_SECONDS, REDELIVERY_SECONDS, RETENTION_SECONDS } from '#ledger/holds/limits.ts';
import type { Account, HoldRow, MemoryBooks, Pass } from './memory-books.ts';

const SEPARATOR = '\n';

/** Why a look decided nothing, as in the ledger's own attempts. */
type Again = 'stale' | 'delivered';

/** A hold and the answer that is to be charged by it. */
export interface Posting {
  readonly holdId: string;
  readonly answer: StoredAnswer;
}

/** A line and what it is reserved on: a pass, or its price of the balance. */
interface Draft {
  readonly line: HoldLine;
  readonly pass: Pass | null;
}

interface BillName {
  readonly idempotencyKey: string;
  /** The requests of all lines. */
  readonly bill: string;
}

/** Whose bill it is, and the name that it was given. */
type Caller = Omit<BillRequest, 'lines'>;

/** The statements on holds, each carried out at once. They mean what those of `src/ledger/holds` mean. */
export class MemoryHolds {
  readonly #books: MemoryBooks;

  constructor(books: MemoryBooks) {
    this.#books = books;
  }

  /** One attempt for a bill, which reserves all of its lines or none. */
  reserve({ lines, ...caller }: BillRequest, delivered: (holdId: string) => boolean): BillResult | Again {
    const account = this.#present(caller.apiKey);
    if (!account) return { outcome: 'key_unknown' };
    const bill = lines.map(({ request }) => request).join(SEPARATOR);
    const known = this.#knownOf(account, caller.idempotencyKey);
    const stopped = this.#identified(known, bill);
    if (stopped) return stopped;
    const stored = lines.map((line, n) => {
      const named = known.find((one) => one.line === n);
      return named ?? this.unfinished(account, line.request);
    });
    if (stored.some((one) => one && !known.includes(one) && delivered(one.holdId))) return 'delivered';
    const drafts = this.#drafted(account, lines, stored);
    const total = drafts.reduce((sum, draft) => sum + (draft && !draft.pass ? draft.line.priceAtomic : 0n), 0n);
    const spendable = spendableOf(account);
    const refusal = { outcome: 'insufficient_balance', balanceAtomic: spendable } as const;
    if (total > spendable && stored.every((one) => !one)) return refusal;
    const name = caller.idempotencyKey === undefined ? null : { idempotencyKey: caller.idempotencyKey, bill };
    const isCovered = total <= spendable;
    const opened = drafts.map((draft, n) => (draft && isCovered ? this.open(account, draft, n, name) : null));
    const balanceAtomic = spendableOf(account);
    const became = lines.map((_, n) => {
      const [before, row] = [stored[n], opened[n]];
      if (before) return replayed(before, balanceAtomic);
      return row ? { outcome: 'held' as const, holdId: row.holdId, balanceAtomic, ...this.passOf(row.pass) } : refusal;
    });
    return { outcome: 'held', lines: became };
  }

  /** Takes what counts no more out of the way of a new bill: first the holds, then the charges. */
  expireOfBill({ apiKey, idempotencyKey = '' }: Caller): void {
    const account = this.#books.keyOf(apiKey)?.account;
    for (const row of this.#rows(({ state }) => state === 'held')) {
      const isDue = row.expiresAtMs < this.#books.now();
      if (row.account === account && row.idempotencyKey === idempotencyKey && isDue) this.#giveBack(row, 'expired');
    }
  }

  unnameOfBill({ apiKey, idempotencyKey = '' }: Caller): void {
    const account = this.#books.keyOf(apiKey)?.account;
    for (const row of this.#rows(({ state }) => state === 'posted'))
      if (row.account === account && row.idempotencyKey === idempotencyKey && this.#isOld(row.closedAtMs))
        row.idempotencyKey = null;
  }

  /** Charges an open hold; null when it is not open. */
  post({ holdId, answer }: Posting, shard?: number): PostResult | null {
    const row = this.#books.holds.get(holdId);
    if (row?.state !== 'held') return null;
    this.#close(row, 'posted');
    row.answer = { ...answer, createdAtMs: this.#books.now() };
    this.#books.hold(row.account, -row.amount);
    if (row.amount > 0n) {
      const to = this.#books.system(`revenue:${(shard ?? row.id) % SYSTEM_ACCOUNT_SHARDS}`);
      this.#books.move({ kind: 'charge', cause: `hold:${row.id}`, from: row.account, to, amount: row.amount });
    }
    return { outcome: 'posted', balanceAtomic: spendableOf(row.account), ...this.passOf(row.pass) };
  }

  /** The answer to a repeat of a post. */
  postedBefore({ holdId, answer }: Posting): PostResult {
    const row = this.#books.holds.get(holdId);
    if (!row?.answer || row.answer.body !== answer.body) return { outcome: 'lost' };
    return { outcome: 'posted', balanceAtomic: spendableOf(row.account), ...this.passOf(row.pass) };
  }

  void(holdId: string): { readonly balanceAtomic: bigint | null } {
    const row = this.#books.holds.get(holdId);
    if (!row) return { balanceAtomic: null };
    if (row.state === 'held') this.#giveBack(row, 'voided');
    return { balanceAtomic: spendableOf(row.account) };
  }

  renew(holdId: string): void {
    const row = this.#books.holds.get(holdId);
    if (row?.state === 'held') row.expiresAtMs = this.#books.now() + LEASE_SECONDS * 1_000;
  }

  expireHolds(): number {
    const due = this.#rows(({ state, expiresAtMs }) => state === 'held' && expiresAtMs < this.#books.now());
    for (const row of due) this.#giveBack(row, 'expired');
    return due.length;
  }

  forgetOldAnswers(): number {
    const due = this.#rows(({ answer }) => !!answer && answer.body !== null && this.#isOld(answer.createdAtMs));
    for (const row of due) {
      if (row.answer) row.answer.body = null;
      row.idempotencyKey = null;
    }
    return due.length;
  }

  finish(holdIds: readonly string[]): void {
    for (const holdId of holdIds) {
      const row = this.#books.holds.get(holdId);
      if (row?.state === 'posted') row.finishedAtMs ??= this.#books.now();
    }
  }

  passOf(pass: Pass | null): { readonly pass?: PassState } {
    if (!pass) return {};
    const { tier, included, used } = pass;
    const [startsAt, expiresAt] = [new Date(pass.startsAtMs), new Date(pass.expiresAtMs)];
    const state = this.isRunning(pass) ? 'active' : 'queued';
    return { pass: { tier, state, startsAt, expiresAt, callsIncluded: included, callsLeft: included - used } };
  }

  /** Passes that have not ended, in the order in which calls draw on them. */
  unexpired(account: Account): readonly Pass[] {
    const own = this.#books.passes.filter((one) => one.account === account && one.expiresAtMs > this.#books.now());
    return own.sort((a, b) => a.startsAtMs - b.startsAtMs);
  }

  /** The newest answer to the request whose response was not finished, beside those of `noted`. */
  unfinished(account: Account, request: string, noted: readonly string[] = []): HoldRow | undefined {
    const sinceMs = this.#books.now() - REDELIVERY_SECONDS * 1_000;
    const own = this.#rows((row) => row.account === account && row.request === request && row.state === 'posted');
    const open = own.filter(({ finishedAtMs, answer }) => finishedAtMs === null && answer?.body != null);
    const young = open.filter(({ closedAtMs, holdId }) => (closedAtMs ?? 0) > sinceMs && !noted.includes(holdId));
    return young.sort((a, b) => (b.closedAtMs ?? 0) - (a.closedAtMs ?? 0) || b.id - a.id)[0];
  }

  /** Writes a hold on a pass or on the balance. */
  open(account: Account, { line, pass }: Draft, place: number, name: BillName | null): HoldRow {
    const amount = pass ? 0n : line.priceAtomic;
    if (pass) this.#books.draw(pass, 1);
    else this.#books.hold(account, amount);
    const id = this.#books.holds.size + 1;
    const { kind, subject, request } = line;
    const row: HoldRow = {
      id,
      holdId: `${id}.${id + 1_000}`,
      account,
      amount,
      pass,
      kind,
      subject,
      request,
      line: place,
      bill: name?.bill ?? null,
      idempotencyKey: name?.idempotencyKey ?? null,
      state: 'held',
      answer: null,
      expiresAtMs: this.#books.now() + LEASE_SECONDS * 1_000,
      closedAtMs: null,
      finishedAtMs: null,
    };
    this.#books.constrain(!this.#isNamed(row), `${name?.idempotencyKey} names one bill of account ${account.id}`);
    this.#books.holds.set(row.holdId, row);
    return row;
  }

  isRunning({ startsAtMs, expiresAtMs }: Pass): boolean {
    return startsAtMs <= this.#books.now() && this.#books.now() < expiresAtMs;
  }

  /** The account of the key, which counts as presented by now. */
  #present(apiKey: string): Account | undefined {
    const key = this.#books.keyOf(apiKey);
    if (key) key.presented = true;
    return key?.account;
  }

  #isNamed({ account, idempotencyKey, line }: HoldRow): boolean {
    if (idempotencyKey === null) return false;
    return this.#knownOf(account, idempotencyKey).some((one) => one.line === line);
  }

  #knownOf(account: Account, idempotencyKey: string | undefined): readonly HoldRow[] {
    if (idempotencyKey === undefined) return [];
    const named = this.#rows((row) => row.account === account && row.idempotencyKey === idempotencyKey);
    return named.filter(({ state }) => state === 'held' || state === 'posted');
  }

  /** The conflict with the bill under its name. */
  #identified(known: readonly HoldRow[], bill: string): HoldRefusal | Again | null {
    const isStale = ({ state, expiresAtMs, closedAtMs, answer }: HoldRow) =>
      state === 'held' ? expiresAtMs < this.#books.now() : answer?.body == null || this.#isOld(closedAtMs);
    if (known.some(isStale)) return 'stale';
    if (known.some((one) => one.bill !== bill)) return { outcome: 'differs' };
    return known.some(({ state }) => state === 'held') ? { outcome: 'in_flight' } : null;
  }

  /** The source of each line's reservation: the running pass, then the balance, then a queued pass. */
  #drafted(account: Account, lines: readonly HoldLine[], stored: readonly unknown[]): readonly (Draft | null)[] {
    const passes = this.unexpired(account);
    const left = new Map(passes.map((pass) => [pass, pass.included - pass.used]));
    const drawn = (running: boolean): Pass | null => {
      const pass = passes.find((one) => this.isRunning(one) === running && (left.get(one) ?? 0) > 0) ?? null;
      if (pass) left.set(pass, (left.get(pass) ?? 0) - 1);
      return pass;
    };
    let balance = spendableOf(account);
    return lines.map((line, n) => {
      if (stored[n]) return null;
      const pass = drawn(true) ?? (balance >= line.priceAtomic ? null : drawn(false));
      if (!pass) balance -= line.priceAtomic;
      return { line, pass };
    });
  }

  #giveBack(row: HoldRow, state: 'voided' | 'expired'): void {
    this.#close(row, state);
    row.idempotencyKey = null;
    if (row.pass) this.#books.draw(row.pass, -1);
    else this.#books.hold(row.account, -row.amount);
  }

  #close(row: HoldRow, state: HoldRow['state']): void {
    row.state = state;
    row.closedAtMs = this.#books.now();
  }

  #isOld(ms: number | null): boolean {
    return ms !== null && ms <= this.#books.now() - RETENTION_SECONDS * 1_000;
  }

  #rows(wanted: (row: HoldRow) => boolean): HoldRow[] {
    return [...this.#books.holds.values()].filter(wanted);
  }
}

/** The spendable amount: balance less holds. */
export function spendableOf({ balance, held }: Account): bigint {
  return balance - held;
}

function replayed({ holdId, answer }: HoldRow, balanceAtomic: bigint): Replayed {
  if (answer?.body == null) throw new Error(`the answer of hold ${holdId} is gone`);
  return { outcome: 'replayed', holdId, balanceAtomic, answer: { body: answer.body, verdict: answer.verdict } };
}
