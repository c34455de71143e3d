import { exampleOf } from '#checks/metric.ts';
import { tokenMetrics } from '#checks/token/metrics.ts';
import type { AnswerDocument } from '#schema/contract.ts';

/** A coin of three days that left its bonding curve, with little liquidity. */
export const tokenExample: AnswerDocument = {
  schema_version: 1,
  kind: 'token',
  subject: 'J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump',
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  verdict: 'ELEVATED',
  reason_codes: ['LIQUIDITY_LOW', 'TOKEN_NEW'],
  confidence: 0.95,
  flags: ['LP_BURNED', 'METADATA_URI_MUTABLE_HOST', 'SELL_SIM_OK', 'TOKEN_2022'],
  reasons: [
    {
      code: 'LIQUIDITY_LOW',
      severity: 'medium',
      message: 'The deepest pool holds 1862 US dollars on its other side.',
      evidence: {
        pool: 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
        venue: 'pumpswap',
        depth_lamports: '10067938230',
        depth_usd_micros: '1862568572',
        slot: '360000000',
      },
    },
    {
      code: 'TOKEN_NEW',
      severity: 'medium',
      message: 'The mint was made 74 full hours ago.',
      evidence: {
        proven_since_unix: 1_754_903_021,
        proof: 'creation',
        proof_transaction: '3ckAbc4JmELofCdogUouJ3kxAGrPGzKipTMuBsk1D5vofoxZPNA8UzmzknUtnGuunjRDH23Pyuugbi7LSgHCeu5C',
        proof_slot: 359_331_022,
        age_seconds: 266411,
        slot: '360000000',
      },
    },
  ],
  metrics: exampleOf(tokenMetrics),
  as_of: {
    slot: 360_000_000,
    commitment: 'confirmed',
    time: '2025-08-14T11:03:52Z',
  },
  gaps: [],
};
