import type { LabelFact } from '../label.ts';

/**
 * How value reached the subject. `own_swap` is the subject's own tokens turned into lamports while another paid the fee;
 * `sponsor` stands for an address that only ever had its fees paid.
 */
export type Mechanism =
  | 'transfer'
  | 'create_account'
  | 'nonce_withdrawal'
  | 'stake_withdrawal'
  | 'vote_withdrawal'
  | 'account_close'
  | 'wsol_unwrap'
  | 'swap'
  | 'own_swap'
  | 'program_credit'
  | 'token_transfer'
  | 'token_mint'
  | 'sponsor';

/** A transaction as evidence names it. `time` is Unix seconds of its block, null when the endpoint has none. */
export interface TransactionPlace {
  readonly transaction: string;
  readonly slot: number;
  readonly time: number | null;
}

/** One page of an address's history that ends at a given transaction. `spanSeconds`: newest minus oldest block time. */
export interface Activity {
  readonly signatures: number;
  readonly spanSeconds: number;
}

/** The main source and what is known of it without the chain. `basis`: what it is the source of. */
export interface Source extends TransactionPlace {
  readonly basis: 'lamports' | 'tokens' | 'sponsor';
  readonly mechanism: Mechanism;
  readonly address: string | null;
  readonly onCurve: boolean;
  readonly label: LabelFact | null;
  readonly program: string | null;
  readonly programLabel: LabelFact | null;
}

/** Where an address behind the subject got its first lamports, its history being complete. Null members: it has no main source. */
export interface FunderHop {
  /** The oldest transaction of that address. */
  readonly oldest: TransactionPlace;
  readonly funder: string | null;
  readonly funderLabel: LabelFact | null;
  /** How the funder's first credit came. */
  readonly mechanism: Mechanism | null;
  readonly lamports: bigint;
  readonly transaction: string | null;
  readonly slot: number | null;
  readonly time: number | null;
}

/**
 * Whom else the main source paid within ten minutes of the funding, before or after it. What was not listed or not read
 * is not counted, so both counts are lower bounds.
 */
export interface Siblings {
  /** Its successful transactions in that time, the funding itself included. */
  readonly seen: number;
  /** Accounts that held nothing before and got what the subject got, give or take five percent; the subject is one. */
  readonly fresh: number;
  /** Those of `seen` whose bodies were read. */
  readonly transactionsRead: number;
}
