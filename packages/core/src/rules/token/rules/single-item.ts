import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';
import { tokenStandard } from './token-standard.ts';

/** Is there one indivisible piece of it, as of a collectible? */
export const singleItem = tokenRule({
  id: 'single-item',
  needs: ['mint'],
  codes: tokenStandard.codes,
  judge({ mint }) {
    const { decimals, supply } = mint;
    if (decimals !== 0 || supply !== 1n) return clear;
    return raised([reason('NON_FUNGIBLE', { decimals, supply: supply.toString() })]);
  },
});
