import type { Address, Signature } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';
import type { GateSchedule } from './gates/gate-schedule.ts';

export type { CacheStats, ChainStats, EndpointTraffic } from './chain-stats.ts';

/** A value with the slot at which the endpoint says it was true. */
export interface At<T> {
  readonly slot: number;
  readonly value: T;
}

/** An account as it stands on chain. Amounts in lamports; `data` is its first 160 KiB, more than anything that is decoded has. */
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

/** A page of history as `getSignaturesForAddress` cuts it: entries older than `before`, newer than `until`. */
export interface SignaturePage {
  readonly before?: Signature;
  readonly until?: Signature;
  /** 1 to 1,000; 1,000 when absent. */
  readonly limit?: number;
}

/** A transaction of a list that came with its body. `body` decodes it anew each time: nobody keeps what it makes. */
export interface ListedTransaction extends SignatureEntry {
  /** The gaps of `HistoryReader.transaction`, without asking anybody. */
  body(): Reading<Transaction>;
}

/** Where a page of bodies ended: what the next one must not repeat, and the endpoint's own word for the place. */
export interface BodiesCursor {
  readonly token: string;
  readonly slot: number;
  /** What was listed of that slot so far. */
  readonly signatures: ReadonlySet<Signature>;
}

/** Which part of an address's past is read with its bodies: newest or oldest first, 1 to 1,000 at most. */
export interface BodiesPart {
  readonly order: 'newest' | 'oldest';
  readonly limit: number;
  /** Only what is newer than this. */
  readonly until?: Pick<SignatureEntry, 'signature' | 'slot'>;
  /** Goes on where an earlier page of the same part ended. */
  readonly from?: BodiesCursor;
}

/** A page of bodies, without duplicates and in order. It may be short of its limit: only `next` null is the end. */
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

/** A token balance before or after a transaction. `owner` is null in metadata older than that member. */
export interface TokenBalance {
  readonly keyIndex: number;
  readonly account: Address;
  readonly mint: Address;
  readonly owner: Address | null;
  readonly program: Address | null;
  readonly amount: bigint;
  readonly decimals: number;
}

/**
 * An instruction in execution order. `data` is null where the endpoint sent only its parsed form; it may be worked out when it
 * is read, so that a copy has to name the members.
 */
export interface Instruction {
  readonly at: InstructionPosition;
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array | null;
}

/**
 * A transaction with everything that balances need. `keys` are the static keys, then the loaded writable and read-only
 * ones; `preBalances` and `postBalances` (lamports) have the same length. Lamports are conserved: post - pre = -fee.
 * `signatures` are one for each of `signers`, in their order; the first is `signature`.
 */
export interface Transaction {
  readonly signature: Signature;
  readonly signatures: readonly Signature[];
  readonly slot: number;
  /** Its place in its block, where the endpoint tells it. */
  readonly index: number | null;
  readonly blockTime: number | null;
  readonly version: 'legacy' | number;
  readonly failed: boolean;
  readonly fee: bigint;
  readonly feePayer: Address;
  readonly signers: readonly Address[];
  readonly keys: readonly Address[];
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  readonly preTokens: readonly TokenBalance[];
  readonly postTokens: readonly TokenBalance[];
  readonly instructions: readonly Instruction[];
  readonly moves: readonly Move[];
  /** SHA-256 of the message, where the signatures were verified over it. */
  readonly messageHash?: Uint8Array;
}

/** What one check may spend before its readings become gaps. */
export interface CheckBounds {
  readonly timeMsMax: number;
  readonly callsMax: number;
  readonly bytesMax: number;
}

/** Whether an answer that the operation got before will do (`shared`, the default), or the present must be asked `anew`. */
export type Freshness = 'shared' | 'anew';

/** What a check can learn of the past, and of single accounts. Finalized. */
export interface HistoryReader {
  /** The account now (value null: nothing is there), with the slot of the answer. */
  account(address: Address, freshness?: Freshness): Promise<Reading<At<AccountState | null>>>;
  /** One page of history, newest first, without duplicates and in order. */
  signatures(
    address: Address,
    page?: SignaturePage,
    freshness?: Freshness,
  ): Promise<Reading<readonly SignatureEntry[]>>;
  /** The transaction; a listed one without a body is the gap `history_missing`, an unknown version `unreadable`. */
  transaction(signature: Signature): Promise<Reading<Transaction>>;
  /**
   * A page of an address's past with its bodies, kept by nobody. It lists what `signatures` lists. The gap `not_found`: no
   * endpoint offers that, or does it as it should; `limit_reached`: the answer is too large, and less can be asked for.
   * Absent where nobody offers it ever.
   */
  bodies?(address: Address, part: BodiesPart): Promise<Reading<BodiesPage>>;
  /**
   * Reads an address's oldest transactions, listed as `entries`, in one request where an endpoint offers that, so that
   * `transaction` has them at once. It proves nothing and fails without a word. The very oldest, which tells who funded the
   * address, is of the endpoint that `transaction` asks, where there are several.
   */
  oldestAhead?(address: Address, entries: readonly SignatureEntry[]): Promise<void>;
  /** `transaction` for one that is looked at once: nobody keeps it, so that memory stays flat however many pass. */
  passing(signature: Signature): Promise<Reading<Transaction>>;
  /**
   * The token accounts that the owner holds now, of both token programs, with the lower slot of the two answers. The gap
   * `limit_reached`: more than 20,000 of one of them.
   */
  tokenHoldings(owner: Address, freshness?: Freshness): Promise<Reading<At<readonly TokenHolding[]>>>;
  /** Unix seconds of the slot's block; null where the endpoint has none (skipped slot). */
  blockTime(slot: number): Promise<Reading<number | null>>;
  /** What the chain cost and how fast it went at every slot up to this one. No call of the check: it is kept for all. */
  schedule(slot: number): Promise<Reading<GateSchedule>>;
  /** What this check has spent so far. */
  spent(): { readonly calls: number; readonly bytes: number };
}

/** What a check can learn of the present, where accounts must fit together. Confirmed. */
export interface StateReader {
  /** Up to 100 accounts as they all stand at one slot, in the order asked. */
  snapshot(addresses: readonly Address[]): Promise<Reading<At<readonly (AccountState | null)[]>>>;
  /** The largest token accounts of a mint, largest first, at most 20. */
  largestAccounts(mint: Address): Promise<Reading<readonly LargeAccount[]>>;
  /** What recent blocks took as priority to write these accounts, in millionths of a lamport a compute unit. */
  priorityFees(writable: readonly Address[]): Promise<Reading<readonly bigint[]>>;
  /** Unix seconds of the slot's block; null where the endpoint has none (skipped slot). */
  blockTime(slot: number): Promise<Reading<number | null>>;
}

/**
 * What a second endpoint says of a sample of the bodies that a check read. `unheard`: it did not say enough, or somebody was
 * caught. `disputed`: endpoints differ and nobody can tell who is right.
 */
export type Confirmation = 'confirmed' | 'unheard' | 'disputed';

/**
 * One check's view of the chain. Every method answers with a reading and never throws for the endpoint's sake.
 * Loads of one operation are shared and batched across its readers; each reader has a budget and a deadline of its own.
 */
export interface ChainReader extends HistoryReader, StateReader, ScanReader, TrialReader {
  /**
   * Asks a second endpoint for a random sample of the bodies read so far, where there is one: before anything is kept of them. With
   * one endpoint everything counts as confirmed. Absent where nobody else is ever asked.
   */
  confirmSample?(): Promise<Confirmation>;
  /**
   * A reader for the same check in the time that is left, without endpoints that were caught in a lie since this one began; null
   * where none was. What this one read is of no use then.
   */
  renewed?(): ChainReader | null;
  /** One that reads from others than who gave most bodies to this one; null where there are none. */
  elsewhere?(): ChainReader | null;
  /** The check is over: from now on the others of its operation wait for no further question of it. */
  leave?(): void;
  /** Whether it was ended before its time, so that what it lacks may be due to that alone. Absent where nobody tells. */
  readonly closed?: boolean;
}

/** The loaders of one operation (one HTTP request), shared by all its checks. */
export interface ChainSession {
  reader(bounds: CheckBounds): ChainReader;
  /**
   * How many calls its readers have spent so far: never less than endpoints were asked the first time, for what readers
   * share counts for each. Absent where nobody counts.
   */
  readonly calls?: number;
  /** How many calls of endpoints it is done with: without what was kept, or under way for other sessions. */
  readonly made?: number;
  /**
   * What `work` makes with a reader of its own, or what it made or is making of the same `key` in a session that overlaps with
   * this one and began no longer ago than what is read of the present is shared. Work goes on for as long as one of the sessions that
   * share it is open. Absent where nothing is shared.
   */
  share?<T>(key: string, bounds: CheckBounds, work: (reader: ChainReader) => Promise<T>): Promise<T>;
  /** Whether it was closed, so that what a reader lacks may be due to that alone. */
  readonly closed: boolean;
  /** Cancels what is still under way; readings that wait become gaps. */
  close(): void;
}

/** State of one endpoint as readiness and logs show it. The URL is shown as origin only: paths carry provider keys. */
export interface EndpointHealth {
  readonly origin: string;
  readonly healthy: boolean;
  readonly slot: number | null;
  /** A day of slots at most: beyond that endpoints contradict each other, and it says so of those that are not believed. */
  readonly lagSlots: number;
}

/** The chain as the composition root opens it. */
export interface Chain {
  session(): ChainSession;
  health(): readonly EndpointHealth[];
  close(): Promise<void>;
}

/** Where an instruction ran: `outer` is its top-level index, `inner` its place among that one's inner ones (-1: top level). */
export interface InstructionPosition {
  readonly outer: number;
  readonly inner: number;
}

/** What an instruction says of lamports and token accounts, whichever encoding it came in. Amounts in atomic units. */
export type Move = { readonly at: InstructionPosition; readonly program: Address } & (
  | { readonly kind: 'transfer'; readonly from: Address; readonly to: Address; readonly lamports: bigint }
  | {
      readonly kind: 'create_account';
      readonly from: Address;
      readonly to: Address;
      readonly lamports: bigint;
      /** Bytes of the account's data. */
      readonly space: bigint;
      readonly owner: Address;
    }
  | { readonly kind: 'allocate'; readonly account: Address; readonly space: bigint }
  | {
      readonly kind: 'withdraw_nonce' | 'withdraw_stake' | 'withdraw_vote';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
      readonly lamports: bigint;
    }
  | {
      /** Lamports of a token account, mint or multisig beyond its rent today, all of them. */
      readonly kind: 'withdraw_excess';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
    }
  | {
      /** Wrapped lamports that leave their token account as lamports; null: all that it wraps. */
      readonly kind: 'unwrap';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
      readonly lamports: bigint | null;
    }
  | { readonly kind: 'close_token_account'; readonly from: Address; readonly to: Address; readonly owner: Address }
  | {
      readonly kind: 'open_token_account';
      readonly account: Address;
      readonly owner: Address;
      readonly mint: Address;
      /** Who pays the rent, where the instruction says so (the associated-token program does). */
      readonly payer: Address | null;
    }
  | {
      readonly kind: 'token_transfer';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
      readonly mint: Address | null;
      readonly amount: bigint;
    }
  | { readonly kind: 'create_mint'; readonly mint: Address }
  | {
      readonly kind: 'mint_tokens';
      readonly to: Address;
      readonly mint: Address;
      readonly authority: Address;
      readonly amount: bigint;
    }
  | {
      readonly kind: 'burn_tokens';
      readonly from: Address;
      readonly mint: Address;
      readonly authority: Address;
      readonly amount: bigint;
    }
);

/**
 * Why a run failed. `name` is the chain's for the error, or for that of the instruction; `custom` the number that a program
 * failed with, where it gave one; `programs` those whose failure the logs record, the innermost first, and none where the
 * logs were cut.
 */
export interface RunFailure {
  readonly name: string;
  readonly custom: number | null;
  readonly programs: readonly Address[];
}

/** What a transaction came to that was run without effect. */
export type Run = { readonly ok: true } | { readonly ok: false; readonly failure: RunFailure };

/** What a check can try out on the present. Confirmed. */
export interface TrialReader {
  /** Runs a transaction (base64) without effect, without signatures, and under a block hash of the endpoint's. */
  run(transaction: string): Promise<Reading<Run>>;
}

/** What accounts that are searched for have in common: their length in bytes, or bytes (at most 128) at a place. */
export type AccountFilter = { readonly dataSize: number } | { readonly at: number; readonly bytes: Uint8Array };

/** The part of each account's data that is wanted, in bytes. */
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
   * endpoints refuse such a search; one that finds more than 8 MiB ends as the gap `limit_reached`.
   */
  programAccounts(
    program: Address,
    filters: readonly AccountFilter[],
    slice: DataSlice,
  ): Promise<Reading<readonly FoundAccount[]>>;
}
