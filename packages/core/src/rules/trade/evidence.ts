import { ifKnown, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import type { AsOf } from '../check.ts';

/** The classified account of the subject. */
export type TradeCheckSubject =
  | { readonly is: 'nothing' }
  /** An account that is no mint. */
  | { readonly is: 'other'; readonly owner: Address }
  | { readonly is: 'mint'; readonly mint: TradeMintFacts };

/** The transfer rules of a mint. Amounts in atomic units. */
export interface TradeMintFacts {
  readonly program: Address;
  readonly decimals: number;
  readonly supply: bigint;
  /** The present transfer fee in basis points, at most `maximum`; null without one. */
  readonly transferFee: { readonly bps: number; readonly maximum: bigint } | null;
  /** Whether somebody can change that fee. */
  readonly feeIsMutable: boolean;
  readonly nonTransferable: boolean;
  readonly frozenByDefault: boolean;
  readonly paused: boolean;
  readonly hookProgram: Address | null;
  /** The keys that may freeze holders, move others' tokens, pause all transfers, or set a hook program; null if there are none. */
  readonly freezeAuthority: Address | null;
  readonly permanentDelegate: Address | null;
  readonly pauseAuthority: Address | null;
  readonly hookAuthority: Address | null;
  /** Whether the mint was reviewed with just these powers. */
  readonly reviewed: boolean;
  /** Unknown extension types, whose effect on transfers is unknown. */
  readonly unknownExtensions: readonly number[];
}

/** Why a pool has no part in the price, in the words of `packages/core/src/venues`. */
interface PoolRefusal {
  readonly refused: string;
  readonly detail: string;
  /** The leg that fails; null where the pool cannot be quoted at all. */
  readonly leg: 'buy' | 'sell' | null;
}

/** A pool that trades the mint, used or not. */
export interface TradedPool {
  readonly venue: string;
  readonly address: Address;
  /** The other mint; null where the account could not be read. */
  readonly other: Address | null;
  /**
   * How much of the other side trades until the price has fallen by a tenth, as the balance of a constant product that pays as
   * much, in lamports; null where it could not be quoted.
   */
  readonly depthLamports: bigint | null;
  /** The tokens that it holds, in atomic units, and their worth in lamports at the margin, rounded down. */
  readonly depthTokens: bigint | null;
  readonly depthTokensLamports: bigint | null;
  /** Lamports for a million atomic units of the mint at the margin, rounded down. */
  readonly priceLamportsPerMillion: bigint | null;
  /** The round trip of the whole size through this pool alone, in basis points; null where it fails. */
  readonly costBps: number | null;
  readonly refusal: PoolRefusal | null;
  readonly creator: Address | null;
  readonly openedAtUnix: number | null;
  /** The share of the liquidity that is locked for good; null where it is unknown. */
  readonly lockedLiquidityBps: number | null;
  /** The parts of the quote that are bounds and not exact. */
  readonly bounds: readonly string[];
}

/** The holdings of the largest holders of the mint beside its pools. Amounts in atomic units. */
export interface LargeHolders {
  /** The number of examined large accounts. */
  readonly seen: number;
  /** Accounts under authorities of trading programs, which prove liquidity that was not priced. */
  readonly unpriced: readonly {
    readonly account: Address;
    readonly authority: Address;
    /** The venue whose authority it is, or the trading program that owns the authority. */
    readonly venue: string;
    readonly tokens: bigint;
  }[];
  /** Accounts with a hundredth of the supply or more under unknown programs: each may be a market. */
  readonly strangers: readonly {
    readonly account: Address;
    readonly authority: Address;
    readonly program: Address;
    readonly tokens: bigint;
  }[];
  /** Frozen accounts of ordinary holders: neither markets, nor locks, nor burns. */
  readonly frozen: readonly { readonly account: Address; readonly owner: Address; readonly tokens: bigint }[];
}

/** Where lamports went on both legs. They add up to the cost. */
export interface TripCostParts {
  readonly priceImpact: bigint;
  readonly lpFees: bigint;
  readonly protocolFees: bigint;
  readonly creatorFees: bigint;
  readonly transferFees: bigint;
  readonly networkBase: bigint;
  readonly networkPriority: bigint;
}

/** A part of the route: the pools in the order in which a purchase goes through them. */
interface RoutePart {
  readonly lamports: bigint;
  readonly hops: readonly {
    readonly venue: string;
    readonly pool: Address;
    /** The parts of its quote that are bounds and not exact. */
    readonly bounds: readonly string[];
  }[];
}

/** A round trip of one size along the cheapest route. Lamports, but `tokens` (atomic units of the mint). */
export interface RoundTripFacts {
  readonly size: bigint;
  readonly tokens: bigint;
  readonly back: bigint;
  readonly cost: bigint;
  /** In basis points of the size, rounded up. */
  readonly costBps: number;
  /** The same when the sale follows at once; null where it cannot be made. */
  readonly floorBps: number | null;
  /** The price rise after which everything comes back; null where it cannot. */
  readonly breakEvenBps: number | null;
  readonly parts: TripCostParts;
  readonly route: readonly RoutePart[];
}

/** The cost of a trade of the size. `trip` is null where no pool carries it. */
export interface CostFacts {
  readonly trip: RoundTripFacts | null;
  /** The same for a few sizes, smallest first. */
  readonly sizes: readonly { readonly size: bigint; readonly costBps: number | null }[];
  /**
   * The largest size in lamports within each requested bound; null: none. `endsUnread`: a pool was not read far enough to rule out
   * a larger one.
   */
  readonly largest: readonly {
    readonly bps: number;
    readonly lamports: bigint | null;
    readonly endsUnread: boolean;
  }[];
  /** The distance of the highest marginal price of two pools from the lowest, in basis points; null with fewer than two. */
  readonly disagreementBps: number | null;
}

/** The network's fees, and the rent of the token account until it is closed. Lamports, fees in their own unit. */
export interface NetworkFacts {
  readonly priorityMicroLamports: bigint;
  /** True where recent blocks could not be read, and the highest counted priority fee was assumed. */
  readonly priorityIsAssumed: boolean;
  /** Null where the rent of the present could not be read. */
  readonly accountRentLamports: bigint | null;
}

/**
 * Whether the mint's transfer hook lets holders' tokens into the pools of the cheapest route, from simulated transfers of real holders;
 * the pools' programs were not run. `error` names the failing program and its error number, without any text of a program. Null if neither
 * was shown: no hook, no pool or no holder to try it with, or pools that pass on none of the hook's accounts.
 */
export type SaleProof = { readonly sold: boolean; readonly error: string | null } | null;

/** Everything that the trade check rests on. */
export interface TradeEvidence {
  readonly subject: Address;
  readonly sizeLamports: bigint;
  readonly asOf: Reading<AsOf>;
  readonly mint: Reading<TradeCheckSubject>;
  /** Pools whose address follows from the mint, and those found by other means. */
  readonly pools: Reading<readonly TradedPool[]>;
  readonly holders: Reading<LargeHolders>;
  readonly network: Reading<NetworkFacts>;
  readonly cost: Reading<CostFacts>;
  readonly sale: Reading<SaleProof>;
}

/** The mint's properties that keep a buyer from selling, as texts; empty without any. */
export function transferBlocks({ nonTransferable, paused, frozenByDefault }: TradeMintFacts): readonly string[] {
  return [
    ...(nonTransferable ? ['its tokens cannot be transferred'] : []),
    ...(paused ? ['its transfers are paused'] : []),
    ...(frozenByDefault ? ['new token accounts of it are frozen'] : []),
  ];
}

/** Whether somebody who was not reviewed may freeze holders, or take what is frozen. */
export function canFreeze({ freezeAuthority, permanentDelegate, reviewed }: TradeMintFacts): boolean {
  return !reviewed && (freezeAuthority !== null || permanentDelegate !== null);
}

/** True if it is proven that no size can be sold, or that holders cannot sell, at any price of the pools. */
export function isUnsellable({ mint, sale, holders }: TradeEvidence): boolean {
  const subject = ifKnown(mint);
  if (ifKnown(sale)?.sold === false) return true;
  if (subject?.is !== 'mint') return false;
  const isFrozen = canFreeze(subject.mint) && (ifKnown(holders)?.frozen.length ?? 0) > 0;
  return isFrozen || transferBlocks(subject.mint).length > 0;
}
