import type { MetricSections } from '../metric.ts';
import { tradeMetrics } from './metrics.ts';

const NO_TRIP = 'no pool carries the size, or the pools were not read';

/** The metrics of a trade as GraphQL groups them. */
export const tradeMetricSections: MetricSections = {
  metrics: tradeMetrics,
  wholeReadings: ['as_of', 'mint'],
  top: { sizeSol: 'size_sol' },
  sections: {
    cost: {
      description: 'Cost of the round trip.',
      readings: ['cost', 'pools', 'network'],
      fields: {
        roundTrip: {
          name: 'TradeRoundTrip',
          description: 'Round trip of the size by the cheapest route.',
          nullWhere: NO_TRIP,
          fields: {
            costBps: 'cost_bps',
            costLamports: 'cost_lamports',
            boughtAmount: 'tokens_bought',
            lamportsBack: 'lamports_back',
            floorBps: 'floor_bps?',
            breakEvenBps: 'break_even_bps?',
            parts: 'cost_parts',
            route: 'route',
          },
        },
        sizes: 'sizes',
        recommendedMaxSize: 'recommended_max_size_sol',
      },
    },
    pools: {
      description: 'Pools of the token.',
      readings: ['pools'],
      fields: {
        foundCount: 'pools_found',
        usableCount: 'pools_usable',
        priceDisagreementBps: 'price_disagreement_bps',
        entries: 'pools',
      },
    },
    holders: {
      description: 'Large holders of the token.',
      readings: ['holders'],
      fields: { examinedCount: 'holders_seen', frozenCount: 'frozen_holders', unpriced: 'unpriced_holders' },
    },
    mint: {
      description: 'Mint account, and the rules of its transfers.',
      readings: [],
      fields: {
        account: {
          name: 'TradeMintAccount',
          description: 'State of the mint account.',
          nullWhere: 'the subject is no mint, or the mint was not read',
          fields: { program: 'token_program', decimals: 'decimals', supply: 'supply' },
        },
        transferFee: {
          name: 'TradeTransferFee',
          description: 'Fee that the mint keeps of each transfer.',
          nullWhere: 'the mint has no transfer fee, or was not read',
          fields: { activeBps: 'transfer_fee_bps', activeMaximum: 'transfer_fee_maximum' },
        },
        transferHookProgram: 'transfer_hook_program',
        freezeAuthority: 'freeze_authority',
      },
    },
    network: {
      description: 'Fees of the network.',
      readings: ['network'],
      fields: {
        priorityMicroLamports: 'priority_micro_lamports',
        isPriorityAssumed: 'priority_is_assumed',
        accountRentLamports: 'account_rent_lamports',
      },
    },
    sale: {
      description: 'Simulated sales through the transfer hook of the mint.',
      readings: ['sale'],
      fields: { isProven: 'sale_proven', trialError: 'sale_error' },
    },
  },
};
