import type { Address } from '#solana/address.ts';

/** How sure a label is: `strong` has two sources, one curated or the publisher's own; `single` one credible source; `weak` a conflict or a poor one. */
export const grades = ['strong', 'single', 'weak'] as const;
export type Grade = (typeof grades)[number];

/** The origin of money from a labelled address. */
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

/**
 * Every category of the table with its funding class. An instant exchange is no exchange: it implies no customer identity. A service pools
 * the money of many, so its transfers say nothing about the people behind them.
 */
export const fundingClasses = {
  cex: 'exchange',
  instant_exchange: 'instant_exchange',
  bridge_account: 'bridge',
  bridge_program: 'bridge',
  privacy_account: 'privacy',
  privacy_program: 'privacy',
  fiat_onramp: 'fiat_onramp',
  sanctioned: 'sanctioned',
  exploiter: 'exploiter',
  drainer: 'exploiter',
  aggregator_fee_account: 'fee_account',
  bot_fee_account: 'fee_account',
  jito_tip: 'fee_account',
  launchpad_fee_account: 'fee_account',
  tip_account: 'fee_account',
  wallet_fee_account: 'fee_account',
  aggregator_program: 'program',
  bot_program: 'program',
  dex_program: 'program',
  launchpad_program: 'program',
  lending_perp_program: 'program',
  nft_program: 'program',
  other_program: 'program',
  staking_program: 'program',
  system_program: 'program',
  custodial_other: 'service',
  market_maker: 'service',
  protocol_account: 'service',
} as const satisfies Readonly<Record<string, FundingClass>>;

export type LabelCategory = keyof typeof fundingClasses;
export const categories = Object.keys(fundingClasses) as readonly LabelCategory[];

/** What is publicly known of an address. `date` is the month when it was collected: labels age. */
export interface Label {
  readonly address: Address;
  readonly label: string;
  /** The exchange's name, for exchange accounts that have one. */
  readonly exchange: string | null;
  readonly category: LabelCategory;
  readonly fundingClass: FundingClass;
  readonly grade: Grade;
  readonly date: string;
  /** Off the curve there is no key: such an address cannot sign a transfer of its own. */
  readonly onCurve: boolean;
  /** Where the label comes from: `owner/repository:path@commit`, or words for a list without a home. */
  readonly sources: readonly string[];
}

/** All labels by address. */
export interface LabelTable {
  readonly size: number;
  find(address: Address): Label | null;
}
