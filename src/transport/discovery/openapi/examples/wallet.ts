import { exampleOf } from '#checks/metric.ts';
import { walletMetrics } from '#checks/wallet/metrics.ts';
import type { AnswerDocument } from '#schema/contract.ts';

/** A wallet that made a profit in three months, but not one that luck does not explain. */
export const walletExample: AnswerDocument = {
  schema_version: 1,
  kind: 'wallet',
  subject: '23dpV9BUjy3nfriKpeiuzyhuN5Css9YyRRSjAy4Vquf9',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  verdict: 'NEUTRAL',
  reason_codes: ['PNL_POSITIVE_NOT_SIGNIFICANT'],
  confidence: 0.59,
  flags: ['HISTORY_REPAIRED'],
  reasons: [
    {
      code: 'PNL_POSITIVE_NOT_SIGNIFICANT',
      severity: 'low',
      message: 'The wallet made a profit, but one that luck explains as well.',
      evidence: {
        figure: -772,
        bound: 1,
        direction: 'at_least',
        unit: 'bps',
        closed: 48,
        realized_pnl_lamports: '3829662029',
        cost_lamports: '26394623399',
      },
    },
  ],
  metrics: exampleOf(walletMetrics),
  as_of: {
    slot: 360000000,
    commitment: 'finalized',
    time: '2025-08-14T11:03:52Z',
  },
  gaps: [],
};
