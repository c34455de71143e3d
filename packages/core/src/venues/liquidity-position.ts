import type { Address } from '#solana/address.ts';
import type { Release } from '#solana/token/release.ts';
import type { AccountBytes, VenueId } from './venue.ts';

/** A position in a pool. Liquidity in the venue's own unit. */
export interface LiquidityPosition {
  readonly pool: Address;
  readonly liquidity: bigint;
  /** The part of it that the program never gives back. */
  readonly lockedLiquidity: bigint;
  /** The part that opens with time; absent where none does. */
  readonly vesting?: Vesting;
  /** The owner who can withdraw the rest: this address, or the holder of the one token of this mint. */
  readonly holder: { readonly owner: Address } | { readonly nftMint: Address };
  /** Where it trades: ticks from `lower` (included) to `upper` (excluded); null where its liquidity is compared as it is. */
  readonly range: { readonly lower: number; readonly upper: number } | null;
}

/** Liquidity that opens with time. The moments of releases are seconds or slots, as the pool counts. */
export interface Vesting {
  /** The liquidity that the position counts as not released. */
  readonly liquidity: bigint;
  readonly releases: readonly Release[];
  /** How much of it these releases stand for. The rest is released by other accounts, or counts as free. */
  readonly explained: bigint;
}

/** The common form of accounts to search for: their length in bytes, or bytes at an offset. */
type PositionFilter = { readonly dataSize: number } | { readonly at: number; readonly bytes: Uint8Array };

/** How the positions of a venue's pools are found and read. Pure, as a venue is. */
export interface PositionLayout {
  readonly venue: VenueId;
  readonly program: Address;
  /** The common form of the position accounts of a pool. */
  filters(pool: Address): readonly PositionFilter[];
  /** The number of bytes from the start of a position that have the needed fields. */
  readonly headBytes: number;
  /** Positions longer than this go on behind the head: they are read as a whole. */
  readonly plainBytes: number;
  /** The position in the head, or in the whole account of a longer one; null for another account. */
  read(data: Uint8Array): LiquidityPosition | null;
  /** The tick at which the pool trades now; null where its positions have no range, or the account is no pool. */
  activeIndex(pool: AccountBytes): number | null;
  /**
   * The contents of a position while the pool trades at a tick, in a unit that compares the positions of one pool. Liquidity alone does
   * not compare, because a narrow range has much of it for little money. Positions out of range count, because they can be withdrawn too.
   */
  worth(position: LiquidityPosition, index: number): bigint;
  /** The unit in which the pool counts the moments of releases; null where its positions have none, or the account is no pool. */
  timing(pool: AccountBytes): 'seconds' | 'slots' | null;
  /** The offset of the moment (u64) from which a position can be withdrawn; absent if it has none, or if the head has it. */
  readonly releasePointAt?: number;
  /** How accounts are found and read that release the liquidity of one position; absent where there are none. */
  readonly vestings?: {
    filters(position: Address): readonly PositionFilter[];
    readonly bytes: number;
    read(data: Uint8Array, position: Address): Vesting | null;
  };
  /** True where the program freezes the token of a position to lock it for good. */
  readonly frozenIsLocked: boolean;
}
