import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { counted, percent } from '../../words.ts';
import type { FunderCluster, TokenEvidence } from '../evidence.ts';
import { codeFrom } from '../grade.ts';
import { reason } from '../reason.ts';
import { bpsOf, sharesOf } from '../shares.ts';
import { FUNDER_CLUSTER_BPS, FUNDER_CLUSTER_LARGE_BPS, FUNDER_CLUSTER_WALLETS_MIN } from '../thresholds.ts';

/** How much of what circulates is held by wallets whose first money came from one source, alike in amount or time? */
export const funderCluster = ruleFor<TokenEvidence>()({
  id: 'funder-cluster',
  needs: ['mint', 'holders', 'insiders'],
  codes: ['COMMON_FUNDER_CLUSTER', 'COMMON_FUNDER_CLUSTER_LARGE'],
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
    const message = `One wallet funded ${counted(wallets, 'wallet')} that together hold ${percent(bps)} of what circulates.`;
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
