/** A part of the cost: lamports as a decimal string, and basis points of the size, rounded down. */
export interface CostPartMetrics {
  readonly lamports: string;
  readonly bps: number;
}

/** Where the lamports of a round trip go, both ways together. The lamports add up to the cost. */
export interface CostPartsMetrics {
  readonly price_impact: CostPartMetrics;
  readonly lp_fees: CostPartMetrics;
  readonly protocol_fees: CostPartMetrics;
  readonly creator_fees: CostPartMetrics;
  /** What the mint takes of its own transfers. */
  readonly transfer_fees: CostPartMetrics;
  readonly network_base: CostPartMetrics;
  readonly network_priority: CostPartMetrics;
}

/** One pool that a purchase goes through. */
export interface HopMetrics {
  readonly venue: string;
  readonly pool: string;
}

/** A part of the route with its share of the size, and its pools in the order of the purchase. */
export interface RoutePartMetrics {
  readonly size_sol: string;
  readonly hops: readonly HopMetrics[];
}

/** What a round trip of another size costs along one route, without a split; null where it cannot be made. */
export interface SizeMetrics {
  readonly size_sol: string;
  readonly cost_bps: number | null;
}

/** The largest size in SOL that still gets each verdict along one route; null: no size does, or it was not read. */
export interface MaxSizeMetrics {
  readonly acceptable_cost: string | null;
  readonly elevated_cost: string | null;
  readonly high_cost: string | null;
}

/** A pool that was found, and why it was not used. Null: it could not be read or does not apply. */
export interface PoolMetrics {
  readonly venue: string;
  readonly address: string;
  /** Whether the cheapest route goes through it. */
  readonly used: boolean;
  /** What it trades the mint against. */
  readonly other_mint: string | null;
  /** The round trip of the whole size through this pool alone. */
  readonly cost_bps: number | null;
  /** What it holds of the other side, valued in lamports. */
  readonly depth_lamports: string | null;
  readonly depth_tokens: string | null;
  /** Lamports for a million atomic units of the mint at the margin, rounded down. */
  readonly price_lamports_per_million: string | null;
  /** Why there is no cost, and for which leg: `buy` or `sell`. */
  readonly refused: string | null;
  readonly refused_detail: string | null;
  readonly refused_leg: string | null;
  readonly creator: string | null;
  readonly opened_at_unix: number | null;
  readonly locked_liquidity_bps: number | null;
  /** What about its quote is a bound and not exact. */
  readonly bounds: readonly string[];
}

/** A large holder that proves liquidity which has no part in the price. */
export interface UnpricedHolderMetrics {
  readonly account: string;
  readonly authority: string;
  readonly venue: string;
  readonly tokens: string;
}

/**
 * The figures of a trade answer. Lamports and token amounts are decimal strings, sizes decimal strings in SOL, shares
 * integer basis points (at most 2,147,483,647, which stands for anything above), times Unix seconds; null: not applicable
 * or not read.
 */
export interface TradeMetrics {
  readonly size_sol: string;
  /** The round trip along the cheapest route, both legs at the present state: impact counts twice. */
  readonly cost_bps: number | null;
  readonly cost_lamports: string | null;
  /** Tokens that the size buys, and lamports that their sale brings back. */
  readonly tokens_bought: string | null;
  readonly lamports_back: string | null;
  /** The cost when the sale follows at once, where impact cancels. */
  readonly floor_bps: number | null;
  /** How much more than now the sale must bring for everything to come back; in a pool the price rises by more. */
  readonly break_even_bps: number | null;
  readonly cost_parts: CostPartsMetrics | null;
  readonly route: readonly RoutePartMetrics[] | null;
  readonly sizes: readonly SizeMetrics[] | null;
  readonly recommended_max_size_sol: MaxSizeMetrics;
  /** How far the highest price of two pools is above the lowest. */
  readonly price_disagreement_bps: number | null;
  readonly pools_found: number | null;
  /** Pools through which the size could be bought and sold again. */
  readonly pools_usable: number | null;
  /** Every pool that was found, cheapest first. */
  readonly pools: readonly PoolMetrics[] | null;
  readonly holders_seen: number | null;
  readonly unpriced_holders: readonly UnpricedHolderMetrics[] | null;
  readonly token_program: string | null;
  readonly decimals: number | null;
  readonly supply: string | null;
  readonly transfer_fee_bps: number | null;
  readonly transfer_fee_maximum: string | null;
  readonly transfer_hook_program: string | null;
  readonly priority_micro_lamports: string | null;
  /** True where the priority could not be read and the highest one that is counted was taken. */
  readonly priority_is_assumed: boolean | null;
  /** What opening the token account binds until it is closed; no part of the cost. */
  readonly account_rent_lamports: string | null;
  /** Whether transfers of real holders' tokens into the pool were seen to pass the hook; null: no hook, or nothing was shown. */
  readonly sale_proven: boolean | null;
  readonly sale_error: string | null;
}
