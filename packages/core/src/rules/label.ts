/** The meaning of a label for the origin of money. An instant exchange implies no customer identity and is no exchange. */
export type FundingClass =
  | 'exchange'
  | 'instant_exchange'
  | 'bridge'
  | 'privacy'
  | 'fiat_onramp'
  | 'sanctioned'
  | 'exploiter'
  | 'fee_account'
  | 'program'
  | 'service';

/** The label table's entry of an address. `date` is the month of collection, e.g. `2026-11`. */
export interface LabelFact {
  readonly label: string;
  readonly category: string;
  readonly fundingClass: FundingClass;
  readonly grade: 'strong' | 'single' | 'weak';
  readonly date: string;
  readonly exchange: string | null;
}

/** True for an exchange that the label proves well enough to be named. */
export function isExchange({ fundingClass, grade }: LabelFact): boolean {
  return fundingClass === 'exchange' && grade !== 'weak';
}
