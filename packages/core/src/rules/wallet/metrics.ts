import { group, listOf, metric, objectOf, orNull, orNullWhere, type Values } from '../metric.ts';
import { booksMetrics, WalletSaleWithoutBasis, WITHOUT_BOOK } from './book-metrics.ts';
import { heldMetrics } from './held-metrics.ts';
import {
  MintMaker,
  StableRate,
  WalletEquityPoint,
  WalletFailedTest,
  WalletFlows,
  WalletHoldTimes,
  WalletPayers,
  WalletWindow,
} from './metric-parts.ts';
import { rankedMetrics, solMetrics } from './sol-metrics.ts';

const ofTrades = orNullWhere(WITHOUT_BOOK);

export const walletMetrics = group(
  'WalletMetrics',
  'Figures behind a wallet verdict, in groups of one subject. Sums in lamports are those of the book in SOL. Figures of a history that cannot be verified are what was seen.',
  {
    window: metric(
      orNull(objectOf(WalletWindow), 'the address is no ordinary wallet, or its history was not read'),
      'Part of the past that was read.',
      {
        from_unix: 1747393432,
        to_unix: 1755169432,
        days: 90,
        born_inside: false,
        signatures: 131,
        token_signatures: 2,
        pages: 2,
        transactions: 133,
        unusable_transactions: 0,
        repaired: 2,
        native_links: 130,
        token_links: 102,
        breaks: 0,
        mismatches: 0,
        unproven_accounts: 0,
        asked: { from_unix: 1747393432, to_unix: 1755169432, days: 90 },
        judged: { from_unix: 1747393432, to_unix: 1755169432, days: 90 },
        why: null,
        dust_transactions: 4,
      },
    ),
    failed_tests: metric(
      listOf(objectOf(WalletFailedTest)),
      'Tests that the best verdict needs and that failed, with the measured figures.',
      [{ code: 'PNL_POSITIVE_NOT_SIGNIFICANT', figure: '-772', bound: '1', direction: 'at_least', unit: 'bps' }],
    ),
    flows: metric(ofTrades(objectOf(WalletFlows)), "Changes of the wallet's SOL by class.", {
      buys_lamports: '-26394623399',
      sells_lamports: '30224285428',
      conversions_lamports: '0',
      transfers_in_lamports: '5000000000',
      transfers_out_lamports: '-2000000000',
      rent_from_others_lamports: '0',
      rent_for_others_lamports: '-2039280',
      failed_fees_lamports: '-412000',
      other_fees_lamports: '-95000',
      tips_lamports: '-3000000',
      atomic_lamports: '0',
      liquidity_lamports: '0',
      orders_lamports: '0',
      lending_lamports: '0',
      staking_lamports: '0',
      nfts_lamports: '0',
      unclear_lamports: '0',
      change_lamports: '6824115749',
    }),
    ...rankedMetrics,
    hold_times: metric(ofTrades(objectOf(WalletHoldTimes)), 'Holding times of tokens that were sold.', {
      lower_quartile_seconds: 9_120,
      upper_quartile_seconds: 41_500,
      longest_seconds: 172_900,
      bands: [
        { band: 'under_minute', holds: 0, holds_bps: 0, money_bps: 0 },
        { band: 'under_hour', holds: 3, holds_bps: 625, money_bps: 410 },
        { band: 'under_day', holds: 41, holds_bps: 8541, money_bps: 8733 },
        { band: 'under_week', holds: 4, holds_bps: 833, money_bps: 856 },
        { band: 'longer', holds: 0, holds_bps: 0, money_bps: 0 },
      ],
    }),
    equity: metric(ofTrades(listOf(objectOf(WalletEquityPoint))), 'Realized profit over time, at most 100 points.', [
      { time_unix: 1747630387, lamports: '1151748041' },
      { time_unix: 1749962627, lamports: '1269508370' },
      { time_unix: 1752304781, lamports: '1098942565' },
    ]),
    rates: metric(
      ofTrades(listOf(objectOf(StableRate))),
      'Prices of stable coins that were used for conversions, newest first, at most 20.',
      [],
    ),
    ...booksMetrics,
    sales_without_basis: metric(
      ofTrades(listOf(objectOf(WalletSaleWithoutBasis))),
      'Sales of tokens without a known purchase, newest first, at most 20. The records by currency have the sums.',
      [],
    ),
    makers: metric(
      orNull(listOf(objectOf(MintMaker)), 'there is no book to take the tokens from, or the makers were not read'),
      'Makers of the tokens that carry the profit, at most 30. Makers that could not be found are left out.',
      [
        {
          mint: '2dKsXDAHgxvmgfUM4P5NSvpSE15G84skqnyYFcvrtyoi',
          creator: 'HJS4rdMwRuDih9aKPYyZbuyJMFGom2qcgpn1nv327DF3',
          own: false,
          shared_funder: null,
          supplied: false,
        },
        {
          mint: 'HAVDYVgWowkHQAu8PTqZtAw51WNHw4WbNn72ZJhsyV3M',
          creator: '5MR6erz1paKWw2A7QEZDhhHEhqQqiadRR2EGc2gRDGUp',
          own: false,
          shared_funder: null,
          supplied: false,
        },
      ],
    ),
    ...heldMetrics,
    payers: metric(
      orNull(
        objectOf(WalletPayers),
        'there is no record, the record is too small for the best verdict, or the payers were not read',
      ),
      'Wallets that paid for the gains, summed up.',
      {
        positions: 16,
        currency: 'sol',
        gain: '8120114500',
        wallets: 48,
        linked_bps: 0,
        proven_strangers_bps: 6120,
        one_owner_bps: 731,
        unread_bps: 420,
      },
    ),
    ...solMetrics,
  },
  {
    placedAfter: {
      flows: 'atomic_losses_lamports',
      top_trades: 'flows',
      worst_trades: 'top_trades',
      hold_times: 'worst_trades',
      equity: 'hold_times',
      rates: 'equity',
      failed_tests: 'rates',
      makers: 'failed_tests',
      holdings: 'makers',
      funded_wallets: 'holdings',
      books: 'funded_wallets',
      sales_without_basis: 'books',
    },
  },
);

/**
 * The figures of a wallet answer. Lamports are decimal strings, signed where they can be negative; shares are integer basis
 * points, times Unix seconds; null: not applicable or not read. Of a history that cannot be verified they are what was seen.
 */
export type WalletMetrics = Values<typeof walletMetrics>;
