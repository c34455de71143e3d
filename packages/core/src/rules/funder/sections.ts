import type { MetricSections } from '../metric.ts';
import { funderMetrics } from './metrics.ts';

/** The metrics of a funder as GraphQL groups them. */
export const funderMetricSections: MetricSections = {
  metrics: funderMetrics,
  wholeReadings: ['as_of', 'identity', 'account', 'trace'],
  top: {},
  sections: {
    source: {
      description: 'Main source of the first money.',
      readings: ['source', 'source_account', 'source_activity'],
      fields: {
        address: 'source',
        label: 'source_label',
        program: 'source_program',
        programLabel: 'source_program_label',
        mechanism: 'mechanism',
        transaction: 'funding_transaction',
        slot: 'funding_slot',
        executedAt: 'funding_time_unix',
        earlierTransactionCount: 'source_signatures_before',
        earlierTransactionsSpanSeconds: 'source_signatures_span_seconds',
      },
    },
    funding: {
      description: 'Money that came before the first transaction that the address paid for.',
      readings: ['funding'],
      fields: {
        lamports: {
          name: 'FunderLamports',
          description: 'Lamports that came before the first transaction that the address paid for.',
          nullWhere: 'no money came, the address is no ordinary wallet, or the funding was not read',
          fields: {
            fundedLamports: 'funded_lamports',
            mainSourceLamports: 'main_source_lamports',
            mainSourceShareBps: 'main_source_share_bps?',
            ignoredDustLamports: 'ignored_dust_lamports',
            unexplainedLamports: 'unexplained_lamports',
            creditCount: 'credits',
            freshRecipientCount: 'fresh_recipients?',
          },
        },
        tokens: {
          name: 'FunderTokens',
          description: 'First money of the address where it was tokens.',
          nullWhere:
            'no tokens came before the first transaction that the address paid for, or the funding was not read',
          fields: { mint: 'token_mint', amount: 'token_amount' },
        },
        hasPaidFees: 'has_paid_fees',
      },
    },
    firstWeek: {
      description: 'Money of the seven days from the first money.',
      readings: ['first_week'],
      fields: { mainSource: 'main_source' },
    },
    history: {
      description: 'History of the address.',
      readings: ['history', 'birth', 'continuity', 'first_touch', 'first_trade'],
      fields: {
        isBirthProven: 'birth_proven',
        oldestTransaction: 'oldest_transaction',
        oldestTransactionAt: 'oldest_time_unix',
        transactionCount: 'signatures_seen',
        pageCount: 'pages_read',
        continuousTransactionCount: 'continuous_transactions',
        firstTouch: 'first_touch',
        fundingToFirstTradeSeconds: 'first_trade_seconds_after_funding',
      },
    },
    recipients: {
      description: 'Other accounts that the main source funded.',
      readings: ['siblings', 'cohort'],
      fields: { siblingCount: 'siblings', cohortCount: 'cohort' },
    },
    trail: {
      description: 'Funders behind the main source.',
      readings: ['hop', 'hop_3'],
      fields: {
        followedHopCount: 'hops_followed',
        hops: { description: 'Funders behind the main source, the nearest first.', listed: ['hop_2', 'hop_3'] },
      },
    },
  },
};
