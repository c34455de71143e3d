import { kinds } from 'assay-core/rules/index.ts';
import { tokenMetricSections } from 'assay-core/rules/token/sections.ts';
import { builder } from '../builder.ts';
import { charged } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { checkType } from './check-type.ts';

export const TokenCheck = checkType(
  'token',
  'The answer of a token check: the risk of holding a token that can be proven.',
  tokenMetricSections,
);

builder.queryField('tokenCheck', (t) =>
  t.field({
    type: TokenCheck,
    nullable: true,
    description: `${kinds.token.summary} Paid. Null with an error where the check is refused or its argument is malformed.`,
    args: {
      mint: t.arg({ type: 'Address', required: true, description: 'The mint to check, base58 of exactly 32 bytes.' }),
    },
    extensions: charged((_root, { mint }: { readonly mint: string }) => [askOf('token', mint)]),
    resolve: (_root, { mint }, { operation }) => operation.check(askOf('token', mint)),
  }),
);
