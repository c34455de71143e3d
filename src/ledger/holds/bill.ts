import { advancedEpoch, isAccount } from '../accounts/account-row.ts';
import { sha256 } from '../accounts/api-key.ts';
import type { BillRequest, BillResult, Held, HoldLine, HoldRefusal, LineRefusal, Replayed } from '../books.ts';
import { checkEcho, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { onceCommitted, type SqlTransaction } from '../postgres/transaction.ts';
import { type Undecided, untilDecided } from './attempts.ts';
import { giveBack, holdIdsIn } from './closing.ts';
import type { Deliveries } from './deliveries.ts';
import { newToken } from './name.ts';
import { type PassRow, passState } from './pass-state.ts';
import { isOutdated, isUnfinished, keepsName } from './repeats.ts';
import { columns, values } from './states.ts';

const LINES_MAX = 100;
/** Canonical requests are JSON in one line: no request can look like two. */
const SEPARATOR = '\n';

/**
 * Reserves every line of a bill that has no stored answer, or none of them. The running pass covers as many lines as it can, in the order
 * of the bill, then the balance, then queued passes. One transaction under the lock of the account. For a bill of one line, the result
 * equals the one statement of `hold`.
 */
export async function holdAll(sql: Sql, deliveries: Deliveries, bill: BillRequest): Promise<BillResult> {
  const { lines, ...who } = bill;
  if (lines.length === 0 || lines.length > LINES_MAX)
    throw new RangeError(`a bill has 1 to ${LINES_MAX} lines, not ${lines.length}`);
  const requests = lines.map(({ request }) => request);
  const search: Search = {
    key: sha256(bill.apiKey),
    requests,
    billHash: sha256(requests.join(SEPARATOR)),
    identifier: bill.idempotencyKey ?? null,
  };
  return await untilDecided<BillResult>(sql, deliveries, who, async (unwritten) => {
    const delivered = (holdId: string) => unwritten || deliveries.has(holdId);
    const decided = onceCommitted(sql, (tx) => decide(tx, lines, search, delivered));
    return await unlessDown(decided, STATEMENT_MS_MAX, (late) => {
      if (typeof late === 'object') giveBack(sql, holdIdsIn(late));
    });
  });
}

/** No row is written before the decision to reserve, so that a refusal may be committed. */
async function decide(
  tx: SqlTransaction,
  lines: readonly HoldLine[],
  search: Search,
  delivered: (holdId: string) => boolean,
): Promise<BillResult | Undecided> {
  const found = await findUnderLock(tx, search);
  const { spendable } = found;
  if (spendable === undefined) return { outcome: 'key_unknown' };
  const stopped = identified(found);
  if (stopped) return stopped;
  const stored = storedLines(found, delivered);
  if (stored === 'delivered') return stored;
  const due = lines.flatMap((line, n) => (stored.has(n) ? [] : [{ ...line, line: n }]));
  const drafts = drafted(due, found.passes, spendable);
  const refusal = refused(spendable, drafts);
  if (refusal && stored.size === 0) return refusal;
  const opened = drafts.length > 0 && !refusal ? await open(tx, search, drafts) : null;
  const balanceAtomic = opened?.spendable ?? spendable;
  const became = (n: number) => repeated(stored.get(n), balanceAtomic) ?? refusal ?? entered(n, opened, balanceAtomic);
  return { outcome: 'held', lines: lines.map((_, n) => became(n)) };
}

/** The conflict with the bill under its idempotency key. */
function identified({ known }: Found): HoldRefusal | Undecided | null {
  if (known.some(({ stale }) => stale)) return 'stale';
  if (known.some(({ differs }) => differs)) return { outcome: 'differs' };
  return known.some(({ state }) => state === 'held') ? { outcome: 'in_flight' } : null;
}

/** The stored answers by line: first by the idempotency key, then answers whose response was not finished. */
function storedLines(
  { known, unfinished }: Found,
  delivered: (holdId: string) => boolean,
): ReadonlyMap<number, StoredLine> | 'delivered' {
  const stored = new Map<number, StoredLine>();
  for (const one of known) if (one.state === 'posted') stored.set(one.line, one);
  for (const one of unfinished) {
    if (stored.has(one.line)) continue;
    if (delivered(one.hold_id)) return 'delivered';
    stored.set(one.line, one);
  }
  return stored;
}

function refused(spendable: bigint, drafts: readonly Draft[]): LineRefusal | null {
  const total = drafts.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
  return total > spendable ? { outcome: 'insufficient_balance', balanceAtomic: spendable } : null;
}

function repeated(before: StoredLine | undefined, balanceAtomic: bigint): Replayed | null {
  if (!before) return null;
  const answer = { body: before.body, verdict: before.verdict };
  return { outcome: 'replayed', holdId: before.hold_id, balanceAtomic, answer };
}

function entered(line: number, opened: Opened | null, balanceAtomic: bigint): Held {
  const held = opened?.lines.get(line);
  if (!held) throw new Error(`line ${line} of the bill was not entered`);
  const pass = held.pass ? { pass: passState(held.pass) } : {};
  return { outcome: 'held', holdId: held.holdId, balanceAtomic, ...pass };
}

/** A line of a bill with its index. */
interface PlacedLine extends HoldLine {
  readonly line: number;
}

/** A line and the source of its reservation: a pass, or an amount of the balance. */
interface Draft extends PlacedLine {
  readonly pass: OpenPass | null;
  readonly amountAtomic: bigint;
}

/** The reservation: the holds by line, and the rest to spend. */
interface Opened {
  readonly spendable: bigint;
  readonly lines: ReadonlyMap<number, { readonly holdId: string; readonly pass: PassRow | null }>;
}

/**
 * The source of each line's reservation, in order: a call of the running pass, then the balance of `spendable`, and only if that does not
 * cover it a call of a queued pass. An uncovered line takes its price.
 */
function drafted(lines: readonly PlacedLine[], passes: readonly OpenPass[], spendable: bigint): readonly Draft[] {
  const left = new Map(passes.map((pass) => [pass, pass.included - pass.used]));
  const drawn = (isRunning: boolean): OpenPass | null => {
    const pass = passes.find((one) => one.running === isRunning && (left.get(one) ?? 0) > 0) ?? null;
    if (pass) left.set(pass, (left.get(pass) ?? 0) - 1);
    return pass;
  };
  let balance = spendable;
  return lines.map((line) => {
    const pass = drawn(true) ?? (balance >= line.priceAtomic ? null : drawn(false));
    if (!pass) balance -= line.priceAtomic;
    return { ...line, pass, amountAtomic: pass ? 0n : line.priceAtomic };
  });
}

interface OpenedRow {
  readonly hold_id: string;
  readonly line: number;
  readonly spendable: bigint;
}

/** Reserves the drafts in one statement. Account and passes are locked and were found to suffice. */
async function open(tx: SqlTransaction, search: Search, drafts: readonly Draft[]): Promise<Opened> {
  const rows = await tx<OpenedRow[]>`
    WITH caller AS MATERIALIZED (
      SELECT account_id FROM api_keys WHERE hash = ${search.key}
    ), drafts AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${encoded(drafts)}::text::json)
        AS draft (line smallint, token bigint, kind text, subject text, size text, hash text, pass_id bigint, amount bigint)
    ), drawn AS (
      UPDATE passes SET used = used + taken.calls
      FROM (SELECT pass_id, count(*)::int AS calls FROM drafts WHERE pass_id IS NOT NULL GROUP BY pass_id) AS taken
      WHERE passes.id = taken.pass_id
    ), reserved AS (
      UPDATE accounts SET held = held + (SELECT sum(amount) FROM drafts), ${advancedEpoch(tx)}
      WHERE ${isAccount(tx, tx`(SELECT account_id::text FROM caller)`)} RETURNING balance - held AS spendable
    ), opened AS (
      INSERT INTO holds (token, account_id, amount, pass_id, kind, subject, size, request_hash, bill_hash, line,
        idempotency_key, ${columns(tx, 'hold')})
      SELECT token, caller.account_id, amount, pass_id, kind, subject, size, decode(hash, 'hex'),
        ${search.identifier === null ? null : search.billHash}, line, ${search.identifier},
        ${values(tx, 'hold')}
      FROM caller, drafts RETURNING id, token, line
    )
    SELECT concat_ws('.', opened.id, opened.token) AS hold_id, opened.line, reserved.spendable FROM opened, reserved`;
  const taken = usedAfter(drafts);
  const passes = new Map(drafts.map(({ line, pass }) => [line, pass && { ...pass, used: taken.get(pass.id) ?? 0 }]));
  const lines = new Map(rows.map((row) => [row.line, { holdId: row.hold_id, pass: passes.get(row.line) ?? null }]));
  const [row] = rows;
  if (!row) throw new Error('the bill was not entered');
  return { spendable: row.spendable, lines };
}

function encoded(drafts: readonly Draft[]): string {
  return JSON.stringify(
    drafts.map(({ line, kind, subject, size, request, pass, amountAtomic }) => ({
      line,
      token: String(newToken()),
      kind,
      subject,
      size: size ?? null,
      hash: Buffer.from(sha256(request)).toString('hex'),
      pass_id: pass?.id ?? null,
      amount: String(amountAtomic),
    })),
  );
}

/** How many calls are used on each pass once the whole bill is reserved. */
function usedAfter(drafts: readonly Draft[]): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { pass } of drafts) if (pass) used.set(pass.id, (used.get(pass.id) ?? pass.used) + 1);
  return used;
}

/** A line that the idempotency key names. */
type KnownLine = { readonly line: number; readonly differs: boolean; readonly stale: boolean } & (
  | { readonly state: 'held' }
  | ({ readonly state: 'posted' } & StoredLine)
);

/** A stored answer and its hold. */
interface StoredLine {
  readonly line: number;
  readonly hold_id: string;
  readonly body: string;
  readonly verdict: string;
}

/** A pass with calls left, under its lock. */
type OpenPass = PassRow & { readonly id: string };

/** The inputs of a bill's decision. `spendable` is absent for an unknown key; passes are in the order in which calls draw on them. */
interface Found {
  readonly spendable: bigint | undefined;
  readonly passes: readonly OpenPass[];
  readonly known: readonly KnownLine[];
  readonly unfinished: readonly StoredLine[];
}

/** The search keys: the canonical requests of the lines, and the name of the bill. */
interface Search {
  readonly key: Uint8Array;
  readonly requests: readonly string[];
  readonly billHash: Uint8Array;
  readonly identifier: string | null;
}

/**
 * Locks the account and then its passes, and reads the inputs of a bill's decision. The statements leave together and each sees every
 * commit before its start, so that a statement that waited for the lock sees the changes under it.
 */
async function findUnderLock(tx: SqlTransaction, search: Search): Promise<Found> {
  const echo = newToken();
  const [, passes, account, known, unfinished] = await Promise.all([
    lockAccount(tx, search.key),
    lockPasses(tx, search.key),
    readSpendable(tx, search.key, echo),
    search.identifier === null ? [] : readKnown(tx, search, search.identifier),
    readUnfinished(tx, search),
    notePresented(tx, search.key),
  ]);
  const inOrder = [...passes].sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  checkEcho(account[0]?.echo, echo);
  return { spendable: account[0]?.spendable ?? undefined, passes: inOrder, known, unfinished };
}

function lockAccount(tx: SqlTransaction, key: Uint8Array) {
  return tx`
    SELECT FROM accounts
    WHERE ${isAccount(tx, tx`(SELECT account_id::text FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL)`)}
    FOR NO KEY UPDATE`;
}

/** After the passes, because that is the order in which a single hold locks. */
function notePresented(tx: SqlTransaction, key: Uint8Array) {
  return tx`
    UPDATE api_keys SET presented_at = now() WHERE hash = ${key} AND revoked_at IS NULL AND presented_at IS NULL`;
}

function lockPasses(tx: SqlTransaction, key: Uint8Array) {
  return tx<OpenPass[]>`
    SELECT id::text, tier, starts_at, expires_at, included, used, starts_at <= now() AS running FROM passes
    WHERE account_id = (SELECT account_id FROM api_keys WHERE hash = ${key} AND revoked_at IS NULL)
      AND expires_at > now() AND used < included
    ORDER BY passes.id FOR NO KEY UPDATE`;
}

/** Repeats `echo`, which shows that the row is of this statement. */
function readSpendable(tx: SqlTransaction, key: Uint8Array, echo: bigint) {
  return tx<{ echo: bigint; spendable: bigint | null }[]>`
    SELECT ${echo}::bigint AS echo, (
      SELECT accounts.balance - accounts.held FROM api_keys
      JOIN accounts ON ${isAccount(tx, tx`api_keys.account_id::text`)} WHERE api_keys.hash = ${key} AND api_keys.revoked_at IS NULL
    ) AS spendable`;
}

function readKnown(tx: SqlTransaction, search: Search, identifier: string) {
  return tx<KnownLine[]>`
    SELECT holds.line, holds.state, concat_ws('.', holds.id, holds.token) AS hold_id, holds.bill_hash <> ${search.billHash} AS differs,
      ${isOutdated(tx)} OR (holds.state = 'posted' AND answers.body IS NULL) AS stale, answers.body, answers.verdict
    FROM holds LEFT JOIN answers ON answers.hold_id = holds.id
    WHERE holds.account_id = (SELECT account_id FROM api_keys WHERE hash = ${search.key} AND revoked_at IS NULL)
      AND holds.idempotency_key = ${identifier} AND ${keepsName(tx)}`;
}

function readUnfinished(tx: SqlTransaction, search: Search) {
  const hashes = search.requests.map((request, line) => ({ line, hash: Buffer.from(sha256(request)).toString('hex') }));
  return tx<StoredLine[]>`
    SELECT asked.line, stored.hold_id, stored.body, stored.verdict
    FROM json_to_recordset(${JSON.stringify(hashes)}::text::json) AS asked (line int, hash text)
    CROSS JOIN LATERAL (
      SELECT concat_ws('.', holds.id, holds.token) AS hold_id, answers.body, answers.verdict
      FROM holds JOIN answers ON answers.hold_id = holds.id
      WHERE holds.account_id = (SELECT account_id FROM api_keys WHERE hash = ${search.key} AND revoked_at IS NULL)
        AND holds.request_hash = decode(asked.hash, 'hex')
        AND ${isUnfinished(tx)}
      ORDER BY holds.closed_at DESC, holds.id DESC LIMIT 1
    ) AS stored`;
}
