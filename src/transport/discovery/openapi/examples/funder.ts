import { funderMetrics } from '#checks/funder/metrics.ts';
import { exampleOf } from '#checks/metric.ts';
import type { AnswerDocument } from '#schema/contract.ts';

/** A wallet on mainnet whose first lamports came from an exchange. */
export const funderExample: AnswerDocument = {
  schema_version: 1,
  kind: 'funder',
  subject: '9AcRtqNTy4wUD9KKuB2mKrP5n6U3i2dMqeJchrsQU4ke',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  verdict: 'CEX_FUNDED',
  reason_codes: ['DIRECT_CEX_TRANSFER'],
  confidence: 0.95,
  flags: ['FRESH_WALLET', 'NEVER_SPENT'],
  reasons: [
    {
      code: 'DIRECT_CEX_TRANSFER',
      severity: 'info',
      message: 'The first lamports came from Binance 2.',
      evidence: {
        source: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
        transaction: '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr',
        slot: 419_246_800,
        time_unix: 1_778_585_634,
        label: 'Binance 2',
        label_grade: 'strong',
        label_date: '2026-11',
        label_category: 'cex',
      },
    },
  ],
  metrics: exampleOf(funderMetrics),
  as_of: {
    slot: 419_246_800,
    commitment: 'finalized',
    time: '2026-05-12T11:33:54Z',
  },
  gaps: [],
};
