import { setTimeout as wait } from 'node:timers/promises';
import type {
  BillLine,
  BillRequest,
  BillResult,
  Held,
  HoldLine,
  HoldResult,
  Ledger,
  LineRefusal,
  PostResult,
  Replayed,
  StoredAnswer,
} from '#ledger/books.ts';
import { Fault } from '#lib/fault.ts';
import type { Bill, FindGone, Line, LineBilling, Progress, Served, ServedLine, Work, Worked } from '../bill.ts';
import { totalOf } from '../bill.ts';
import { underLease } from './lease.ts';
import { throughOutage } from './outage.ts';

const REQUEST_RETRY_SECONDS = 1;

/** How often a call that waits for an earlier one asks again: longer than any check takes. */
const WAITS_MAX = 35;

/**
 * Reserves the lines of a bill on a key: one round trip. The fault that is returned, and not thrown, is a refusal that
 * another means of payment lifts: `api_key_unknown` or `insufficient_balance`.
 */
export async function holdBill(ledger: Ledger, bill: Bill, apiKey: string): Promise<readonly BillLine[] | Fault> {
  let result = await askForHolds(ledger, bill, apiKey);
  for (let waits = 0; result.outcome === 'in_flight' && bill.credentials.waits && waits < WAITS_MAX; waits += 1) {
    await wait(REQUEST_RETRY_SECONDS * 1_000);
    result = await askForHolds(ledger, bill, apiKey);
  }
  const priceAtomic = totalOf(bill.lines);
  switch (result.outcome) {
    case 'held':
      return result.lines;
    case 'key_unknown':
      return new Fault('api_key_unknown', undefined, { priceAtomic });
    case 'insufficient_balance':
      return refusalOf(result, priceAtomic);
    case 'in_flight':
      throw new Fault('request_in_flight', undefined, { retryAfterSeconds: REQUEST_RETRY_SECONDS });
    case 'differs':
      throw new Fault('request_differs');
  }
}

async function askForHolds(ledger: Ledger, { lines, credentials }: Bill, apiKey: string): Promise<BillResult> {
  const { idempotencyKey } = credentials;
  const caller: Omit<BillRequest, 'lines'> = idempotencyKey === null ? { apiKey } : { apiKey, idempotencyKey };
  const [only] = lines;
  if (only && lines.length === 1) return billOfOne(await ledger.hold({ ...holdLineOf(only), ...caller }));
  return await ledger.holdAll({ ...caller, lines: lines.map(holdLineOf) });
}

function billOfOne(result: HoldResult): BillResult {
  return result.outcome === 'held' || result.outcome === 'replayed' ? { outcome: 'held', lines: [result] } : result;
}

function holdLineOf({ kind, subject, request, size, priceAtomic }: Line): HoldLine {
  return { kind, subject, request, ...(size !== undefined && { size }), priceAtomic };
}

/** Works on the lines that have a hold; each is charged or given back by itself. Lines with a stored answer get it again. */
export async function serveHolds<W extends Worked>(
  ledger: Ledger,
  bill: Bill,
  holds: readonly BillLine[],
  work: Work<W>,
  progress?: Progress<W>,
): Promise<Served<W>> {
  const serve = async (line: Line, n: number): Promise<ServedLine<W> | { readonly failure: unknown }> => {
    const hold = holds[n];
    if (hold === undefined) throw new Error(`line ${n} of the bill was not held`);
    const result =
      hold.outcome === 'held'
        ? await chargedLine(ledger, line, hold, work, bill.left).catch((failure: unknown) => ({ failure }))
        : closedLine(line, hold);
    progress?.served(n, result);
    return result;
  };
  progress?.reserved();
  const [only] = bill.lines;
  // One promise less for most calls.
  const lines = only && bill.lines.length === 1 ? [await serve(only, 0)] : await Promise.all(bill.lines.map(serve));
  return { lines, receipt: null, change: null };
}

function refusalOf(refusal: LineRefusal, priceAtomic: bigint): Fault {
  return new Fault(refusal.outcome, undefined, { priceAtomic, balanceAtomic: refusal.balanceAtomic });
}

/** A line that is not worked. */
function closedLine(line: Line, hold: Replayed | LineRefusal): ServedLine<never> | { readonly failure: unknown } {
  return hold.outcome === 'replayed' ? replayedLine(hold) : { failure: refusalOf(hold, line.priceAtomic) };
}

function replayedLine({ answer, holdId, balanceAtomic }: Replayed): ServedLine<never> {
  return { answer, holdId, billing: { route: 'none', chargedAtomic: 0n, balanceAtomic, replayed: true } };
}

/** Works on a line, then posts its hold with the answer, or gives the hold back where the answer is free. */
async function chargedLine<W extends Worked>(
  ledger: Ledger,
  line: Line,
  hold: Held,
  work: Work<W>,
  left: Bill['left'],
): Promise<ServedLine<W>> {
  const { holdId } = hold;
  const worked = await workOn(ledger, line, holdId, work);
  const { answer } = worked;
  if (worked.free) {
    const { balanceAtomic } = await ledger.void(holdId, 'free');
    const balance = balanceAtomic !== null && { balanceAtomic };
    return { answer, worked, billing: { route: 'none', chargedAtomic: 0n, ...balance, replayed: false } };
  }
  const posted = await postSurely(ledger, holdId, answer, left?.() ?? undefined);
  if (posted.outcome === 'lost') throw new Fault('answer_not_stored');
  return { answer, worked, holdId, billing: billingOf(line, hold, posted) };
}

function billingOf(line: Line, hold: Held, posted: PostResult & { readonly outcome: 'posted' }): LineBilling {
  const { balanceAtomic } = posted;
  const pass = posted.pass ?? hold.pass;
  if (hold.pass === undefined || pass === undefined) {
    return { route: 'credit', chargedAtomic: line.priceAtomic, balanceAtomic, replayed: false };
  }
  return { route: 'pass', chargedAtomic: 0n, balanceAtomic, pass, replayed: false };
}

function workOn<W extends Worked>(ledger: Ledger, line: Line, holdId: string, work: Work<W>): Promise<W> {
  const worked = underLease(
    () => ledger.renew(holdId),
    (lease) => work(line, lease),
  );
  return worked.catch(async (error: unknown) => {
    // The reason of the failure is what the caller must learn. If the hold cannot be given back now, its lease runs out.
    await ledger.void(holdId, 'failed').catch(() => undefined);
    throw error;
  });
}

/**
 * Posts, and asks again while the database is away: a post whose outcome was lost with its connection may have been
 * written, and the ledger answers a repeat of it as posted without charging twice.
 */
function postSurely(
  ledger: Ledger,
  holdId: string,
  answer: StoredAnswer,
  left: FindGone | undefined,
): Promise<PostResult> {
  return throughOutage(() => ledger.post(holdId, answer, left)).catch((error: unknown) => {
    throw new Fault(
      'answer_not_stored',
      'The database went away while the charge and the answer were being written. They are written together or not at all: look at the balance before asking again.',
      error instanceof Fault ? error.extra : {},
    );
  });
}
