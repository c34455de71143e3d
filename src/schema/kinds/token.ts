import { tokenMetricSections } from 'assay-core/rules/token/sections.ts';
import { builder } from '../builder.ts';
import { charged } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { paidCheck } from '../vocabulary.ts';
import { checkType } from './check-type.ts';

export const TokenCheck = checkType('token', tokenMetricSections);

builder.queryField('tokenCheck', (t) =>
  t.field({
    type: TokenCheck,
    nullable: true,
    description: paidCheck('token'),
    args: {
      mint: t.arg({ type: 'Address', required: true, description: 'The mint to check, base58 of exactly 32 bytes.' }),
    },
    extensions: charged((_root, { mint }: { readonly mint: string }) => [askOf('token', mint)]),
    resolve: (_root, { mint }, { operation }) => operation.check(askOf('token', mint)),
  }),
);
