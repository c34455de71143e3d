/** Basis points of a transfer from which its fee is high: RiskRadar and TokenSniffer call 5 percent high. */
export const FEE_HIGH_BPS = 500n;

/** Basis points of a transfer from which its fee is extreme: TokenSniffer calls 30 percent extreme. */
export const FEE_EXTREME_BPS = 3_000n;

/** Parts of what circulates, in basis points, from which the largest holder is large (GMGN) and dominant (RiskRadar). */
export const TOP1_LARGE_BPS = 1_000;
export const TOP1_DOMINANT_BPS = 2_000;

/** The same for the ten largest holders together: RugCheck warns at 50 and at 70 percent, GMGN at 50, Bitquery at 70. */
export const TOP10_CONCENTRATED_BPS = 5_000;
export const TOP10_EXTREME_BPS = 7_000;

/** Basis points of the supply below which shares of what circulates say little: GMGN's rule of two percent. */
export const CIRCULATING_BPS_MIN = 200;

/** The creator's part of what circulates, in basis points: Solana Tracker, TokenSniffer and Mobula name five percent. */
export const DEV_HOLDING_MATERIAL_BPS = 500;
export const DEV_HOLDING_LARGE_BPS = 1_000;

/** What the first buyers still hold of what circulates, in basis points: Solana Tracker's 5 and 15 percent. */
export const LAUNCH_BUNDLE_HELD_BPS = 500;
export const LAUNCH_BUNDLE_LARGE_BPS = 1_500;

/** What holders with one funder have of what circulates, in basis points: Solana Tracker's 10 and 20 percent. */
export const FUNDER_CLUSTER_BPS = 1_000;
export const FUNDER_CLUSTER_LARGE_BPS = 2_000;
/** Wallets that make a cluster: two with one funder are common by chance. Own choice. */
export const FUNDER_CLUSTER_WALLETS_MIN = 3;

/** Percent by which the list of the largest holders and their accounts may differ: tokens move between two reads. Own choice. */
export const HOLDERS_DIFFER_PERCENT_MAX = 1n;

/** Depths in millionths of a US dollar: Solidus counts pools below 1,000 dollars as dead, RiskRadar warns below 10,000. */
export const DEPTH_VERY_LOW_USD_MICROS = 1_000_000_000n;
export const DEPTH_LOW_USD_MICROS = 10_000_000_000n;
/** What one SOL counts for where the chain shows no price of it, so that the bounds are 10 and 100 SOL. Own choice. */
export const USD_MICROS_PER_SOL_ASSUMED = 100_000_000n;

/** Basis points of a pool's liquidity that decide about it: AetherCore warns of one owner with half. */
export const LIQUIDITY_MAJORITY_BPS = 5_000;
/** What makes control that was not read matter less: pools, venues, the largest pool's part of all depth, age. Own choice. */
export const SPREAD_POOLS_MIN = 3;
export const SPREAD_VENUES_MIN = 2;
export const SPREAD_LARGEST_PERCENT_MAX = 50n;
/** RiskRadar's highest band of age begins at 180 days. */
export const OLD_SECONDS = 180 * 86_400;

/** Ages in seconds: most tokens that end do so within 24 hours (SolRPDS), RiskRadar calls the first seven days new. */
export const VERY_NEW_SECONDS = 86_400;
export const NEW_SECONDS = 7 * 86_400;

/** A sale has to bring back at least this part of its worth at the margin, a half: own choice, above every usual fee. */
export const SALE_PARTS_MIN = 2n;

/** An endpoint lists this many of the largest accounts of a mint, or all where there are fewer (agave `rpc/src/rpc.rs`, `NUM_LARGEST_ACCOUNTS`). */
export const HOLDERS_LISTED_MAX = 20;
/** What a list that is not full may leave out of what circulates: as much as two reads may differ. */
export const UNLISTED_BPS_MAX = 100;
