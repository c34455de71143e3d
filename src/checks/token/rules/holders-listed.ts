import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { HOLDERS_LISTED_MAX } from '../thresholds.ts';

/** One percent, as a part: between two reads that much may move. */
const PART = 100n;

/** Does a list that holds everybody add up to the supply? */
export const holdersListed = ruleFor<TokenEvidence>()({
  id: 'holders-listed',
  needs: ['mint', 'holders'],
  codes: [],
  flags: ['HOLDERS_LIST_INCOMPLETE'],
  judge({ mint, holders }) {
    if (mint.is !== 'mint' || holders === null) return notApplicable;
    if (holders.accounts.length === 0 || holders.accounts.length >= HOLDERS_LISTED_MAX) return notApplicable;
    // What fees and encrypted balances keep belongs to the supply and to no amount.
    const hides = mint.mint.extensions.some(({ type }) => type === 'transfer_fee' || type === 'confidential_transfer');
    if (hides) return notApplicable;
    const { supply } = mint.mint;
    return (supply - holders.listedTokens) * PART > supply ? raised([], ['HOLDERS_LIST_INCOMPLETE']) : clear;
  },
});
