import type { BillRequest, BillResult, HoldRequest, HoldResult, PostResult, StoredAnswer } from '../books.ts';
import type { Sql } from '../postgres/sql.ts';
import { openBatches } from './batches.ts';
import { holdAll } from './bill.ts';
import { giveBack, heldIn, post } from './closing.ts';
import type { Deliveries } from './deliveries.ts';
import { hold } from './hold.ts';
import { Locks } from './locks.ts';
import { holdSeveral } from './several-holds.ts';
import { type Post, postSeveral } from './several-posts.ts';

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
  const late = (result: HoldResult | BillResult): void => giveBack(sql, heldIn(result));
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
    holdAll: (bill) => locks.take(bill.apiKey, () => holdAll(sql, deliveries, bill), late),
    post: (holdId, answer) => posts.ask({ holdId, answer }),
  };
}
