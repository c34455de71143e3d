import type { Address } from 'assay-core/solana/address.ts';

/** One line of an address's history, as `getSignaturesForAddress` answers it. */
export interface HistoryLine {
  readonly signature: string;
  readonly slot: number;
  readonly err: unknown;
  readonly memo: string | null;
  readonly blockTime: number | null;
}

/** An account as it stood when it was recorded; the shape that the sandbox serves accounts from. */
export interface RecordedAccount {
  readonly address: Address;
  readonly lamports: bigint;
  readonly owner: Address;
  readonly executable: boolean;
  readonly data: Uint8Array;
}

/** A `getTransaction` result, untouched. */
export type RecordedBody = Readonly<Record<string, unknown>> & { readonly slot: number };

/** The recorded answers of an endpoint, frozen at one slot. Unrecorded data is absent, as on a chain that never had it. */
export interface RecordedWorld {
  readonly genesisHash: string;
  readonly slot: number;
  /** Unix seconds by slot, null where the endpoint knew none. */
  readonly blockTimes: ReadonlyMap<number, number | null>;
  readonly accounts: ReadonlyMap<Address, RecordedAccount>;
  /** Histories by address, newest first. */
  readonly histories: ReadonlyMap<Address, readonly HistoryLine[]>;
  /** Bodies by signature. */
  readonly transactions: ReadonlyMap<string, RecordedBody>;
}

/** The genesis hash of mainnet, where collected transactions come from. */
export const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** The first signature of a `getTransaction` result; null where it has none. */
export function recordedSignature(body: unknown): string | null {
  const transaction = (body as { transaction?: { signatures?: unknown } } | null)?.transaction;
  const [first] = Array.isArray(transaction?.signatures) ? transaction.signatures : [];
  return typeof first === 'string' ? first : null;
}
