import { powerMeanings } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { canFreeze } from '../evidence.ts';
import { tradeRule } from '../policy.ts';

/** Are ordinary holders frozen, by somebody who can do it to the next buyer? */
export const holdersFrozen = tradeRule({
  id: 'holders-frozen',
  needs: ['mint', 'holders'],
  codes: {
    HOLDERS_FROZEN: {
      severity: 'critical',
      allows: 'UNTRADEABLE',
      percent: 95,
      meaning: powerMeanings.HOLDERS_FROZEN,
      action: 'Do not buy: holders of this token have already been kept from selling.',
    },
    HOLDERS_UNAVAILABLE: {
      severity: 'medium',
      allows: 'UNKNOWN',
      unread: 'holders',
      meaning: 'Somebody can freeze holders, and whether some are frozen already could not be read.',
      action: 'Nothing is guessed and nothing was charged. Ask again later, or of a service with another endpoint.',
    },
  },
  flags: { ISSUER_HAS_FROZEN: powerMeanings.ISSUER_HAS_FROZEN },
  judge({ mint, holders: { frozen, seen } }) {
    if (frozen.length === 0) return clear;
    if (!canFreeze(mint)) return mint.reviewed ? raised([], ['ISSUER_HAS_FROZEN']) : clear;
    const { freezeAuthority, permanentDelegate } = mint;
    const tokens = frozen.reduce((sum, one) => sum + one.tokens, 0n).toString();
    const facts = {
      frozen_accounts: frozen.length,
      tokens,
      freeze_authority: freezeAuthority,
      permanent_delegate: permanentDelegate,
    };
    const are = frozen.length === 1 ? 'is' : 'are';
    const message = `Of the ${counted(seen, 'large account')} that were read, ${frozen.length} of ordinary holders ${are} frozen.`;
    return raised([reason('HOLDERS_FROZEN', facts, message)]);
  },
});
