import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { isConsistent } from '../shares.ts';

/** Do the list of the largest accounts and the accounts themselves say the same? */
export const holdersConsistent = ruleFor<TokenEvidence>()({
  id: 'holders-consistent',
  needs: ['mint', 'holders'],
  codes: ['HOLDERS_INCONSISTENT'],
  judge({ mint, holders }) {
    if (mint.is !== 'mint' || holders === null) return notApplicable;
    if (isConsistent(holders)) return clear;
    const { listedTokens, readTokens } = holders;
    const evidence = { listed_tokens: listedTokens.toString(), read_tokens: readTokens.toString() };
    return raised([reason('HOLDERS_INCONSISTENT', evidence)]);
  },
});
