import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';
import { isConsistent } from '../shares.ts';

/** Do the list of the largest accounts and the accounts themselves say the same? */
export const holdersConsistent = tokenRule({
  id: 'holders-consistent',
  needs: ['mint', 'holders'],
  codes: {
    HOLDERS_INCONSISTENT: {
      severity: 'medium',
      category: 'data',
      certainty: 'state',
      meaning: 'The list of the largest holders and their accounts differ by more than one percent.',
      action: 'Much moved between two reads; ask again.',
    },
  },
  judge({ holders }) {
    if (isConsistent(holders)) return clear;
    const { listedTokens, readTokens } = holders;
    const evidence = { listed_tokens: listedTokens.toString(), read_tokens: readTokens.toString() };
    return raised([reason('HOLDERS_INCONSISTENT', evidence)]);
  },
});
