import type { Address } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';

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
