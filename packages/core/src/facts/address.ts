import type { HistoryReader } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { accountFacts, labelFact } from '#gather/sources/account-facts.ts';
import { known } from '#lib/reading.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import { factsOf } from './fact.ts';

/** What the facts of one address are worked out from. */
export interface AddressInput {
  readonly subject: Address;
  readonly reader: HistoryReader;
  readonly labels: LabelTable;
}

const { fact, reading } = factsOf<AddressInput>();

const identity = fact('identity', {}, (_, { input: { subject, labels } }) =>
  known({ onCurve: isOnCurve(subject), label: labelFact(labels, subject) }),
);

/** The account as it was read, with its slot. */
const state = fact('state', {}, (_, { input: { subject, reader } }) => reader.account(subject));

const account = reading('account', { state }, (given) => known(accountFacts(given.state.value)));

export const addressFacts = { identity, state, account };
