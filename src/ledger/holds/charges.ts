import { openBatches } from '../batches.ts';
import type { Deliveries } from '../deliveries.ts';
import type { HoldRequest, HoldResult, PostResult, StoredAnswer } from '../model.ts';
import type { Sql } from '../postgres/database.ts';
import { post } from './closing.ts';
import { hold } from './hold.ts';
import { giveBack, heldIn } from './late.ts';
import { holdSeveral } from './several-holds.ts';
import { type Post, postSeveral } from './several-posts.ts';

/** Statements of each sort under way: one may wait for a lock. More would share less, and wait for each other where one key is busy. */
const LANES = 2;

/** The two moves of every charge. Those of a busy moment share statements, and with them what a commit costs. */
export interface Charges {
  hold(request: HoldRequest): Promise<HoldResult>;
  post(holdId: string, answer: StoredAnswer): Promise<PostResult>;
}

/** A bill that was given a name is looked up under it first, which is never done for several at once. */
export function openCharges(sql: Sql, deliveries: Deliveries): Charges {
  const holds = openBatches<HoldRequest, HoldResult>(LANES, {
    one: (request) => hold(sql, deliveries, request),
    several: (members, locked) => holdSeveral(sql, deliveries, members, locked),
    late: (result) => giveBack(sql, heldIn(result)),
  });
  const posts = openBatches<Post, PostResult>(LANES, {
    one: ({ holdId, answer }) => post(sql, holdId, answer),
    several: (members, locked) => postSeveral(sql, members, locked),
  });
  return {
    hold: (request) => (request.idempotencyKey === undefined ? holds.ask(request) : hold(sql, deliveries, request)),
    post: (holdId, answer) => posts.ask({ holdId, answer }),
  };
}
