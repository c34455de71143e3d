import { notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { STALE_FLAG_SECONDS } from '../policy.ts';
import { found } from '../reason.ts';

/** Is the wallet still trading? */
export const lastTrade = ruleFor<JudgedEvidence>()({
  id: 'last-trade',
  needs: ['asOf', 'figures'],
  codes: ['STALE'],
  flags: ['STALE'],
  judge({ asOf, figures }) {
    if (!figures || figures.lastTradeAt === null || asOf.time === null) return notApplicable;
    const seconds = Math.max(0, asOf.time - figures.lastTradeAt);
    const stale = missed('STALE', seconds, { last_trade_time_unix: figures.lastTradeAt });
    return found(stale, seconds > STALE_FLAG_SECONDS ? ['STALE'] : []);
  },
});
