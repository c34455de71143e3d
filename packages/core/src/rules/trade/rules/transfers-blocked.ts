import { clear, raised, reason } from '../../rule.ts';
import { transferBlocks } from '../evidence.ts';
import { tradeRule } from '../policy.ts';

/** Does the mint let who buys it transfer at all? */
export const transfersBlocked = tradeRule({
  id: 'transfers-blocked',
  needs: ['mint'],
  codes: {
    TRANSFERS_BLOCKED: {
      severity: 'critical',
      allows: 'UNTRADEABLE',
      percent: 95,
      meaning: 'The mint itself keeps who buys it from selling: non-transferable, paused or frozen by default.',
      action: 'Do not buy: no pool can take the token back while the mint forbids the transfer.',
    },
  },
  judge({ mint }) {
    const causes = transferBlocks(mint);
    if (causes.length === 0) return clear;
    const { nonTransferable, paused, frozenByDefault } = mint;
    const facts = { non_transferable: nonTransferable, paused, frozen_by_default: frozenByDefault };
    return raised([reason('TRANSFERS_BLOCKED', facts, `Who buys cannot sell: ${causes.join(', ')}.`)]);
  },
});
