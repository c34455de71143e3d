import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import type { Tip } from 'assay-core/chain/loaders/blockhash-and-fees.ts';
import type { SignatureStatus } from 'assay-core/chain/loaders/signature-statuses.ts';
import type { Simulation } from 'assay-core/chain/loaders/simulate-and-send.ts';
import type { Rank } from 'assay-core/chain/rpc/call-wait.ts';
import type { Reading } from 'assay-core/lib/reading.ts';
import type { Address, Signature } from 'assay-core/solana/address.ts';
import { CLOCK, clockTime } from 'assay-core/solana/slot-and-time.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';

/** A transaction lives for so many blocks after the one whose hash it names. Source: agave, `MAX_PROCESSING_AGE`. */
export const BLOCKHASH_BLOCKS = 150;
/** A tip is too old once so many blocks may have followed it: a third of its blockhash's life. */
export const TIP_BLOCKS_MAX = 50;

/** A tip with its remaining life. `landsWithinMs`: for how many milliseconds a transaction with it can land at least. */
export interface LiveTip extends Tip {
  readonly landsWithinMs: number;
}

/**
 * The order of calls if they are rationed: first calls with money in transit, then calls that every caller can cause free of charge.
 * `settlement` by default.
 */
export type PaymentRank = Exclude<Rank, 'check'>;

/** Two block times, in seconds since 1970. */
export interface BlockTimes {
  readonly from: number;
  readonly until: number;
}

/**
 * The part of the chain that payments need. Every method answers with a reading and never rejects because of an endpoint. A second
 * endpoint, if there is one, confirms an answer that something does not exist.
 */
export interface PaymentChain {
  /** The newest blockhash. One that is a few seconds old is given without a call. */
  tip(): Promise<Reading<LiveTip>>;
  /** The account at `confirmed`, from a cache of 10 seconds that is shared by all callers. */
  account(address: Address): Promise<Reading<AccountState | null>>;
  /**
   * The status that two endpoints agree on, where as many are configured, history included. A status from a single endpoint is
   * `processed` at most. The gap `rpc_disagrees`: they contradict each other. Calls share few requests, and a null is kept for 2
   * seconds.
   */
  status(signature: Signature, rank?: PaymentRank): Promise<Reading<SignatureStatus | null>>;
  /**
   * A finalized transaction that two endpoints agree on, where as many are configured, with verified signatures. The gap
   * `history_missing`: one lacks it; `rpc_disagrees`: they contradict each other.
   */
  finalized(signature: Signature): Promise<Reading<Transaction>>;
  /** A transaction that is at least confirmed, with the signatures of its signers verified; null when no endpoint has it. */
  confirmed(signature: Signature, rank?: PaymentRank): Promise<Reading<Transaction | null>>;
  /** Up to 100 newest confirmed signatures of an account, newest first. */
  recent(address: Address, rank?: PaymentRank): Promise<Reading<readonly Signature[]>>;
  /**
   * All confirmed signatures of an account between two times, and maybe others around them: the joined lists of two endpoints,
   * where as many are configured. A gap while one of them cannot be asked, or where more than `pagesMax` pages of a thousand are
   * needed, twenty when absent.
   */
  between(
    address: Address,
    times: BlockTimes,
    rank?: PaymentRank,
    pagesMax?: number,
  ): Promise<Reading<readonly Signature[]>>;
  /** The lowest finalized block height that an endpoint names, without those that the tip contradicts. */
  finalizedHeight(): Promise<Reading<bigint>>;
  /**
   * For how many milliseconds a transaction with this blockhash can land at least. Null where the chain does not list the hash: it
   * is too old, or too new for the endpoint.
   */
  blockhashLife(blockhash: string): Promise<Reading<number | null>>;
  /** Runs a transaction (base64) without effect and without checking signatures, at `confirmed`. */
  simulate(transaction: string, watch: Address, rank: PaymentRank): Promise<Reading<Simulation>>;
  /** Sends a signed transaction (base64) without preflight. A gap does not say whether it lands. */
  send(transaction: string): Promise<Reading<Signature>>;
}

/**
 * The current time of the chain, in Unix seconds, at most ten seconds old; null where no endpoint gives it. It comes from one
 * endpoint: good for deciding whether to ask again, never for a decision alone.
 */
export async function chainTime(chain: Pick<PaymentChain, 'account'>): Promise<number | null> {
  const account = await chain.account(CLOCK);
  return account.known && account.value ? clockTime(account.value.data) : null;
}
