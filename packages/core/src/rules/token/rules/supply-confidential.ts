import { extensionOf } from '#solana/token/decoded-mint.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Is the supply what the mint says, or is it kept in encrypted form? */
export const supplyConfidential = tokenRule({
  id: 'supply-confidential',
  needs: ['mint'],
  codes: {
    SUPPLY_CONFIDENTIAL: {
      severity: 'high',
      category: 'control',
      certainty: 'state',
      meaning: 'The supply can grow and shrink unseen, as it is kept in encrypted form.',
      action: 'Do not rely on any share of the supply: it cannot be known.',
    },
  },
  judge({ mint }) {
    if (extensionOf(mint, 'confidential_mint_burn') === null) return clear;
    return raised([reason('SUPPLY_CONFIDENTIAL', { visible_supply: mint.supply.toString() })]);
  },
});
