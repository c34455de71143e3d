import { walletMetricSections } from 'assay-core/rules/wallet/sections.ts';
import { builder } from '../builder.ts';
import { charged } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { paidCheck } from '../vocabulary.ts';
import { checkType } from './check-type.ts';

export const WalletCheck = checkType('wallet', walletMetricSections);

builder.queryField('walletCheck', (t) =>
  t.field({
    type: WalletCheck,
    nullable: true,
    description: paidCheck('wallet'),
    args: {
      address: t.arg({
        type: 'Address',
        required: true,
        description: 'The address to check, base58 of exactly 32 bytes.',
      }),
    },
    extensions: charged((_root, { address }: { readonly address: string }) => [askOf('wallet', address)]),
    resolve: (_root, { address }, { operation }) => operation.check(askOf('wallet', address)),
  }),
);
