import type { Sql } from '../postgres/sql.ts';
import type { SqlTransaction } from '../postgres/transaction.ts';
import { inStates, type Transition, transitionSql } from '../transitions.ts';
import type { PaymentState } from './payment-book.ts';

/** A call that works on a payment and was silent for this long counts as gone. */
export const LEASE_SECONDS = 60;

const LIVE = 'payments.leased_until > now()';
const LEASED = `now() + make_interval(secs => ${LEASE_SECONDS})`;
const CLOSED = { closed_at: 'now()', leased_until: 'now()' };
const RELEASED = { ...CLOSED, answers: 'NULL', earned: 'NULL', change_key_hash: 'NULL' };

/** States in which it is open whether the payment will be settled. */
const UNSETTLED = ['reserved', 'worked', 'sent'] as const;
/** States in which the payment gives up its identifier to the next payment that presents it. */
const UNIDENTIFIED = ['failed', 'released'] as const;

export type PaymentEvent =
  | 'reserve'
  | 'renew'
  | 'take over'
  | 'work'
  | 'send'
  | 'put off'
  | 'settle'
  | 'fail'
  | 'release'
  | 'abandon'
  | 'adopt'
  | 'credit change'
  | 'give up identifier'
  | 'forget answers'
  | 'fold'
  | 'delete';

/** All that can happen to a payment per call. The statements take states, leases and columns from here. */
export const paymentStates: readonly Transition<PaymentState, PaymentEvent>[] = [
  {
    from: ['none', 'released'],
    event: 'reserve',
    to: 'reserved',
    condition: 'a released one by the same header for the same request',
    sets: { closed_at: 'NULL', created_at: 'now()', leased_until: LEASED },
    writes: ['what is paid, by whom and for what', 'the standing of the payer, whose row is locked'],
  },
  {
    from: UNSETTLED,
    event: 'renew',
    to: 'same',
    lease: 'live',
    sets: { leased_until: LEASED },
  },
  {
    from: UNSETTLED,
    event: 'take over',
    to: 'same',
    lease: 'over',
    sets: { leased_until: LEASED },
  },
  {
    from: ['reserved'],
    event: 'work',
    to: 'worked',
    lease: 'live',
    sets: { leased_until: LEASED },
    writes: ['the answers', 'what they earned', 'the hash of the key that change goes to'],
  },
  {
    from: ['worked'],
    event: 'send',
    to: 'sent',
    lease: 'live',
    condition:
      'the answers are those of who sends, a signature that is known stands nowhere else, and failures of payers alike may cost as much',
    sets: { leased_until: LEASED },
    writes: ['the signature, among all on-chain signatures, where it is known'],
    sends: ['the transaction, to the chain or to a facilitator'],
  },
  {
    from: ['worked'],
    event: 'put off',
    to: 'same',
    lease: 'live',
    condition: 'it cannot be sent at this moment',
    sets: { leased_until: 'now()' },
    sends: ['a refusal'],
  },
  {
    from: ['sent', 'failed'],
    event: 'settle',
    to: 'settled',
    condition: 'it is on chain, and its signature stands nowhere else',
    sets: CLOSED,
    writes: [
      'the signature',
      'a movement from the chain to revenue',
      'when a payment of the payer settled first, and what its payments earned',
      'the identifier, which is given up where another payment has it',
    ],
    sends: ['the answers'],
  },
  {
    from: UNSETTLED,
    event: 'fail',
    to: 'failed',
    lease: 'live',
    condition: 'its message is burnt',
    sets: CLOSED,
    writes: ['what it cost the sponsor', 'the failure and the bar of the payer, where it is to blame'],
    sends: ['a refusal'],
  },
  {
    from: ['reserved', 'worked'],
    event: 'release',
    to: 'released',
    lease: 'live',
    sets: RELEASED,
    writes: ['how many payments of the payer were released within an hour'],
    sends: ['a refusal, a failure or an answer for nothing'],
  },
  {
    from: ['reserved', 'worked'],
    event: 'abandon',
    to: 'released',
    lease: 'over',
    condition: 'the payer pays anew, or what was worked has been kept for a minute more',
    sets: RELEASED,
  },
  {
    from: ['none', ...UNSETTLED, ...UNIDENTIFIED],
    event: 'adopt',
    to: 'sent',
    lease: 'over',
    condition: 'it is on chain, and is settled in the same transaction',
    sets: { closed_at: 'NULL', leased_until: 'now()' },
    writes: ['the whole amount as earned, where nothing is', 'the payer, where there is none'],
  },
  {
    from: ['settled'],
    event: 'credit change',
    to: 'same',
    condition: 'it is finalized, and there is change that was not credited',
    sets: { change_credited_at: 'now()' },
    writes: ['a movement from the chain to the account of the key', 'that account, where there is none'],
  },
  {
    from: ['settled'],
    event: 'give up identifier',
    to: 'same',
    condition: 'settled 24 hours ago, and another payment of the payer has the identifier',
    sets: { identifier: 'NULL' },
  },
  {
    from: ['settled', 'failed'],
    event: 'forget answers',
    to: 'same',
    condition: 'reserved 24 hours ago',
    sets: { answers: 'NULL', identifier: 'NULL' },
  },
  {
    from: ['settled'],
    event: 'fold',
    to: 'same',
    condition: 'settled longer ago than charges are kept',
    sets: { folded_at: 'now()', address: "''", range: "''" },
    writes: ['the sums of its movement, of its change and of its refund, which are deleted'],
  },
  {
    from: ['released'],
    event: 'delete',
    to: 'none',
    condition: 'released 24 hours ago, and never signed',
    writes: ['the payer, which is deleted where nothing is left of it'],
  },
];

export const { assigned, columns, values, isBefore, leadsFrom } = transitionSql(
  { table: 'payments', live: LIVE, over: 'payments.leased_until <= now()' },
  paymentStates,
);

/** The condition that a lease on the payment runs. */
export function isLeased(sql: Sql | SqlTransaction) {
  return sql.unsafe(LIVE);
}

/** The condition that it is open whether the payment will be settled. */
export function isUnsettled(sql: Sql | SqlTransaction) {
  return sql.unsafe(inStates('payments', UNSETTLED));
}

/** The condition that no other payment of the payer may have the identifier of `payments` or of its `alias`. */
export function keepsIdentifier(sql: Sql | SqlTransaction, alias = 'payments') {
  return sql.unsafe(`NOT (${inStates(alias, UNIDENTIFIED)})`);
}

/** The condition that the payment is in this state. */
export function isState(sql: Sql | SqlTransaction, state: PaymentState) {
  return sql.unsafe(inStates('payments', [state]));
}
