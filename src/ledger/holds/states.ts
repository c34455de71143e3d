import { type Transition, transitionSql } from '../transitions.ts';
import { LEASE_SECONDS } from './limits.ts';

/** The states of a hold as the table stores them. */
type HoldState = 'held' | 'posted' | 'voided' | 'expired';

export type HoldEvent =
  | 'hold'
  | 'renew'
  | 'post'
  | 'free'
  | 'failed'
  | 'expire'
  | 'finish'
  | 'forget'
  | 'fold'
  | 'delete';

const LEASED = `now() + make_interval(secs => ${LEASE_SECONDS})`;
const GIVEN_BACK = { closed_at: 'now()', idempotency_key: 'NULL' };
const GIVEN_BACK_WRITES = ['held amount of the account or used calls of the pass'];

/** All that can happen to a hold. The statements take states and columns from here. */
export const holdStates: readonly Transition<HoldState, HoldEvent>[] = [
  {
    from: ['none'],
    event: 'hold',
    to: 'held',
    condition: 'a pass or the balance covers it, and no stored answer is due to its caller',
    sets: { expires_at: LEASED },
    writes: ['held amount of the account or a used call of the pass'],
  },
  {
    from: ['held'],
    event: 'renew',
    to: 'same',
    sets: { expires_at: LEASED },
  },
  {
    from: ['held'],
    event: 'post',
    to: 'posted',
    sets: { closed_at: 'now()', answer_id: 'holds.id' },
    writes: ['the answer', 'balance and held amount of the account', 'balance of revenue', 'a charge and its posting'],
    sends: ['the answer'],
  },
  {
    from: ['held'],
    event: 'free',
    to: 'voided',
    sets: { ...GIVEN_BACK, why: "'free'" },
    writes: GIVEN_BACK_WRITES,
    sends: ['an answer for nothing'],
  },
  {
    from: ['held'],
    event: 'failed',
    to: 'voided',
    sets: { ...GIVEN_BACK, why: "'failed'" },
    writes: GIVEN_BACK_WRITES,
    sends: ['a failure'],
  },
  {
    from: ['held'],
    event: 'expire',
    to: 'expired',
    lease: 'over',
    sets: GIVEN_BACK,
    writes: GIVEN_BACK_WRITES,
  },
  {
    from: ['posted'],
    event: 'finish',
    to: 'same',
    condition: 'the response with the answer was finished',
    sets: { finished_at: 'now()' },
  },
  {
    from: ['posted'],
    event: 'forget',
    to: 'same',
    condition: 'posted 24 hours ago',
    sets: { idempotency_key: 'NULL' },
    writes: ['the body of the answer, which is deleted'],
  },
  {
    from: ['posted'],
    event: 'fold',
    to: 'none',
    condition: 'posted longer ago than charges are kept',
    writes: ['the sums of its movement and of its refund, which are deleted', 'folded calls of the pass'],
  },
  {
    from: ['voided', 'expired'],
    event: 'delete',
    to: 'none',
    condition: 'given back 24 hours ago',
  },
];

export const { assigned, columns, values, isBefore } = transitionSql(
  { table: 'holds', live: 'holds.expires_at >= now()', over: 'holds.expires_at < now()' },
  holdStates,
);
