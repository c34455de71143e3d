import { clear, raised, reason } from '../../rule.ts';
import { CLUSTER_BPS, largestCluster } from '../clusters.ts';
import { tokenRule } from '../policy.ts';

/** Which share of the circulating supply belongs to holders who are joined only by the time of their money, or by payments? */
export const alikeWallets = tokenRule({
  id: 'alike-wallets',
  needs: ['mint', 'holders', 'insiders'],
  codes: {
    FUNDED_TOGETHER: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning:
        'Three holders or more with ten percent or more of what circulates got like first amounts in the same minute.',
      action: 'They may be one holder; look at the evidence.',
    },
    COMMON_SINK: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning: 'Three holders or more with ten percent or more of what circulates paid money to one wallet lately.',
      action: 'They may be one holder; look at the evidence.',
    },
  },
  judge({ mint, holders, insiders }) {
    const found = (['funded_together', 'sink'] as const).flatMap((by) => {
      const cluster = largestCluster(insiders, holders, mint.supply, [by]);
      if (cluster === null || cluster.bps < CLUSTER_BPS) return [];
      return [reason(by === 'sink' ? 'COMMON_SINK' : 'FUNDED_TOGETHER', cluster.evidence, cluster.message)];
    });
    return found.length > 0 ? raised(found) : clear;
  },
});
