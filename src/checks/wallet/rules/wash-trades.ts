import { clear, notApplicable, ruleFor } from '../../rule.ts';
import { missed } from '../bounds.ts';
import type { JudgedEvidence } from '../judged.ts';
import { found } from '../reason.ts';

/** Is one token traded to and fro within minutes, without a result, for much of the turnover? */
export const washTrades = ruleFor<JudgedEvidence>()({
  id: 'wash-trades',
  needs: ['figures'],
  codes: ['WASH_ROUNDTRIPS'],
  judge({ figures }) {
    if (!figures) return notApplicable;
    const { wash } = figures.behaviour;
    if (!wash) return clear;
    const { mint, buys, sells, turnoverBps } = wash;
    return found(missed('WASH_ROUNDTRIPS', turnoverBps, { proving_events: Math.min(buys, sells), mint, buys, sells }));
  },
});
