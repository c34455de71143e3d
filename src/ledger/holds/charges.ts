import type { BillRequest, BillResult, HoldRequest, HoldResult, PostResult, StoredAnswer } from '../books.ts';
import type { Sql } from '../postgres/sql.ts';
import { openBatches } from './batches.ts';
import { holdAll } from './bill.ts';
import { giveBack, holdIdsIn } from './closing.ts';
import type { Deliveries } from './deliveries.ts';
import { hold, holdSeveral } from './hold.ts';
import { Locks } from './locks.ts';
import { type Post, post, postSeveral } from './post.ts';

/** Statements of each sort that are under way at once. One may wait for a lock; more would be shared by fewer calls each. */
const LANES = 2;

/** Holds and posts. Concurrent ones share statements, and so the cost of a commit. */
export interface Charges {
  hold(request: HoldRequest): Promise<HoldResult>;
  holdAll(bill: BillRequest): Promise<BillResult>;
  post(holdId: string, answer: StoredAnswer): Promise<PostResult>;
}

/**
 * Opens them. A call with an idempotency key and a bill of several lines never share a statement. Each key sends one of these at a time;
 * the next ones wait in the process, so that a locked account takes one connection.
 */
export function openCharges(sql: Sql, deliveries: Deliveries): Charges {
  const locks = new Locks();
  const onLate = (result: HoldResult | BillResult): void => giveBack(sql, holdIdsIn(result));
  const holds = openBatches<HoldRequest, HoldResult>(
    LANES,
    {
      name: ({ apiKey }) => apiKey,
      one: (request) => hold(sql, deliveries, request),
      several: (members, skipped) => holdSeveral(sql, deliveries, members, skipped),
      onLate,
    },
    locks,
  );
  const posts = openBatches<Post, PostResult>(LANES, {
    name: ({ holdId }) => holdId,
    one: ({ holdId, answer }) => post(sql, holdId, answer),
    several: (members, skipped) => postSeveral(sql, members, skipped),
  });
  return {
    hold: (request) =>
      request.idempotencyKey === undefined
        ? holds.ask(request)
        : locks.take(request.apiKey, () => hold(sql, deliveries, request), onLate),
    holdAll: (bill) => locks.take(bill.apiKey, () => holdLines(sql, deliveries, bill), onLate),
    post: (holdId, answer) => posts.ask({ holdId, answer }),
  };
}

/** A bill of one line is decided by the statement for a single call, in one round trip. */
async function holdLines(sql: Sql, deliveries: Deliveries, { lines, ...who }: BillRequest): Promise<BillResult> {
  const [only, ...others] = lines;
  if (!only || others.length > 0) return await holdAll(sql, deliveries, { lines, ...who });
  const result = await hold(sql, deliveries, { ...who, ...only });
  return result.outcome === 'held' || result.outcome === 'replayed' ? { outcome: 'held', lines: [result] } : result;
}
