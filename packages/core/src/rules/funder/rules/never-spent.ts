import { clear, raised } from '../../rule.ts';
import { funderRule } from '../policy.ts';

/** Has the address never paid for a transaction? Then every credit so far was counted. */
export const neverSpent = funderRule({
  id: 'never-spent',
  needs: ['funding'],
  flags: {
    NEVER_SPENT: 'The address has never paid for a transaction; every credit so far was counted.',
  },
  judge({ funding }) {
    return funding.spent === false ? raised([], ['NEVER_SPENT']) : clear;
  },
});
