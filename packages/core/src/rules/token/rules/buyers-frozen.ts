import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** One frozen buyer may have a reason of its own. Two of the few that are read show what happens to buyers. */
const FROZEN_MIN = 2;

/** Are those frozen who bought lately? They need not be among the largest holders. */
export const buyersFrozen = tokenRule({
  id: 'buyers-frozen',
  needs: ['mint', 'trades'],
  codes: {
    RECENT_BUYERS_FROZEN: {
      severity: 'critical',
      category: 'control',
      certainty: 'state',
      meaning: 'Two wallets or more that bought the token lately are frozen, so that they cannot sell it.',
      action: 'Do not buy: whoever buys this token is kept from selling it.',
    },
  },
  judge({ mint, trades }) {
    const { frozenBuyers, pool } = trades;
    if (frozenBuyers === null || frozenBuyers.length < FROZEN_MIN) return clear;
    const facts = {
      pool,
      frozen_buyers: frozenBuyers.length,
      freeze_authority: mint.freezeAuthority,
      example: frozenBuyers[0] ?? null,
    };
    const message = `Of the wallets that bought in the transactions that were read, ${frozenBuyers.length} are frozen.`;
    return raised([reason('RECENT_BUYERS_FROZEN', facts, message)]);
  },
});
