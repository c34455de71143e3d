import type { Sql } from '../postgres/sql.ts';
import type { Transaction } from '../postgres/transaction.ts';

/** The states of a hold as the table stores them. `none` stands for no row: before a hold is opened, and after it is deleted. */
type HoldState = 'none' | 'held' | 'posted' | 'voided' | 'expired';

/** One arrow of the diagram. */
interface HoldTransition {
  readonly from: HoldState;
  readonly event: string;
  readonly to: HoldState;
  /** Columns of the hold that the event assigns beside its state, as SQL. */
  readonly sets: readonly string[];
  /** What else the same statement or transaction writes. */
  readonly writes: readonly string[];
  /** What leaves the service once that is committed. */
  readonly sends: readonly string[];
}

/**
 * All that can happen to a hold. Statements that close, expire, finish, forget or fold take their states and columns from here. Those that
 * open or renew one spell them out: the first inserts a whole row, the second writes the lease alone.
 */
export const holdStates = [
  {
    from: 'none',
    event: 'hold',
    to: 'held',
    sets: [],
    writes: ['the lease', 'held amount of the account or a used call of the pass'],
    sends: [],
  },
  { from: 'held', event: 'renew', to: 'held', sets: [], writes: ['the lease'], sends: [] },
  {
    from: 'held',
    event: 'post',
    to: 'posted',
    sets: ['closed_at = now()', 'answer_id = holds.id'],
    writes: ['the answer', 'balance and held amount of the account', 'balance of revenue', 'a charge and its posting'],
    sends: ['the answer'],
  },
  {
    from: 'held',
    event: 'free',
    to: 'voided',
    sets: ['closed_at = now()', "why = 'free'", 'idempotency_key = NULL'],
    writes: ['held amount of the account or used calls of the pass'],
    sends: ['an answer for nothing'],
  },
  {
    from: 'held',
    event: 'failed',
    to: 'voided',
    sets: ['closed_at = now()', "why = 'failed'", 'idempotency_key = NULL'],
    writes: ['held amount of the account or used calls of the pass'],
    sends: ['a failure'],
  },
  {
    from: 'held',
    event: 'expire',
    to: 'expired',
    sets: ['closed_at = now()', 'idempotency_key = NULL'],
    writes: ['held amount of the account or used calls of the pass'],
    sends: [],
  },
  { from: 'posted', event: 'finish', to: 'posted', sets: ['finished_at = now()'], writes: [], sends: [] },
  {
    from: 'posted',
    event: 'forget',
    to: 'posted',
    sets: ['idempotency_key = NULL'],
    writes: ['the body of the answer, which is deleted'],
    sends: [],
  },
  {
    from: 'posted',
    event: 'fold',
    to: 'none',
    sets: [],
    writes: ['the sums of its movement and refund', 'folded calls of the pass'],
    sends: [],
  },
  { from: 'voided', event: 'delete', to: 'none', sets: [], writes: [], sends: [] },
  { from: 'expired', event: 'delete', to: 'none', sets: [], writes: [], sends: [] },
] as const satisfies readonly HoldTransition[];

/** The events that leave the row of a hold in place and assign columns of it. */
type Assigning = 'post' | 'free' | 'failed' | 'expire' | 'finish' | 'forget';

/** The SET clause of an event: the state that it leads to, where that is another, and the columns that it assigns. */
export function assigned(sql: Sql | Transaction, event: Assigning) {
  const { from, to, sets } = rowOf(event);
  const state = from === to ? [] : [`state = '${to}'`];
  return sql.unsafe([...state, ...sets].join(', '));
}

function rowOf(event: Assigning): HoldTransition {
  const row = holdStates.find((one) => one.event === event);
  if (!row) throw new RangeError(`no hold knows the event ${event}`);
  return row;
}

/** The condition that `holds` is in a state that an event leads out of, by the index of those states. */
export function isBefore(sql: Sql | Transaction, event: 'expire' | 'forget' | 'fold' | 'delete') {
  const states = holdStates.filter((one) => one.event === event).map(({ from }) => `'${from}'`);
  return sql.unsafe(states.length === 1 ? `holds.state = ${states.join()}` : `holds.state IN (${states.join(', ')})`);
}
