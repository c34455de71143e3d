import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { funderMetrics } from 'assay-core/rules/funder/metrics.ts';
import { exampleOf } from 'assay-core/rules/metric.ts';
import { tokenMetrics } from 'assay-core/rules/token/metrics.ts';
import { tradeMetrics } from 'assay-core/rules/trade/metrics.ts';
import { walletMetrics } from 'assay-core/rules/wallet/metrics.ts';
import { pricesAtomic, pricesUsdc } from '#payments/prices.ts';
import type { AnswerBilling, AnswerDocument } from '#schema/contract.ts';

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A wallet with a profit in three months that luck may explain. */
const walletExample: AnswerDocument = {
  schema_version: 1,
  kind: 'wallet',
  subject: '23dpV9BUjy3nfriKpeiuzyhuN5Css9YyRRSjAy4Vquf9',
  network: MAINNET,
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

/** A coin that left its bonding curve, bought for 0.5 SOL on mainnet. */
const tradeExample: AnswerDocument = {
  schema_version: 1,
  kind: 'trade',
  subject: 'J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump',
  network: MAINNET,
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

/** A coin of three days that left its bonding curve, with little liquidity. */
export const tokenExample: AnswerDocument = {
  schema_version: 1,
  kind: 'token',
  subject: 'J5reXJehdCV86HPHg2ewbeGYfMkxQT2YmLcg4DVfpump',
  network: MAINNET,
  verdict: 'ELEVATED',
  reason_codes: ['LIQUIDITY_LOW', 'TOKEN_NEW'],
  confidence: 0.95,
  flags: ['LP_BURNED', 'METADATA_URI_MUTABLE_HOST', 'SELL_SIM_OK', 'TOKEN_2022'],
  reasons: [
    {
      code: 'LIQUIDITY_LOW',
      severity: 'medium',
      message: 'Near the price of the deepest pool 1862 US dollars trade.',
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

/** A wallet on mainnet whose first lamports came from an exchange. */
export const funderExample: AnswerDocument = {
  schema_version: 1,
  kind: 'funder',
  subject: '9AcRtqNTy4wUD9KKuB2mKrP5n6U3i2dMqeJchrsQU4ke',
  network: MAINNET,
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

/** An answer as REST sends it, with a summary. */
export interface AnswerExample {
  readonly summary: string;
  readonly value: AnswerDocument & { readonly billing: AnswerBilling };
}

/** Has the form of a signature and fits no key, because an example must not be a signed statement. */
const ATTESTATION = `eyJhbGciOiJFZERTQSIsImtpZCI6ImV4YW1wbGUifQ..${'A'.repeat(86)}`;
const BALANCE_ATOMIC = 5_000_000n;

const documents: Readonly<Partial<Record<Kind['name'], AnswerDocument>>> = {
  wallet: walletExample,
  token: tokenExample,
  trade: tradeExample,
  funder: funderExample,
};

/** Example answers of a kind: a verdict, if the kind runs, and the free answer after a failure of the service. */
export function answerExamples(kind: Kind, subject: string): Readonly<Record<string, AnswerExample>> {
  const document = documents[kind.name];
  return {
    ...(document && { verdict: { summary: 'A verdict with its figures', value: charged(kind, document) } }),
    free: { summary: 'Free: our endpoints did not answer', value: free(kind, document?.subject ?? subject) },
  };
}

function charged(kind: Kind, document: AnswerDocument): AnswerExample['value'] {
  const balance_usdc = formatUsdc(BALANCE_ATOMIC - pricesAtomic[kind.name]);
  const billing = { route: 'credit', charged_usdc: pricesUsdc[kind.name], balance_usdc } as const;
  return { ...document, attestation: ATTESTATION, billing };
}

/** The last verdict of a kind means that no statement is possible. */
function free(kind: Kind, subject: string): AnswerExample['value'] {
  return {
    schema_version: 1,
    kind: kind.name,
    subject,
    network: MAINNET,
    verdict: Object.keys(kind.verdicts).at(-1) ?? '',
    reason_codes: ['RPC_UNAVAILABLE'],
    confidence: 0,
    flags: [],
    reasons: [],
    metrics: {},
    as_of: null,
    gaps: [{ reading: kind.subject === 'mint' ? 'mint' : 'history', cause: 'rpc_unavailable', retryable: true }],
    billing: { route: 'none', charged_usdc: '0.00', balance_usdc: formatUsdc(BALANCE_ATOMIC) },
  };
}
