import { sha256 } from '../accounts/api-key.ts';
import type { BillRequest, BillResult, Held, HoldLine, HoldRefusal, LineRefusal, Replayed } from '../books.ts';
import { STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { once, type Transaction } from '../postgres/transaction.ts';
import { type Again, untilDecided } from './attempts.ts';
import { giveBack, heldIn } from './closing.ts';
import type { Deliveries } from './deliveries.ts';
import { type Draft, drafted, type Opened, open } from './drafts.ts';
import { hold } from './hold.ts';
import { passState } from './pass-state.ts';
import { type Found, findUnderLock, type Search, type StoredLine } from './standing.ts';

const LINES_MAX = 100;
/** Canonical requests are JSON in one line: no request can look like two. */
const SEPARATOR = '\n';

/**
 * Reserves every line of a bill that is not stored already, or none of them. The running pass covers as many lines as it can, in the
 * order of the bill, then the balance, then queued passes. One transaction under the lock of the account; a single line needs none.
 */
export async function holdAll(sql: Sql, deliveries: Deliveries, bill: BillRequest): Promise<BillResult> {
  const { lines, ...who } = bill;
  const [first] = lines;
  if (!first || lines.length > LINES_MAX)
    throw new RangeError(`a bill has 1 to ${LINES_MAX} lines, not ${lines.length}`);
  if (lines.length === 1) {
    const result = await hold(sql, deliveries, { ...who, ...first });
    return result.outcome === 'held' || result.outcome === 'replayed' ? { outcome: 'held', lines: [result] } : result;
  }
  const requests = lines.map(({ request }) => request);
  const search: Search = {
    key: sha256(bill.apiKey),
    requests,
    billHash: sha256(requests.join(SEPARATOR)),
    identifier: bill.idempotencyKey ?? null,
  };
  return await untilDecided<BillResult>(sql, deliveries, who, async (unwritten) => {
    const delivered = (holdId: string) => unwritten || deliveries.has(holdId);
    const decided = once(sql, (tx) => decide(tx, lines, search, delivered));
    return await unlessDown(decided, STATEMENT_MS_MAX, (late) => {
      if (typeof late === 'object') giveBack(sql, heldIn(late));
    });
  });
}

/** Nothing is written before the decision to reserve, so that a refusal may be committed like anything else. */
async function decide(
  tx: Transaction,
  lines: readonly HoldLine[],
  search: Search,
  delivered: (holdId: string) => boolean,
): Promise<BillResult | Again> {
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

/** What stands in the way of the bill under its idempotency key. */
function identified({ known }: Found): HoldRefusal | Again | null {
  if (known.some(({ stale }) => stale)) return 'stale';
  if (known.some(({ differs }) => differs)) return { outcome: 'differs' };
  return known.some(({ state }) => state === 'held') ? { outcome: 'in_flight' } : null;
}

/** The stored answers by line: those of the idempotency key first, then those whose response was not finished. */
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
