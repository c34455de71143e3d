import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Is the supply what the mint says, or is it kept in encrypted form? */
export const supplyConfidential = ruleFor<TokenEvidence>()({
  id: 'supply-confidential',
  needs: ['mint'],
  codes: ['SUPPLY_CONFIDENTIAL'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    if (extensionOf(mint.mint, 'confidential_mint_burn') === null) return clear;
    return raised([reason('SUPPLY_CONFIDENTIAL', { visible_supply: mint.mint.supply.toString() })]);
  },
});
