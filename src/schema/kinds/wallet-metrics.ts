import type { WalletMetrics } from '#checks/wallet/metrics.ts';
import { builder } from '../builder.ts';
import { EquityPoint, FailedTest, MintMaker, StableRate, TopTrade, WalletFlows, WalletWindow } from './wallet-parts.ts';

/** The figures of a wallet answer as a type. The files beside this one add those of the record, and what speaks against it. */
export const WalletMetricsType = builder.objectRef<WalletMetrics>('WalletMetrics').implement({
  description: 'The figures behind a wallet verdict, all in SOL. Null: not applicable, or not read.',
  fields: (t) => ({
    window: t.expose('window', { type: WalletWindow, nullable: true, description: 'How much of the past was read.' }),
    failedTests: t.expose('failed_tests', {
      type: [FailedTest],
      description: 'Tests that the best verdict needs and that failed, with what was measured.',
    }),
    flows: t.expose('flows', { type: WalletFlows, nullable: true, description: 'Where SOL came from and went to.' }),
    topTrades: t.expose('top_trades', {
      type: [TopTrade],
      nullable: true,
      description: 'The round trips that brought most, at most 10.',
    }),
    equity: t.expose('equity', {
      type: [EquityPoint],
      nullable: true,
      description: 'Realized profit over time, at most 100 points.',
    }),
    rates: t.expose('rates', {
      type: [StableRate],
      nullable: true,
      description: 'Prices of stable coins that were used, newest first, at most 20.',
    }),
    makers: t.expose('makers', {
      type: [MintMaker],
      nullable: true,
      description: 'Makers of the tokens that brought most, at most 5; fewer where they could not be told.',
    }),
  }),
});
