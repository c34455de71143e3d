import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Is there one indivisible piece of it, as of a collectible? */
export const singleItem = ruleFor<TokenEvidence>()({
  id: 'single-item',
  needs: ['mint'],
  codes: ['NON_FUNGIBLE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const { decimals, supply } = mint.mint;
    if (decimals !== 0 || supply !== 1n) return clear;
    return raised([reason('NON_FUNGIBLE', { decimals, supply: supply.toString() })]);
  },
});
