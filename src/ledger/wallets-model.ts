import type { Address } from '#lib/address.ts';

/** What one transaction did to a wallet, as bytes that only their writer understands. */
export interface EffectRow {
  /** 64 bytes. */
  readonly signature: Uint8Array;
  readonly slot: number;
  /** Unix seconds, where known. */
  readonly time: number | null;
  /** Whether the wallet's own list names the transaction. */
  readonly listed: boolean;
  /** Which version wrote the body. */
  readonly format: number;
  /** 1 to 4,096 bytes. */
  readonly body: Uint8Array;
}

/** The newest transaction up to which everything from `provenFrom` (Unix seconds) on is kept, in bodies of `format`. */
export interface SeamRow {
  readonly signature: Uint8Array;
  readonly slot: number;
  readonly provenFrom: number;
  readonly format: number;
}

/** What is added to a wallet's history. Rows of before `forgetBefore` (Unix seconds) are deleted. */
export interface HistoryAddition {
  readonly rows: readonly EffectRow[];
  /** Null: a seam that is there stays. */
  readonly seam: SeamRow | null;
  readonly forgetBefore: number;
}

/**
 * Transactions of wallets of one chain, kept for all replicas. Every method throws the fault not_ready while the database
 * cannot be reached or does not answer soon, and the error of PostgreSQL where another replica holds the wallet for too long.
 */
export interface WalletHistories {
  /** Rows in order of their slots, with the seam of the same moment. */
  read(wallet: Address): Promise<{ readonly rows: readonly EffectRow[]; readonly seam: SeamRow | null }>;
  /**
   * In one transaction: adds rows, deletes old ones and those beyond the bound of a wallet, and moves the seam forward. A row
   * that is there already stays, unless its format is older or its body is another. A seam that rows were deleted from goes.
   */
  write(wallet: Address, addition: HistoryAddition): Promise<void>;
}

/** When histories go: not used for so many days, and least recently used first beyond so many rows of all wallets. */
export interface HistoryBounds {
  readonly unusedDays: number;
  readonly rowsMax: number;
}
