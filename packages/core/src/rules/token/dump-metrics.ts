import { bps, integer, lamports, metric, orNull, tokens, unixTime, type ValuesOf } from '../metric.ts';

/** The fall of the price, and the latest traders. */
export const dumpMetrics = {
  price_drawdown_bps: metric(
    orNull(bps, 'no price is proven, or the trades were not read'),
    'Fall of the price in SOL from the best price that transactions of the deepest pools prove.',
    1200,
  ),
  price_best_at_unix: metric(
    orNull(unixTime, 'no price is proven, or the trades were not read'),
    'Moment at which the best price was proven last.',
    1754905000,
  ),
  price_since_unix: metric(
    orNull(unixTime, 'no price is proven, or the trades were not read'),
    'Moment since which prices are known. An earlier price may have been higher.',
    1754903021,
  ),
  trades_read: metric(
    orNull(integer, 'the trades were not read'),
    'Number of the newest transactions of the deepest pool that were read.',
    18,
  ),
  trades_since_unix: metric(
    orNull(unixTime, 'no transaction was read'),
    'Moment of the oldest transaction that was read.',
    1755168000,
  ),
  trade_buyers: metric(
    orNull(integer, 'the trades were not read'),
    'Number of wallets that bought in the transactions that were read.',
    9,
  ),
  trade_sellers: metric(
    orNull(integer, 'the trades were not read'),
    'Number of wallets that sold in the transactions that were read.',
    6,
  ),
  trade_bought_lamports: metric(
    orNull(lamports, 'the trades were not read'),
    'Sum that the buyers paid in the transactions that were read.',
    '2100000000',
  ),
  trade_sold_lamports: metric(
    orNull(lamports, 'the trades were not read'),
    'Sum that the sellers received in the transactions that were read.',
    '1900000000',
  ),
  trade_wash_bps: metric(
    orNull(bps, 'the trades were not read'),
    'Share of the volume of wallets that bought and sold back the same several times.',
    0,
  ),
  trade_makers_sold: metric(
    orNull(tokens, 'the trades were not read'),
    'Tokens that the creator, the developer and the insiders of the launch sold in the transactions that were read.',
    '0',
  ),
  trade_frozen_buyers: metric(
    orNull(integer, 'nobody can freeze, or the trades were not read'),
    'Number of recent buyers whose accounts are frozen now.',
    null,
  ),
};

export type DumpMetrics = ValuesOf<typeof dumpMetrics>;
