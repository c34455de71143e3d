import type { BillRequest, BillResult, HoldRequest, HoldResult, PostResult, StoredAnswer } from '../books.ts';
import type { Sql } from '../postgres/sql.ts';
import { openBatches } from './batches.ts';
import { holdAll } from './bill.ts';
import { giveBack, holdIdsIn } from './closing.ts';
import type { Deliveries } from './deliveries.ts';
import { hold, holdSeveral } from './hold.ts';
import { Locks } from './locks.ts';
import { type Post, post, postSeveral } from './post.ts';

/** Statements of each sort under way: one may wait for a lock. More would share less, and wait for each other where one key is busy. */
const LANES = 2;

/** The two moves of every charge. Those of a busy moment share statements, and with them what a commit costs. */
export interface Charges {
  hold(request: HoldRequest): Promise<HoldResult>;
  holdAll(bill: BillRequest): Promise<BillResult>;
  post(holdId: string, answer: StoredAnswer): Promise<PostResult>;
}

/**
 * A bill that was given a name is looked up under it first, which is never done for several at once, and one of several lines
 * takes a transaction: of either, a key sends one, and what comes meanwhile waits to learn whether its account's row is locked.
 */
export function openCharges(sql: Sql, deliveries: Deliveries): Charges {
  const locks = new Locks();
  const late = (result: HoldResult | BillResult): void => giveBack(sql, holdIdsIn(result));
  const holds = openBatches<HoldRequest, HoldResult>(
    LANES,
    {
      name: ({ apiKey }) => apiKey,
      one: (request) => hold(sql, deliveries, request),
      several: (members, skipped) => holdSeveral(sql, deliveries, members, skipped),
      late,
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
        : locks.take(request.apiKey, () => hold(sql, deliveries, request), late),
    holdAll: (bill) => locks.take(bill.apiKey, () => holdBill(sql, deliveries, bill), late),
    post: (holdId, answer) => posts.ask({ holdId, answer }),
  };
}

/** A bill of one line may be decided by the statement for single calls, in one round trip. */
async function holdBill(sql: Sql, deliveries: Deliveries, { lines, ...who }: BillRequest): Promise<BillResult> {
  const [only, ...others] = lines;
  if (!only || others.length > 0) return await holdAll(sql, deliveries, { lines, ...who });
  const result = await hold(sql, deliveries, { ...who, ...only });
  return result.outcome === 'held' || result.outcome === 'replayed' ? { outcome: 'held', lines: [result] } : result;
}
