import type { Reading } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { GateSchedule } from '#solana/gates/gate-schedule.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { CheckCost, EndpointHealth } from './chain-stats.ts';

export type {
  CacheStats,
  ChainStats,
  CheckCost,
  EndpointAllows,
  EndpointHealth,
  EndpointTraffic,
} from './chain-stats.ts';

/** A value, and the slot at which the endpoint gave it. */
export interface At<T> {
  readonly slot: number;
  readonly value: T;
}

/** An account on chain. Amounts in lamports; `data` is its first 160 KiB, more than anything that is decoded has. */
export interface AccountState {
  readonly address: Address;
  readonly lamports: bigint;
  readonly owner: Address;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

/** One line of an address's history, newest first in lists. `blockTime` is Unix seconds. */
export interface SignatureEntry {
  readonly signature: Signature;
  readonly slot: number;
  readonly blockTime: number | null;
  readonly failed: boolean;
}

/** A page of history as in `getSignaturesForAddress`: entries older than `before` and newer than `until`. */
export interface SignaturePage {
  readonly before?: Signature;
  readonly until?: Signature;
  /** 1 to 1,000; 1,000 when absent. */
  readonly limit?: number;
}

/** A listed transaction with its body. `body` decodes it at each call, and nothing keeps the result. */
export interface ListedTransaction extends SignatureEntry {
  /** Has the same gaps as `HistoryReader.transaction`, and makes no call. */
  body(): Reading<Transaction>;
}

/** Where a page of bodies ended: the endpoint's token, and the entries that the next page must not repeat. */
export interface BodiesCursor {
  readonly token: string;
  readonly slot: number;
  /** The signatures of that slot that were listed so far. */
  readonly signatures: ReadonlySet<Signature>;
}

/** A transaction of the block at a slot, whichever accounts it names. As `SignaturePage.before` it begins a page at that moment. */
export interface BlockSignature {
  readonly signature: Signature;
  readonly slot: number;
}

/** Which part of an address's history is read with its bodies: newest or oldest first, 1 to 1,000 entries. */
export interface BodiesPart {
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  /** Only entries that are newer than this one. */
  readonly until?: Pick<SignatureEntry, 'signature' | 'slot'>;
  /** Continues where an earlier page of the same part ended. */
  readonly from?: BodiesCursor;
}

/** A page of bodies, without duplicates and in order. It may hold fewer than `limit`; only a null `next` is the end. */
export interface BodiesPage {
  readonly entries: readonly ListedTransaction[];
  readonly next: BodiesCursor | null;
}

/** A token account that an owner holds now, under either token program. `amount` in atomic units of the mint. */
export interface TokenHolding {
  readonly account: Address;
  readonly program: Address;
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly lamports: bigint;
}

/** One of a mint's largest token accounts. `amount` in atomic units. */
export interface LargeAccount {
  readonly account: Address;
  readonly amount: bigint;
}

/** The budget of one check. After that its readings become gaps. `picoUsdMax`: the price limit of its calls; absent for no bound. */
export interface CheckBounds {
  readonly timeMsMax: number;
  readonly callsMax: number;
  readonly bytesMax: number;
  readonly picoUsdMax?: bigint;
}

/** Whether an earlier answer of the operation will do (`shared`, the default), or an endpoint must be asked (`anew`). */
export type Freshness = 'shared' | 'anew';

/** What a check can read of the past, and of single accounts. Finalized. */
export interface HistoryReader {
  /** The account now, with the slot of the answer; the value is null where no account exists. */
  account(address: Address, freshness?: Freshness): Promise<Reading<At<AccountState | null>>>;
  /** One page of history, newest first, without duplicates and in order. */
  signatures(
    address: Address,
    page?: SignaturePage,
    freshness?: Freshness,
  ): Promise<Reading<readonly SignatureEntry[]>>;
  /** The transaction. A listed one without a body is the gap `history_missing`, one of an unknown version `unreadable`. */
  transaction(signature: Signature): Promise<Reading<Transaction>>;
  /**
   * A page of an address's history with its bodies, which nothing keeps. It lists the same as `signatures`. The gap `not_found`: no
   * endpoint offers this method, or not correctly; `limit_reached`: the answer is too large, so the caller may ask for less. Absent on
   * readers of chains that never offer it.
   */
  bodies?(address: Address, part: BodiesPart): Promise<Reading<BodiesPage>>;
  /**
   * Reads an address's oldest transactions, listed as `entries`, in one request where an endpoint offers that, so that
   * `transaction` has them at once. Failures are ignored. Where there are several endpoints, the very oldest transaction, which
   * shows who funded the address, comes from the endpoint that `transaction` asks.
   */
  oldestAhead?(address: Address, entries: readonly SignatureEntry[]): Promise<void>;
  /** Like `transaction`, for one that is read once: nothing keeps it, so that memory stays flat. */
  passing(signature: Signature): Promise<Reading<Transaction>>;
  /**
   * The token accounts that the owner holds now under both token programs, with the lower slot of the two answers. The gap
   * `limit_reached`: more than 20,000 under one of them.
   */
  tokenHoldings(owner: Address, freshness?: Freshness): Promise<Reading<At<readonly TokenHolding[]>>>;
  /** Unix seconds of the slot's block; null where the endpoint has none (skipped slot). */
  blockTime(slot: number): Promise<Reading<number | null>>;
  /**
   * A signature of the first block at `slot` or soon after it, within 64 slots, with the slot of that block. As `before` of `signatures`
   * it enters a list there, although it does not name the address: nodes find any transaction of the ledger (agave,
   * `get_confirmed_signatures_for_address2` of the blockstore, `get_confirmed_signatures_for_address` of the archive). Entries of that
   * slot itself may be missing in the page, so ask for `slot + 1` to see all of `slot`, and leave out newer ones.
   *
   * An empty page behind it proves nothing, because an endpoint that does not find the signature may give one: nodes before Agave 4.0
   * (anza-xyz/agave, pull request 7937), and archives that search the address's own list for it. An entry proves that it was found.
   *
   * The answer takes about 90 bytes for each transaction of the block. The gap `history_missing`: no endpoint has a block there;
   * `plan_refuses`: none serves `getBlock`. Finalized, and kept for all checks.
   */
  blockSignature(slot: number): Promise<Reading<BlockSignature>>;
  /** Rent and slot time at every slot up to this one. Not a call of the check, because it is kept for all. */
  schedule(slot: number): Promise<Reading<GateSchedule>>;
  /** What this check has spent so far. */
  spent(): { readonly calls: number; readonly bytes: number };
  /**
   * A reader with this share (0 to 1) of the calls, bytes and money (of `picoUsdMax` where given) and `timeShare` of the time that are
   * left. When it has no time or money left, its readings become the gap `deadline`, and this reader goes on.
   */
  part?(share: number, picoUsdMax?: bigint, timeShare?: number): HistoryReader;
  /**
   * Readers of a part of this check, each without another of the endpoints that gave the list of an address or most transactions.
   * Absent where there is no other endpoint.
   */
  elsewhere?(of: Address): Iterable<HistoryReader>;
}

/** What a check can read of the present, where accounts must be of one slot. Confirmed. */
export interface StateReader {
  /** Up to 100 accounts at one slot, in the order asked. */
  snapshot(addresses: readonly Address[]): Promise<Reading<At<readonly (AccountState | null)[]>>>;
  /** The largest token accounts of a mint, largest first, at most 20. */
  largestAccounts(mint: Address): Promise<Reading<readonly LargeAccount[]>>;
  /** The priority fees that recent blocks took to write these accounts, in millionths of a lamport per compute unit. */
  priorityFees(writable: readonly Address[]): Promise<Reading<readonly bigint[]>>;
  /** Unix seconds of the slot's block; null where the endpoint has none (skipped slot). */
  blockTime(slot: number): Promise<Reading<number | null>>;
}

/**
 * The second opinion of an endpoint about a sample of the bodies that a check read. `unheard`: it did not answer enough, or an endpoint
 * was caught. `disputed`: endpoints differ and it is unknown which is right.
 */
export type Confirmation = 'confirmed' | 'unheard' | 'disputed';

/**
 * What one check can read of the chain. Every method answers with a reading and never rejects because of an endpoint. Loads of one
 * operation are shared and batched across its readers; each reader has a budget and a deadline of its own.
 */
export interface ChainReader extends HistoryReader, StateReader, ScanReader, TrialReader {
  /**
   * Asks a second endpoint for a random sample of the transactions read so far, where there is one. Called before anything is kept
   * of them. With one endpoint everything counts as confirmed. Absent where no second endpoint is ever asked.
   */
  confirmSample?(): Promise<Confirmation>;
  /**
   * A reader that continues the check without the endpoints that were caught since this one began; null where none was. The
   * readings of this reader must not be used then.
   */
  renewed?(): ChainReader | null;
  elsewhere?(of: Address): Iterable<ChainReader>;
  /** Says that the check is over, so that the other readers of its operation do not wait for its next question. */
  leave?(): void;
  /** What the calls that were sent for this check came to. Absent where they are not counted. */
  cost?(): CheckCost;
  /** Whether it was ended early, so that gaps may be due to that alone. Absent where that is not known. */
  readonly closed?: boolean;
}

/** The readers of one operation (one HTTP request), which share loads. */
export interface ChainSession {
  reader(bounds: CheckBounds): ChainReader;
  /**
   * How many calls its readers have spent so far. A call that readers share counts for each. Absent where calls are not counted.
   */
  readonly calls?: number;
  /** How many calls of endpoints it has finished, without kept answers and calls of other sessions. */
  readonly made?: number;
  /**
   * The result of `work` with a reader of its own, shared with overlapping sessions that asked for the same `key` recently. Work
   * continues while one of the sessions that share it is open. Absent where nothing is shared.
   */
  share?<T>(key: string, bounds: CheckBounds, work: (reader: ChainReader) => Promise<T>): Promise<T>;
  /** Whether it was closed, so that gaps of its readers may be due to that alone. */
  readonly closed: boolean;
  /** Aborts the calls under way. Readings that wait become gaps. */
  close(): void;
}

/** The chain as the composition root opens it. */
export interface Chain {
  session(): ChainSession;
  health(): readonly EndpointHealth[];
  close(): Promise<void>;
}

/**
 * Why a simulation failed. `name` is the chain's name of the error, or of the instruction's error. `custom` is the number that a
 * program failed with. `programs` are those whose failure is logged, the innermost first; none where the logs were cut.
 */
export interface RunFailure {
  readonly name: string;
  readonly custom: number | null;
  readonly programs: readonly Address[];
}

/** The result of a simulation. */
export type Run = { readonly ok: true } | { readonly ok: false; readonly failure: RunFailure };

/** What a check can simulate. Confirmed. */
export interface TrialReader {
  /** Simulates a transaction (base64) without signatures, under a blockhash of the endpoint. */
  run(transaction: string): Promise<Reading<Run>>;
}

/** A condition on accounts: their length in bytes, or bytes (at most 128) at an offset. */
export type AccountFilter = { readonly dataSize: number } | { readonly at: number; readonly bytes: Uint8Array };

/** The part of each account's data to return, in bytes. */
export interface DataSlice {
  readonly offset: number;
  readonly length: number;
}

/** An account that was found: `data` is the slice, `bytes` the length of all its data. Amounts in lamports. */
export interface FoundAccount {
  readonly address: Address;
  readonly lamports: bigint;
  readonly owner: Address;
  readonly executable: boolean;
  readonly data: Uint8Array;
  readonly bytes: number;
}

/** What a check can search for. Confirmed. */
export interface ScanReader {
  /**
   * The accounts of a program that pass all filters (at most four), with the slice of their data, ordered by address. Many
   * endpoints refuse such a search. One that finds more than 8 MiB ends with the gap `limit_reached`.
   */
  programAccounts(
    program: Address,
    filters: readonly AccountFilter[],
    slice: DataSlice,
  ): Promise<Reading<readonly FoundAccount[]>>;
}
