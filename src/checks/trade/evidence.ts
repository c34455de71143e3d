import type { Address } from '#lib/address.ts';
import { ifKnown, type Reading } from '#lib/reading.ts';
import type { AsOf } from '../check.ts';

/** What the account of the subject is. */
export type TradeCheckSubject =
  | { readonly is: 'nothing' }
  /** An account, and not a mint. */
  | { readonly is: 'other'; readonly owner: Address }
  | { readonly is: 'mint'; readonly mint: TradeMintFacts };

/** What a mint says about moving its tokens. Amounts in atomic units. */
export interface TradeMintFacts {
  readonly program: Address;
  readonly decimals: number;
  readonly supply: bigint;
  /** What it takes of a transfer now, in basis points and at most `maximum`; null where it takes nothing. */
  readonly transferFee: { readonly bps: number; readonly maximum: bigint } | null;
  /** Whether somebody can change that fee. */
  readonly feeIsMutable: boolean;
  readonly nonTransferable: boolean;
  readonly frozenByDefault: boolean;
  readonly paused: boolean;
  readonly hookProgram: Address | null;
  /** Extension types that are not known, so that what they do to a transfer is not known either. */
  readonly unknownExtensions: readonly number[];
}

/** Why a pool has no part in the price. `refused` as `src/venues` words it. */
interface PoolRefusal {
  readonly refused: string;
  readonly detail: string;
  /** The leg that cannot be made; null where the pool cannot be quoted at all. */
  readonly leg: 'buy' | 'sell' | null;
}

/** A pool that trades the mint, whether or not it was of use. */
export interface TradedPool {
  readonly venue: string;
  readonly address: Address;
  /** What it trades the mint against; null where its account could not be read. */
  readonly other: Address | null;
  /** What the pool really holds: lamports and stable coins are valued in lamports; null where it could not be quoted. */
  readonly depthLamports: bigint | null;
  /** The tokens that it holds, in atomic units, and what they are worth in lamports at the margin, rounded down. */
  readonly depthTokens: bigint | null;
  readonly depthTokensLamports: bigint | null;
  /** Lamports for a million atomic units of the mint at the margin, rounded down. */
  readonly priceLamportsPerMillion: bigint | null;
  /** The round trip of the whole size through this pool alone, in basis points; null where it cannot be made. */
  readonly costBps: number | null;
  readonly refusal: PoolRefusal | null;
  readonly creator: Address | null;
  readonly openedAtUnix: number | null;
  /** The share of the liquidity that nobody can withdraw for good; null where it is not established. */
  readonly lockedLiquidityBps: number | null;
  /** What about the quote is a bound and not exact. */
  readonly bounds: readonly string[];
}

/** The large holders of the mint under authorities of venues, which prove liquidity that was not priced. */
export interface UnpricedHolders {
  /** Large accounts that were looked at. */
  readonly seen: number;
  readonly unpriced: readonly {
    readonly account: Address;
    readonly authority: Address;
    /** The venue whose authority it is, or whose program owns the authority. */
    readonly venue: string;
    readonly tokens: bigint;
  }[];
}

/** Where lamports went, both ways together. They add up to the cost. */
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
    /** What about its quote is a bound and not exact. */
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
  /** How much more the sale must bring for everything to come back; null where it cannot. */
  readonly breakEvenBps: number | null;
  readonly parts: TripCostParts;
  readonly route: readonly RoutePart[];
}

/** What a trade of the size comes to. `trip` is null where no pool carries it. */
export interface CostFacts {
  readonly trip: RoundTripFacts | null;
  /** The same for a few sizes, smallest first. */
  readonly sizes: readonly { readonly size: bigint; readonly costBps: number | null }[];
  /**
   * The largest size in lamports that stays within each bound, in the order of the bounds asked for; null: none does.
   * `endsUnread`: a pool was not read far enough to say that no larger one would.
   */
  readonly largest: readonly {
    readonly bps: number;
    readonly lamports: bigint | null;
    readonly endsUnread: boolean;
  }[];
  /** How far the highest marginal price of two pools is above the lowest, in basis points; null with fewer than two. */
  readonly disagreementBps: number | null;
}

/** What the network takes, and what opening the token account binds until it is closed. Lamports, fees in their own unit. */
export interface NetworkFacts {
  readonly priorityMicroLamports: bigint;
  /** True where recent blocks could not be read, and the highest priority that is counted was taken. */
  readonly priorityIsAssumed: boolean;
  /** Null where the rent of the present could not be read. */
  readonly accountRentLamports: bigint | null;
}

/**
 * Whether the transfer hook of a mint lets holders' tokens into the pools of the cheapest route, by transfers of real holders
 * that an endpoint ran without effect; the pools' programs were not run. `error` says which program failed with which number,
 * and nothing that a program wrote. Null where neither was shown: the mint has no hook, there was no pool or nobody to try it
 * with, or the pools' programs hand a hook none of the accounts that it wants.
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
  readonly holders: Reading<UnpricedHolders>;
  readonly network: Reading<NetworkFacts>;
  readonly cost: Reading<CostFacts>;
  readonly sale: Reading<SaleProof>;
}

/** What of the mint keeps who buys it from selling, worded for people; none where nothing does. */
export function transferBlocks({ nonTransferable, paused, frozenByDefault }: TradeMintFacts): readonly string[] {
  return [
    ...(nonTransferable ? ['its tokens cannot be transferred'] : []),
    ...(paused ? ['its transfers are paused'] : []),
    ...(frozenByDefault ? ['new token accounts of it are frozen'] : []),
  ];
}

/** True where it is proven that no size can be sold again, whatever pools would pay. */
export function isUnsellable({ mint, sale }: TradeEvidence): boolean {
  const subject = ifKnown(mint);
  const blocked = subject?.is === 'mint' && transferBlocks(subject.mint).length > 0;
  return blocked || ifKnown(sale)?.sold === false;
}
