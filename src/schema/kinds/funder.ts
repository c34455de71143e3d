import { funderMetricSections } from 'assay-core/rules/funder/sections.ts';
import { builder } from '../builder.ts';
import { charged } from '../operation/plan.ts';
import { askOf } from '../questions.ts';
import { paidCheck } from '../vocabulary.ts';
import { checkType } from './check-type.ts';

export const FunderCheck = checkType('funder', funderMetricSections);

builder.queryField('funderCheck', (t) =>
  t.field({
    type: FunderCheck,
    nullable: true,
    description: paidCheck('funder'),
    args: {
      address: t.arg({
        type: 'Address',
        required: true,
        description: 'The address to check, base58 of exactly 32 bytes.',
      }),
    },
    extensions: charged((_root, { address }: { readonly address: string }) => [askOf('funder', address)]),
    resolve: (_root, { address }, { operation }) => operation.check(askOf('funder', address)),
  }),
);
