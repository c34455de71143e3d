import type { Address, Signature } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';
import type { AccountState, Transaction } from './chain-reader.ts';
import type { Rank } from './rpc/call-wait.ts';
import { CLOCK, clockTime } from './slot-and-time.ts';

/** A transaction lives for so many blocks after the one whose hash it names. Source: agave, `MAX_PROCESSING_AGE`. */
export const BLOCKHASH_BLOCKS = 150;
/** A tip is too old once so many blocks may have followed it: a third of its blockhash's life. */
export const TIP_BLOCKS_MAX = 50;

/** The newest blockhash known. A transaction with it can land up to `lastValidBlockHeight`. */
export interface Tip {
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

/** The same now. `landsWithinMs`: for how many milliseconds a transaction with it can land at least. */
export interface LiveTip extends Tip {
  readonly landsWithinMs: number;
}

/**
 * Who goes first where calls are rationed: those whose money is under way, then what anybody can make us ask for nothing. It is
 * `settlement` where none is named.
 */
export type PaymentRank = Exclude<Rank, 'check'>;

/** Two block times, in seconds since 1970. */
export interface BlockTimes {
  readonly from: number;
  readonly until: number;
}

/** How settled a transaction is, by the lower of two words. `error` is the chain's own description of why it failed; null when it succeeded. */
export interface SignatureStatus {
  readonly slot: number;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
  readonly error: string | null;
}

/**
 * What a trial run came to. `watched` is the watched account as it would stand afterwards; null when there is none. `processed`: the
 * chain has the transaction already, so that there was nothing to try; `watched` is null then.
 */
export type Simulation =
  | { readonly ok: true; readonly watched: AccountState | null; readonly processed?: true }
  | { readonly ok: false; readonly error: string };

/**
 * What payments need of the chain. Every method answers with a reading and never throws for an endpoint's sake. An answer
 * that something is not there was asked of a second endpoint where there is one.
 */
export interface PaymentChain {
  /** The newest blockhash, from a cache that is kept fresh in the background: no call. A gap when it is old. */
  tip(): Reading<LiveTip>;
  /** The account at `confirmed`, from a cache of 10 seconds that is shared by all callers. */
  account(address: Address): Promise<Reading<AccountState | null>>;
  /**
   * The status that two endpoints tell alike, where as many are configured, history included; one that a single endpoint tells is
   * `processed` at most. The gap `rpc_disagrees`: they tell different things. Calls share requests, of which few are under way, and a
   * null is kept for 2 seconds.
   */
  status(signature: Signature, rank?: PaymentRank): Promise<Reading<SignatureStatus | null>>;
  /**
   * A finalized transaction that two endpoints tell alike, where as many are configured, with the signatures of its signers verified.
   * The gap `history_missing` when one has it not; `rpc_disagrees`: they tell different things.
   */
  finalized(signature: Signature): Promise<Reading<Transaction>>;
  /** A transaction that is at least confirmed, with the signatures of its signers verified; null when no endpoint has it. */
  confirmed(signature: Signature, rank?: PaymentRank): Promise<Reading<Transaction | null>>;
  /** Up to 100 newest confirmed signatures of an account, newest first. */
  recent(address: Address, rank?: PaymentRank): Promise<Reading<readonly Signature[]>>;
  /**
   * All confirmed signatures of an account between two times, and maybe others around them: what two endpoints list together,
   * where as many are configured; a gap while one of them cannot be asked, or where that is more than they may be asked for:
   * `pagesMax` of a thousand, twenty when absent.
   */
  between(
    address: Address,
    times: BlockTimes,
    rank?: PaymentRank,
    pagesMax?: number,
  ): Promise<Reading<readonly Signature[]>>;
  /** The lowest finalized block height that an endpoint names, of those that the tip does not contradict. */
  finalizedHeight(): Promise<Reading<bigint>>;
  /**
   * For how many milliseconds a transaction that names this blockhash can land at least. Null where the chain does not list it among
   * the newest: it is too old, or so new that the endpoint does not know it yet.
   */
  blockhashLife(blockhash: string): Promise<Reading<number | null>>;
  /** Runs a transaction (base64) without effect and without checking signatures, at `confirmed`. */
  simulate(transaction: string, watch: Address, rank: PaymentRank): Promise<Reading<Simulation>>;
  /** Hands a signed transaction (base64) to the network without preflight. The gap says nothing about whether it lands. */
  send(transaction: string): Promise<Reading<Signature>>;
  close(): void;
}

/**
 * The time that the chain itself goes by, in Unix seconds, ten seconds old at most; null where no endpoint tells it. It is one endpoint's
 * word: good for what lets us look further, never for a decision alone.
 */
export async function chainTime(chain: Pick<PaymentChain, 'account'>): Promise<number | null> {
  const account = await chain.account(CLOCK);
  return account.known && account.value ? clockTime(account.value.data) : null;
}
