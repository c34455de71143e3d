import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Were launch buyers and common funders looked for at all? */
export const insidersAsked = tokenRule({
  id: 'insiders-asked',
  needs: ['mint'],
  mayBeNull: ['insiders'],
  flags: {
    INSIDERS_NOT_CHECKED: 'Launch buyers and common funders were not looked for, or could not be.',
  },
  judge({ insiders }) {
    return insiders === null || insiders.walletsAsked === 0 ? raised([], ['INSIDERS_NOT_CHECKED']) : clear;
  },
});
