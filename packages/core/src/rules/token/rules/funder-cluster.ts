import { clear, raised, reason } from '../../rule.ts';
import { CLUSTER_BPS, CLUSTER_LARGE_BPS, largestCluster } from '../clusters.ts';
import { codeFrom, tokenRule } from '../policy.ts';

/** Which share of the circulating supply belongs to holders whose first money came from one wallet, directly or through others? */
export const funderCluster = tokenRule({
  id: 'funder-cluster',
  needs: ['mint', 'holders', 'insiders'],
  codes: {
    COMMON_FUNDER_CLUSTER: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning:
        'Holders with ten percent or more of what circulates were funded by one wallet, directly or through others.',
      action: 'Count them as one holder.',
    },
    COMMON_FUNDER_CLUSTER_LARGE: {
      severity: 'high',
      category: 'holders',
      certainty: 'inferred',
      meaning:
        'Holders with twenty percent or more of what circulates were funded by one wallet, directly or through others.',
      action: 'Count them as one holder who can empty the pool.',
    },
  },
  judge({ mint, holders, insiders }) {
    const cluster = largestCluster(insiders, holders, mint.supply, ['funder', 'funders_funder']);
    const code = codeFrom(cluster?.bps ?? 0, [
      [CLUSTER_LARGE_BPS, 'COMMON_FUNDER_CLUSTER_LARGE'],
      [CLUSTER_BPS, 'COMMON_FUNDER_CLUSTER'],
    ]);
    return cluster && code ? raised([reason(code, cluster.evidence, cluster.message)]) : clear;
  },
});
