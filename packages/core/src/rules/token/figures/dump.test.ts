import { expect, it } from 'vitest';
import { ifKnown, known } from '#lib/reading.ts';
import { creator, key, market, NOW, tokenEvidence, trader, trades } from '../../../../test/support/token-evidence.ts';
import { launch, launchBuyer } from '../../../../test/support/token-insiders.ts';
import { dumpFigures } from './dump.ts';

it('sums up what was traded, and how far the price fell', () => {
  const traders = [
    trader(60, { sells: 2 }),
    trader(90, { sells: 1 }),
    trader(200, { buys: 3, sells: 1 }),
    trader(201, { buys: 1 }),
  ];
  const evidence = tokenEvidence({
    trades: known(trades({ traders, frozenBuyers: [key(200)], lamportsPerTrillion: 4_000_000n })),
    market: known(market({ prices: [{ time: NOW - 86_400, lamportsPerTrillion: 9_000_000n }] })),
    creator: known(creator({ address: key(60) })),
    launch: known(launch({ buyers: [launchBuyer(90, 1n, { role: 'insider' }), launchBuyer(200, 1n)] })),
  });
  expect(dumpFigures(evidence, ifKnown(evidence.trades))).toEqual({
    price_drawdown_bps: 2_000,
    price_best_at_unix: NOW - 3_600,
    price_since_unix: NOW - 86_400,
    trades_read: 10,
    trades_since_unix: NOW - 3_600,
    trade_buyers: 2,
    trade_sellers: 3,
    trade_bought_lamports: '20000000',
    trade_sold_lamports: '20000000',
    trade_wash_bps: 0,
    trade_makers_sold: '3000000000000',
    trade_frozen_buyers: 1,
  });
});

it('has nothing to tell where no trades were read', () => {
  const figures = dumpFigures(tokenEvidence(), null);
  expect(Object.values(figures).every((one) => one === null)).toBe(true);
});
