import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import type { FunderCluster } from '../evidence.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { bpsOf, sharesOf } from '../shares.ts';

/** Wallets that make a cluster: two with one funder are common by chance. Own choice. */
const FUNDER_CLUSTER_WALLETS_MIN = 3;

/** What holders with one funder have of what circulates, in basis points: Solana Tracker's 10 and 20 percent. */
const FUNDER_CLUSTER_BPS = 1_000;
const FUNDER_CLUSTER_LARGE_BPS = 2_000;

/** What share of the circulating supply belongs to wallets with one first funder and similar amounts or times? */
export const funderCluster = tokenRule({
  id: 'funder-cluster',
  needs: ['mint', 'holders', 'insiders'],
  codes: {
    COMMON_FUNDER_CLUSTER: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning: 'Three holders or more with ten percent or more of what circulates were funded by one wallet.',
      action: 'Count them as one holder.',
    },
    COMMON_FUNDER_CLUSTER_LARGE: {
      severity: 'high',
      category: 'holders',
      certainty: 'inferred',
      meaning: 'Three holders or more with twenty percent or more of what circulates were funded by one wallet.',
      action: 'Count them as one holder who can empty the pool.',
    },
  },
  judge({ mint, holders, insiders }) {
    if (mint.is !== 'mint' || holders === null || insiders === null) return notApplicable;
    const { assessable, circulating, supply } = sharesOf(holders, mint.mint.supply);
    if (!assessable) return notApplicable;
    const cluster = largestOf(insiders.clusters);
    const bps = bpsOf(cluster?.tokens ?? 0n, circulating);
    const code = codeFrom(bps, [
      [FUNDER_CLUSTER_LARGE_BPS, 'COMMON_FUNDER_CLUSTER_LARGE'],
      [FUNDER_CLUSTER_BPS, 'COMMON_FUNDER_CLUSTER'],
    ]);
    if (code === null || cluster === null) return clear;
    const { funder, wallets, tokens } = cluster;
    const evidence = {
      funder,
      wallets,
      tokens: tokens.toString(),
      circulating_bps: bps,
      supply_bps: bpsOf(tokens, supply),
    };
    const message = `One wallet funded ${counted(wallets, 'wallet')} that together hold ${percentText(bps)} of what circulates.`;
    return raised([reason(code, evidence, message)]);
  },
});

/** A cluster with each of its wallets once. The creator may be one that holds nothing among them. */
function holdingOf({ funder, wallets }: FunderCluster) {
  const held = new Map(wallets.map(({ wallet, tokens }) => [wallet, tokens]));
  return { funder, wallets: held.size, tokens: [...held.values()].reduce((sum, one) => sum + one, 0n) };
}

/** The cluster that holds most, of those that are large enough to mean something. */
function largestOf(clusters: readonly FunderCluster[]) {
  return clusters
    .filter(({ alike }) => alike)
    .map(holdingOf)
    .filter(({ wallets }) => wallets >= FUNDER_CLUSTER_WALLETS_MIN)
    .reduce<ReturnType<typeof holdingOf> | null>((most, one) => (most && most.tokens >= one.tokens ? most : one), null);
}
