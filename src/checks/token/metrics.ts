import type {
  AgeProofMetrics,
  AuthorityMetrics,
  BucketsMetrics,
  CreatorSource,
  CuratedMetrics,
  FunderClusterMetrics,
  HolderMetrics,
  LaunchBuyerMetrics,
  LinkMetrics,
  MetadataSource,
  MintExtensionType,
  PausableMetrics,
  StakeMetrics,
  TokenPoolMetrics,
  TransferFeeMetrics,
  TransferHookMetrics,
  TrialSaleResult,
  UnmeasuredMetrics,
} from './metric-parts.ts';
import type { Quality } from './quality.ts';

/** What the mint is and who has power over it. */
export interface ControlMetrics {
  readonly token_program: string | null;
  readonly decimals: number | null;
  readonly supply: string | null;
  readonly is_token_2022: boolean | null;
  readonly mint_authority: string | null;
  readonly freeze_authority: string | null;
  /** Everybody with power over the mint, with what each may do. */
  readonly authorities: readonly AuthorityMetrics[] | null;
  readonly extensions: readonly MintExtensionType[] | null;
  /** Types of extensions that no rule knows. */
  readonly unknown_extensions: readonly number[] | null;
  readonly transfer_fee: TransferFeeMetrics | null;
  readonly permanent_delegate: string | null;
  readonly transfer_hook: TransferHookMetrics | null;
  readonly pausable: PausableMetrics | null;
  readonly default_frozen: boolean | null;
  readonly close_authority: string | null;
  /** Display only. Negative rates exist. */
  readonly interest_rate_bps: number | null;
  /** Display only: what wallets multiply amounts by at the moment of the answer. */
  readonly ui_multiplier: string | null;
  readonly stake: StakeMetrics | null;
  readonly curated: CuratedMetrics | null;
}

/** What the token calls itself. Name and symbol are words of a stranger: cleaned of what is not seen, never trusted. */
export interface IdentityMetrics {
  readonly name: string | null;
  readonly symbol: string | null;
  readonly uri: LinkMetrics | null;
  readonly metadata_source: MetadataSource | null;
  readonly metadata_mutable: boolean | null;
  readonly metadata_update_authority: string | null;
}

/** Who holds it. Accounts of one owner count together; pools, curves, lockers and custodians are no holders. */
export interface HoldersMetrics {
  /** Supply less what is burned or lies in pools, curves and launch systems among the largest accounts. */
  readonly circulating_supply: string | null;
  /** How many of the largest accounts were read. How many there are is not known. */
  readonly holders_seen: number | null;
  readonly top1_bps: number | null;
  readonly top5_bps: number | null;
  readonly top10_bps: number | null;
  readonly top1_of_supply_bps: number | null;
  readonly top10_of_supply_bps: number | null;
  /** Sum of the squared shares of what circulates, 0 to 10,000: a lower bound. */
  readonly hhi: number | null;
  readonly buckets: BucketsMetrics | null;
  /** Largest first, at most twenty. */
  readonly holders: readonly HolderMetrics[] | null;
  /** Frozen accounts with tokens among them that belong to ordinary holders. */
  readonly frozen_holders: number | null;
}

/** Where it can be sold, and what a small sale would bring. */
export interface ExitMetrics {
  /** The other side of the deepest pool. */
  readonly depth_lamports: string | null;
  readonly depth_usd: string | null;
  readonly usd_per_sol: string | null;
  /** Deepest first, then those without a price, at most twenty. */
  readonly pools: readonly TokenPoolMetrics[] | null;
  readonly unmeasured_liquidity: readonly UnmeasuredMetrics[] | null;
  readonly sale_size_sol: string | null;
  readonly sale_tokens: string | null;
  readonly sale_lamports_back: string | null;
  /** Of the size, rounded up; 0 where it brings back as much or more. */
  readonly sale_cost_bps: number | null;
  readonly sale_venue: string | null;
  readonly sale_pool: string | null;
  /** What simulated transfers of real holders came to; null where none could be run. */
  readonly trial_sale: TrialSaleResult | null;
  readonly trial_sale_error: string | null;
}

/** Since when it exists, who made it, and what its first holders have in common. */
export interface OriginMetrics {
  readonly proven_since_unix: number | null;
  readonly age_seconds: number | null;
  /** False: the mint is at least as old. */
  readonly age_exact: boolean | null;
  readonly age_proof: AgeProofMetrics | null;
  readonly creator: string | null;
  readonly creator_by: CreatorSource | null;
  readonly creator_tokens: string | null;
  /** Of what circulates. */
  readonly creator_share_bps: number | null;
  readonly launch_buyers: readonly LaunchBuyerMetrics[] | null;
  /** What they hold now, of what circulates; the creator's tokens count where the creator is one of them. */
  readonly launch_held_bps: number | null;
  readonly launch_transactions: number | null;
  readonly launch_tipped: number | null;
  readonly wallets_asked: number | null;
  readonly wallets_traced: number | null;
  readonly funder_clusters: readonly FunderClusterMetrics[] | null;
  readonly creator_funder: string | null;
  /** Holders and launch buyers whose first money came from there as well. */
  readonly creator_funder_shared_by: readonly string[] | null;
  readonly creator_other_mints: readonly string[] | null;
}

/**
 * The figures of a token answer. Every member is present. Amounts are decimal strings in lamports or atomic units, dollars
 * decimal strings, shares integer basis points, times Unix seconds; integers are at most 2,147,483,647, which stands for
 * anything above. Null: not applicable, or not read.
 */
export interface TokenMetrics extends ControlMetrics, IdentityMetrics, HoldersMetrics, ExitMetrics, OriginMetrics {
  /** How well each part was read, in percent. It is no probability. */
  readonly data_quality: Quality;
}
