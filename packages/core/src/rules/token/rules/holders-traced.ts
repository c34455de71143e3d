import { clear, raised, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import { CLUSTER_BPS, CLUSTER_LARGE_BPS, clusterLinks, largestCluster } from '../clusters.ts';
import type { InsiderFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';
import { bpsOf, sharesOf } from '../shares.ts';

/**
 * Could holders whose money and tokens were not traced be one holder who matters? What was not read weighs as the worst that it may
 * be, and no more: where a cluster of that size is proven, its own code says so.
 */
export const holdersTraced = tokenRule({
  id: 'holders-traced',
  needs: ['mint', 'holders', 'insiders'],
  codes: {
    HOLDER_HISTORY_LONG: {
      severity: 'medium',
      category: 'holders',
      certainty: 'state',
      unread: { reading: 'insiders', cause: 'limit_reached' },
      meaning:
        'Holders who could together have twenty percent or more of what circulates have histories, or money, that could not be followed to the end.',
      action: 'They may be one holder who can empty the pool.',
    },
    HOLDER_HISTORY_UNREAD: {
      severity: 'medium',
      category: 'holders',
      certainty: 'state',
      unread: { reading: 'insiders', cause: 'rpc_unavailable' },
      meaning:
        'The histories of holders who could together have ten percent or more of what circulates were not given.',
      action: 'They may be one holder who can empty the pool. Ask again later, or of a service with another endpoint.',
    },
    CLUSTER_NOT_EXCLUDED: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning:
        'Holders whose money and tokens were not traced could together have ten percent or more of what circulates.',
      action: 'Count them as one holder.',
    },
  },
  judge({ mint, holders, insiders }) {
    const { assessable, circulating } = sharesOf(holders, mint.supply);
    const { untraced: doubtful } = insiders;
    if (!assessable || doubtful.length === 0) return clear;
    const bpsWith = (some: InsiderFacts['untraced']) => bpsOf(worstOf(insiders, some), circulating);
    const bps = bpsWith(doubtful);
    const proven = largestCluster(insiders, holders, mint.supply, clusterLinks)?.bps ?? 0;
    if (bps < CLUSTER_BPS || (bps < CLUSTER_LARGE_BPS && proven >= CLUSTER_BPS)) return clear;
    const evidence = { wallets: doubtful.length, circulating_bps: bps };
    const message = `${counted(doubtful.length, 'holder')} could not be traced and could, with the largest cluster, have ${percentText(bps)} of what circulates.`;
    const long = doubtful.filter(({ why }) => why === 'limit_reached');
    const unread = doubtful.find(({ why }) => why !== 'limit_reached');
    // A gap of endpoints is no fact about the token: it weighs only if the others alone do not reach the bound.
    const reachAlone = long.length > 0 && bpsWith(long) >= CLUSTER_BPS;
    if (unread && (bps >= CLUSTER_LARGE_BPS || !reachAlone))
      return raised([reason('HOLDER_HISTORY_UNREAD', { ...evidence, cause: unread.why }, message)]);
    return raised([
      reason(bps < CLUSTER_LARGE_BPS ? 'CLUSTER_NOT_EXCLUDED' : 'HOLDER_HISTORY_LONG', evidence, message),
    ]);
  },
});

/** The share of untraced holders together with the largest cluster. */
function worstOf({ clusters }: InsiderFacts, doubtful: InsiderFacts['untraced']): bigint {
  const worst = [null, ...clusters].map((cluster) => {
    const own = new Set(cluster?.wallets.map(({ wallet }) => wallet));
    return doubtful.reduce((sum, { wallet, tokens }) => (own.has(wallet) ? sum : sum + tokens), cluster?.tokens ?? 0n);
  });
  return worst.reduce((most, one) => (one > most ? one : most), 0n);
}
