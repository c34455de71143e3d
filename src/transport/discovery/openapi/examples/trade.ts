import type { TradeMetrics } from '#checks/trade/metrics.ts';
import type { AnswerDocument } from '#schema/model.ts';

const metrics: TradeMetrics = {
  size_sol: '0.5',
  cost_bps: 584,
  cost_lamports: '29172851',
  tokens_bought: '11184717534698',
  lamports_back: '470837549',
  floor_bps: 248,
  break_even_bps: 620,
  cost_parts: {
    price_impact: {
      lamports: '17029640',
      bps: 340,
    },
    lp_fees: {
      lamports: '194126',
      bps: 3,
    },
    protocol_fees: {
      lamports: '9026810',
      bps: 180,
    },
    creator_fees: {
      lamports: '2911875',
      bps: 58,
    },
    transfer_fees: {
      lamports: '0',
      bps: 0,
    },
    network_base: {
      lamports: '10000',
      bps: 0,
    },
    network_priority: {
      lamports: '400',
      bps: 0,
    },
  },
  route: [
    {
      size_sol: '0.5',
      hops: [
        {
          venue: 'pumpswap',
          pool: 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
        },
      ],
    },
  ],
  sizes: [
    {
      size_sol: '0.1',
      cost_bps: 318,
    },
    {
      size_sol: '0.5',
      cost_bps: 584,
    },
    {
      size_sol: '1',
      cost_bps: 898,
    },
    {
      size_sol: '5',
      cost_bps: 2814,
    },
    {
      size_sol: '10',
      cost_bps: 4311,
    },
  ],
  price_disagreement_bps: null,
  recommended_max_size_sol: {
    acceptable_cost: '0.07458031',
    elevated_cost: '1.171231268',
    high_cost: '7.004737852',
  },
  pools_found: 2,
  pools_usable: 1,
  pools: [
    {
      venue: 'pumpswap',
      address: 'GeaAnhd7M6GFHZVUB9FNkmV6Vf7HQTfEqi7WB6USi1f3',
      used: true,
      other_mint: 'So11111111111111111111111111111111111111112',
      cost_bps: 584,
      depth_lamports: '10067938230',
      depth_tokens: '637486385438484',
      price_lamports_per_million: '43',
      refused: null,
      refused_detail: null,
      refused_leg: null,
      creator: '7N9iwD3uRyxU1xZHn8SPgjU7uBa9tTPaou2Q21WMtwaR',
      opened_at_unix: null,
      locked_liquidity_bps: null,
      bounds: [],
    },
    {
      venue: 'pump_curve',
      address: 'GnWf1qMe4fc5VKcTPPcBcr9seyJxVfUnV1qhJU3SCDdu',
      used: false,
      other_mint: 'So11111111111111111111111111111111111111112',
      cost_bps: null,
      depth_lamports: null,
      depth_tokens: null,
      price_lamports_per_million: null,
      refused: 'completed',
      refused_detail: 'the coin trades on PumpSwap, or soon will',
      refused_leg: null,
      creator: null,
      opened_at_unix: null,
      locked_liquidity_bps: null,
      bounds: [],
    },
  ],
  holders_seen: 1,
  unpriced_holders: [],
  token_program: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  decimals: 6,
  supply: '1000000000000000',
  transfer_fee_bps: null,
  transfer_fee_maximum: null,
  transfer_hook_program: null,
  priority_micro_lamports: '1000',
  priority_is_assumed: false,
  account_rent_lamports: '2074080',
  sale_proven: null,
  sale_error: null,
};

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
  metrics: { ...metrics },
  as_of: {
    slot: 360_000_000,
    commitment: 'confirmed',
    time: '2025-08-14T11:03:52Z',
  },
  gaps: [],
};
