import { tradeMetricSections } from 'assay-core/rules/trade/sections.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { builder } from '../builder.ts';
import { charged } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { paidCheck } from '../vocabulary.ts';
import { checkType } from './check-type.ts';

export const TradeCheck = checkType('trade', tradeMetricSections);

builder.queryField('tradeCheck', (t) =>
  t.field({
    type: TradeCheck,
    nullable: true,
    description: paidCheck('trade'),
    args: {
      mint: t.arg({ type: 'Address', required: true, description: 'The mint to check, base58 of exactly 32 bytes.' }),
      sizeSol: t.arg({
        type: 'SOL',
        defaultValue: SIZE_SOL_DEFAULT,
        description: 'The size of the purchase in SOL, more than 0 and at most 10000.',
      }),
    },
    extensions: charged((_root, { mint, sizeSol }: { readonly mint: string; readonly sizeSol?: string | null }) => [
      askOf('trade', mint, sizeSol),
    ]),
    resolve: (_root, { mint, sizeSol }, { operation }) => operation.check(askOf('trade', mint, sizeSol)),
  }),
);
