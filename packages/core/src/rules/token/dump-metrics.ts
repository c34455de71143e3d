import { bps, integer, lamports, metric, orNull, orNullWhere, tokens, unixTime, type ValuesOf } from '../metric.ts';

const ofPrice = orNullWhere('no price is proven, or the trades were not read');
const ofTrades = orNullWhere('the trades were not read');

/** The fall of the price, and the latest traders. */
export const dumpMetrics = {
  price_drawdown_bps: metric(
    ofPrice(bps),
    'Fall of the price in SOL from the best price that transactions of the deepest pools prove.',
    1200,
  ),
  price_best_at_unix: metric(ofPrice(unixTime), 'Moment at which the best price was proven last.', 1754905000),
  price_since_unix: metric(
    ofPrice(unixTime),
    'Moment since which prices are known. An earlier price may have been higher.',
    1754903021,
  ),
  trades_read: metric(ofTrades(integer), 'Number of the newest transactions of the deepest pool that were read.', 18),
  trades_since_unix: metric(
    orNull(unixTime, 'no transaction was read'),
    'Moment of the oldest transaction that was read.',
    1755168000,
  ),
  trade_buyers: metric(ofTrades(integer), 'Number of wallets that bought in the transactions that were read.', 9),
  trade_sellers: metric(ofTrades(integer), 'Number of wallets that sold in the transactions that were read.', 6),
  trade_bought_lamports: metric(
    ofTrades(lamports),
    'Sum that the buyers paid in the transactions that were read.',
    '2100000000',
  ),
  trade_sold_lamports: metric(
    ofTrades(lamports),
    'Sum that the sellers received in the transactions that were read.',
    '1900000000',
  ),
  trade_wash_bps: metric(
    ofTrades(bps),
    'Share of the volume of wallets that bought and sold back the same several times.',
    0,
  ),
  trade_makers_sold: metric(
    ofTrades(tokens),
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
