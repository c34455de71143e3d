import { exampleOf } from '#checks/metric.ts';
import { tradeMetrics } from '#checks/trade/metrics.ts';
import type { AnswerDocument } from '#schema/contract.ts';

/** A coin that left its bonding curve, bought for 0.5 SOL on mainnet. */
export const tradeExample: AnswerDocument = {
  schema_version: 1,
  kind: 'trade',
  subject: 'J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  verdict: 'ELEVATED_COST',
  reason_codes: ['ROUND_TRIP_COST_ELEVATED'],
  confidence: 0.95,
  flags: ['CLOSED_POOL', 'LIQUIDITY_CONTROL_UNKNOWN'],
  reasons: [
    {
      code: 'ROUND_TRIP_COST_ELEVATED',
      severity: 'medium',
      message: 'A round trip of 0.5 SOL costs 5.84 %: 0.029172851 SOL. Sold again at once, it is 2.48 %.',
      evidence: {
        size_lamports: '500000000',
        tokens: '11184717534698',
        back_lamports: '470837549',
        cost_lamports: '29172851',
        cost_bps: 584,
        floor_bps: 248,
        break_even_bps: 620,
        price_impact_lamports: '17029640',
        venue_fees_lamports: '12132811',
        transfer_fees_lamports: '0',
        network_fees_lamports: '10400',
        pools: 'pumpswap GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
        bound_bps: 1000,
        slot: '360000000',
      },
    },
  ],
  metrics: exampleOf(tradeMetrics),
  as_of: {
    slot: 360_000_000,
    commitment: 'confirmed',
    time: '2025-08-14T11:03:52Z',
  },
  gaps: [],
};
