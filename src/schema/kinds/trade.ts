import { kinds } from 'assay-core/rules/index.ts';
import { tradeMetricSections } from 'assay-core/rules/trade/sections.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { builder } from '../builder.ts';
import { charged } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { checkType } from './check-type.ts';

export const TradeCheck = checkType('trade', 'What a round trip of a size in SOL costs.', tradeMetricSections);

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
