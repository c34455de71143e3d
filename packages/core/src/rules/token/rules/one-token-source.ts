import { clear, raised, reason } from '../../rule.ts';
import { CLUSTER_BPS, CLUSTER_LARGE_BPS, largestCluster } from '../clusters.ts';
import { codeFrom, tokenRule } from '../policy.ts';

/** Which share of the circulating supply did one wallet hand to holders, and not a market? */
export const oneTokenSource = tokenRule({
  id: 'one-token-source',
  needs: ['mint', 'holders', 'insiders'],
  codes: {
    COMMON_TOKEN_SOURCE: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning: 'Holders got ten percent or more of what circulates from one wallet instead of a market.',
      action: 'Count them as one holder.',
    },
    COMMON_TOKEN_SOURCE_LARGE: {
      severity: 'high',
      category: 'holders',
      certainty: 'inferred',
      meaning: 'Holders got twenty percent or more of what circulates from one wallet instead of a market.',
      action: 'Count them as one holder who can empty the pool.',
    },
  },
  judge({ mint, holders, insiders }) {
    const cluster = largestCluster(insiders, holders, mint.supply, ['token_source']);
    const code = codeFrom(cluster?.bps ?? 0, [
      [CLUSTER_LARGE_BPS, 'COMMON_TOKEN_SOURCE_LARGE'],
      [CLUSTER_BPS, 'COMMON_TOKEN_SOURCE'],
    ]);
    return cluster && code ? raised([reason(code, cluster.evidence, cluster.message)]) : clear;
  },
});
