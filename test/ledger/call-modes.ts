import type { BillResult, HoldRequest, HoldResult, PostResult } from '#ledger/books.ts';
import type { WaitingCall } from '#ledger/holds/batches.ts';
import { holdAll } from '#ledger/holds/bill.ts';
import type { Deliveries } from '#ledger/holds/deliveries.ts';
import { hold, holdSeveral } from '#ledger/holds/hold.ts';
import { type Post, post, postSeveral } from '#ledger/holds/post.ts';
import type { Sql } from '#ledger/postgres/sql.ts';

/** How the calls of one moment are answered: by themselves one after the other, or by statements for several. */
export interface CallMode {
  holds(requests: readonly HoldRequest[]): Promise<readonly HoldResult[]>;
  posts(posts: readonly Post[]): Promise<readonly PostResult[]>;
}

/** The modes in which a database answers calls: each must come to the same. */
export function callModesOf(sql: Sql, deliveries: Deliveries) {
  const oneByOne: CallMode = {
    holds: (requests) => inTurn(requests, (request) => hold(sql, deliveries, request)),
    posts: (posts) => inTurn(posts, ({ holdId, answer }) => post(sql, holdId, answer)),
  };
  // As bills of one line, which are decided under the lock of the account.
  const asBills: CallMode = {
    holds: (requests) => inTurn(requests, (request) => asBill(sql, deliveries, request)),
    posts: oneByOne.posts,
  };
  // What the statement leaves alone is answered as before.
  const together: CallMode = {
    holds: (requests) => atOnce(requests, (members) => holdSeveral(sql, deliveries, members), oneByOne.holds),
    posts: (posts) => atOnce(posts, (members) => postSeveral(sql, members), oneByOne.posts),
  };
  // The same by the statements that leave locked rows alone, of which there are none.
  const unlocked: CallMode = {
    holds: (requests) => atOnce(requests, (members) => holdSeveral(sql, deliveries, members, isFree), oneByOne.holds),
    posts: (posts) => atOnce(posts, (members) => postSeveral(sql, members, isFree), oneByOne.posts),
  };
  return { asBills, oneByOne, together, unlocked };
}

async function asBill(sql: Sql, deliveries: Deliveries, request: HoldRequest): Promise<HoldResult> {
  const { apiKey, idempotencyKey, ...line } = request;
  const named = idempotencyKey === undefined ? {} : { idempotencyKey };
  const result: BillResult = await holdAll(sql, deliveries, { apiKey, lines: [line], ...named });
  const [only] = 'lines' in result ? result.lines : [result];
  if (!only) throw new Error('the bill came back without its line');
  return only;
}

function isFree(): never {
  throw new Error('a row was taken for locked');
}

/** The answers to questions that are asked one after the other. */
export async function inTurn<Q, A>(questions: readonly Q[], ask: (question: Q) => Promise<A>): Promise<A[]> {
  const answers: A[] = [];
  for (const question of questions) answers.push(await ask(question));
  return answers;
}

async function atOnce<Q, A>(
  questions: readonly Q[],
  several: (members: readonly WaitingCall<Q, A>[]) => Promise<readonly WaitingCall<Q, A>[]>,
  rest: (questions: readonly Q[]) => Promise<readonly A[]>,
): Promise<readonly A[]> {
  const answers = new Map<number, A>();
  const members = questions.map((question, n) => ({
    question,
    answer: (given: A | PromiseLike<A>) => void answers.set(n, given as A),
    fail: () => undefined,
  }));
  const left = await several(members);
  const late = await rest(left.map(({ question }) => question));
  for (const [n, member] of left.entries())
    answers.set(members.indexOf(member as (typeof members)[number]), late[n] as A);
  return questions.map((_, n) => answers.get(n) as A);
}
