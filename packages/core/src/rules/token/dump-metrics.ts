import { bps, integer, lamports, metric, orNull, tokens, unixTime, type ValuesOf } from '../metric.ts';

/** The fall of the price, and the latest traders. */
export const dumpMetrics = {
  price_drawdown_bps: metric(
    orNull(bps),
    'How far the price in SOL lies below the best one that transactions of the deepest pool prove, in basis points; null where they prove none.',
    1200,
  ),
  price_best_at_unix: metric(orNull(unixTime), 'When that best price was proven last.', 1754905000),
  price_since_unix: metric(
    orNull(unixTime),
    'Since when prices are known: what was before may have been higher.',
    1754903021,
  ),
  trades_read: metric(orNull(integer), 'How many of the newest transactions of the deepest pool were read.', 18),
  trades_since_unix: metric(orNull(unixTime), 'When the oldest of them happened.', 1755168000),
  trade_buyers: metric(orNull(integer), 'How many wallets bought in them.', 9),
  trade_sellers: metric(orNull(integer), 'How many wallets sold in them.', 6),
  trade_bought_lamports: metric(orNull(lamports), 'What the buyers paid, in lamports.', '2100000000'),
  trade_sold_lamports: metric(orNull(lamports), 'What the sellers got, in lamports.', '1900000000'),
  trade_wash_bps: metric(
    orNull(bps),
    'The share of the volume of wallets that bought and sold back the same several times, in basis points.',
    0,
  ),
  trade_makers_sold: metric(
    orNull(tokens),
    'What the creator, and developer and insiders of the launch where that was read, sold in them.',
    '0',
  ),
  trade_frozen_buyers: metric(
    orNull(integer),
    'How many of those are frozen now who bought in them or in a few older ones; null where nobody can freeze, so that it was not read.',
    null,
  ),
};

export type DumpMetrics = ValuesOf<typeof dumpMetrics>;
