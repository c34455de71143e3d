import type { MintExtensionType } from '#lib/token/extension-model.ts';
import type { AgeFacts, AuthorityFacts, CreatorFacts, HolderRole, LiquidityPart, MetadataFacts } from './evidence.ts';

export type { MintExtensionType };
export type AuthorityKind = AuthorityFacts['kind'];
export type MetadataSource = MetadataFacts['source'];
export type LiquidityHow = LiquidityPart['how'];
export type AgeProofKind = AgeFacts['proof']['what'];
export type CreatorSource = CreatorFacts['by'];
export type TrialSaleResult = 'passed' | 'refused';

/** Somebody with power over the mint. */
export interface AuthorityMetrics {
  readonly address: string;
  readonly roles: readonly string[];
  readonly kind: AuthorityKind;
  readonly program: string | null;
}

/** What the mint takes of its transfers: basis points, at most `..._maximum` atomic units of each. */
export interface TransferFeeMetrics {
  readonly active_bps: number;
  readonly active_maximum: string;
  /** What holds from `scheduled_epoch` on; null where nothing else is set to begin. */
  readonly scheduled_bps: number | null;
  readonly scheduled_maximum: string | null;
  readonly scheduled_epoch: number | null;
  /** Who can change the fee. */
  readonly authority: string | null;
}

/** The program that decides about transfers, and who can set another one. */
export interface TransferHookMetrics {
  readonly program: string | null;
  readonly authority: string | null;
  readonly upgradeable: boolean | null;
}

/** Whether all transfers can be, or are, stopped. */
export interface PausableMetrics {
  readonly authority: string | null;
  readonly paused: boolean;
}

/** The staking program that alone may mint. */
export interface StakeMetrics {
  readonly program: string;
  readonly program_name: string;
  readonly pool: string | null;
}

/** How a metadata link is spelled; a scheme that is not listed is `other`. */
export type LinkScheme = 'https' | 'http' | 'ipfs' | 'ar' | 'data' | 'other';

/** What the metadata link is. The link itself is untrusted text of any length, and stays out. */
export interface LinkMetrics {
  readonly scheme: LinkScheme;
  /** Of `https` and `http`, in plain ASCII of at most 100 characters; null for any other spelling. */
  readonly host: string | null;
  /** Whether the link names its content, so that what it shows cannot change. */
  readonly content_addressed: boolean;
}

/** What groups of accounts hold, in basis points of the supply, rounded down. */
export interface BucketsMetrics {
  readonly pools: number;
  readonly curves: number;
  readonly burned: number;
  readonly launch_system: number;
  readonly lockers: number;
  readonly custody: number;
  readonly exchanges: number;
}

/** One of the largest accounts. `share_bps` is of the supply, rounded down. */
export interface HolderMetrics {
  readonly account: string;
  readonly owner: string;
  readonly role: HolderRole;
  readonly tokens: string;
  readonly share_bps: number | null;
  readonly frozen: boolean;
  readonly label: string | null;
}

/** A part of a pool's liquidity and who can take it away. */
export interface LiquidityPartMetrics {
  readonly how: LiquidityHow;
  readonly owner: string | null;
  readonly bps: number;
}

/** A pool that trades the mint. Null: not read, or not applicable. */
export interface TokenPoolMetrics {
  readonly venue: string;
  readonly address: string;
  readonly other_mint: string | null;
  readonly depth_lamports: string | null;
  readonly depth_usd: string | null;
  readonly refused: string | null;
  readonly is_curve: boolean;
  readonly creator: string | null;
  readonly opened_at_unix: number | null;
  readonly liquidity_parts: readonly LiquidityPartMetrics[] | null;
}

/** A large account of a venue that no pool explains. */
export interface UnmeasuredMetrics {
  readonly account: string;
  readonly venue: string;
  readonly tokens: string;
}

/** What proves the age. */
export interface AgeProofMetrics {
  readonly what: AgeProofKind;
  readonly transaction: string | null;
  readonly slot: number | null;
}

/** An owner that got tokens in the slots of the launch, and what is left of them. */
export interface LaunchBuyerMetrics {
  readonly owner: string;
  readonly tokens: string;
  readonly tokens_now: string;
}

/** Wallets whose first money came from one source. `share_bps` is of what circulates, rounded down. */
export interface FunderClusterMetrics {
  readonly funder: string;
  readonly wallets: readonly string[];
  readonly tokens: string;
  readonly share_bps: number | null;
  readonly alike: boolean;
}

/** The known asset that the mint is, and what differs from its reviewed profile. */
export interface CuratedMetrics {
  readonly name: string;
  readonly class: string;
  readonly drift: readonly string[];
}
