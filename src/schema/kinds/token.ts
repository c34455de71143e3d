import { kinds } from 'assay-core/rules/index.ts';
import { tokenMetricSections } from 'assay-core/rules/token/sections.ts';
import { builder } from '../builder.ts';
import { charged } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { checkType } from './check-type.ts';

export const TokenCheck = checkType(
  'token',
  'What can be proven about the risk of holding a token.',
  tokenMetricSections,
);

builder.queryField('tokenCheck', (t) =>
  t.field({
    type: TokenCheck,
    nullable: true,
    description: `${kinds.token.summary} Paid; null with an error when the call is refused, so that other fields survive.`,
    args: { mint: t.arg({ type: 'Address', required: true, description: 'The mint to ask about.' }) },
    extensions: charged((_root, { mint }: { readonly mint: string }) => [askOf('token', mint)]),
    resolve: (_root, { mint }, { operation }) => operation.check(askOf('token', mint)),
  }),
);
