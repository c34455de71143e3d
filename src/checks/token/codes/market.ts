import type { CodeEntry } from '../../check.ts';

/** Who holds it, who can take its liquidity, how old it is and whether it can be sold. */
export const marketCodes = {
  TOP1_HOLDER_LARGE: {
    severity: 'medium',
    meaning: 'One ordinary holder has ten percent or more of what circulates.',
    action: 'Expect that one sale can move the price against you.',
  },
  TOP1_HOLDER_DOMINANT: {
    severity: 'high',
    meaning: 'One ordinary holder has twenty percent or more of what circulates.',
    action: 'Expect that one holder can empty the pool; keep positions small against the depth.',
  },
  TOP10_CONCENTRATED: {
    severity: 'medium',
    meaning: 'The ten largest ordinary holders have half or more of what circulates.',
    action: 'Look at the holders in the metrics before you buy.',
  },
  TOP10_EXTREME: {
    severity: 'high',
    meaning: 'The ten largest ordinary holders have seventy percent or more of what circulates.',
    action: 'Expect that few people decide about the price.',
  },
  CONCENTRATION_NOT_ASSESSABLE: {
    severity: 'medium',
    meaning: 'Less than two percent of the supply circulates outside of pools, curves and burns.',
    action: 'Shares of holders say little now; ask again when more was bought.',
  },
  DEV_HOLDING_MATERIAL: {
    severity: 'medium',
    meaning: 'The creator holds five percent or more of what circulates.',
    action: 'Watch the creator, who is named in the evidence.',
  },
  DEV_HOLDING_LARGE: {
    severity: 'high',
    meaning: 'The creator holds ten percent or more of what circulates.',
    action: 'Expect that the creator can sell into every purchase.',
  },
  LAUNCH_BUNDLE_HELD: {
    severity: 'medium',
    meaning: 'Wallets that bought in the slots of the launch still hold five percent or more of what circulates.',
    action: 'Those who bought first may be one; expect them to sell.',
  },
  LAUNCH_BUNDLE_LARGE: {
    severity: 'high',
    meaning: 'Wallets that bought in the slots of the launch still hold fifteen percent or more of what circulates.',
    action: 'Treat the launch as bundled: a few first buyers can end the market.',
  },
  COMMON_FUNDER_CLUSTER: {
    severity: 'medium',
    meaning: 'Three holders or more with ten percent or more of what circulates were funded by one wallet.',
    action: 'Count them as one holder.',
  },
  COMMON_FUNDER_CLUSTER_LARGE: {
    severity: 'high',
    meaning: 'Three holders or more with twenty percent or more of what circulates were funded by one wallet.',
    action: 'Count them as one holder who can empty the pool.',
  },
  LIQUIDITY_NONE_FOUND: {
    severity: 'high',
    meaning: 'No pool that is known here trades the token, and no large holder is one.',
    action: 'Do not buy where you cannot sell; a venue that is not known here is not excluded.',
  },
  LIQUIDITY_VERY_LOW: {
    severity: 'high',
    meaning: 'The deepest pool holds less than 1,000 US dollars on its other side.',
    action: 'Expect that even a small sale takes most of it.',
  },
  LIQUIDITY_LOW: {
    severity: 'medium',
    meaning: 'The deepest pool holds less than 10,000 US dollars on its other side.',
    action: 'Keep the position small against the depth, and ask the trade check for its cost.',
  },
  LP_WITHDRAWABLE: {
    severity: 'high',
    meaning: 'One owner can withdraw half or more of the liquidity of the deepest pool.',
    action: 'Expect that the market can end in one transaction; the owner is named in the evidence.',
  },
  LP_CONTROL_UNKNOWN: {
    severity: 'medium',
    meaning: 'Who can withdraw the liquidity of the deepest pool could not be told.',
    action: 'Look at its positions before you rely on its depth.',
  },
  BONDING_CURVE_PHASE: {
    severity: 'medium',
    meaning: 'The token still trades on its launch curve.',
    action: 'Most tokens never leave their curve; expect the price to follow few buyers.',
  },
  TOKEN_VERY_NEW: {
    severity: 'medium',
    meaning: 'The mint was made less than 24 hours ago.',
    action: 'Most tokens that end do so on their first day; wait, or risk little.',
  },
  TOKEN_NEW: {
    severity: 'medium',
    meaning: 'The mint was made less than seven days ago.',
    action: 'Its holders and liquidity have not been through much yet.',
  },
  SELL_BLOCKED_FROZEN: {
    severity: 'critical',
    meaning: 'Trial sales of real holders failed in the token program: frozen, paused or not transferable.',
    action: 'Do not buy: holders cannot sell now.',
  },
  SELL_BLOCKED_HOOK: {
    severity: 'critical',
    meaning: 'Trial sales of real holders were refused by the hook of the mint.',
    action: 'Do not buy: holders cannot sell now.',
  },
  SELL_BLOCKED_VENUE: {
    severity: 'high',
    meaning: 'No pool that was found takes a small sale at its present state.',
    action: 'Do not buy: there is no way out through the venues that are known here.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
