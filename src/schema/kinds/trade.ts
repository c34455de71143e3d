import { kinds } from '#checks/index.ts';
import type { TradeMetrics } from '#checks/trade/metrics.ts';
import { SIZE_SOL_DEFAULT } from '#checks/trade/size.ts';
import { askOf } from '../ask.ts';
import { builder } from '../builder.ts';
import { charged } from '../charges.ts';
import { Check, checkTypeName } from '../check.ts';
import { enumOf } from '../enums.ts';
import type { Delivered } from '../model.ts';
import { TradeMetricsType } from './trade-metrics.ts';

const TradeVerdict = builder.enumType('TradeVerdict', {
  description: 'The verdicts of a trade check; `prices` lists them best first.',
  values: enumOf(kinds.trade.verdicts),
});

/** Metrics as typed; a free answer has none. */
function metricsOf({ document }: Delivered): TradeMetrics | null {
  return Object.keys(document.metrics).length === 0 ? null : (document.metrics as unknown as TradeMetrics);
}

export const TradeCheck = builder.objectRef<Delivered>(checkTypeName('trade')).implement({
  description: 'What a round trip of a size in SOL costs.',
  interfaces: [Check],
  fields: (t) => ({
    tradeVerdict: t.field({
      type: TradeVerdict,
      description: 'The same as `verdict`, in an enumeration of this kind only.',
      resolve: (c) => c.document.verdict,
    }),
    metrics: t.field({
      type: TradeMetricsType,
      nullable: true,
      description: 'The figures behind the verdict; null in a free answer.',
      resolve: metricsOf,
    }),
  }),
});

builder.queryField('tradeCheck', (t) =>
  t.field({
    type: TradeCheck,
    nullable: true,
    description: `${kinds.trade.summary} Paid; null with an error when the call is refused, so that other fields survive.`,
    args: {
      mint: t.arg({ type: 'Address', required: true, description: 'The mint to ask about.' }),
      sizeSol: t.arg({ type: 'Sol', defaultValue: SIZE_SOL_DEFAULT, description: 'Size of the purchase in SOL.' }),
    },
    extensions: charged((_root, { mint, sizeSol }: { readonly mint: string; readonly sizeSol?: string | null }) => [
      askOf('trade', mint, sizeSol),
    ]),
    resolve: (_root, { mint, sizeSol }, { operation }) => operation.check(askOf('trade', mint, sizeSol)),
  }),
);
