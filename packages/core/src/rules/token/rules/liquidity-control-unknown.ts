import { clear, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { levelOf, lpControlOf } from '../liquidity/lp-control.ts';
import { isYoungMarket } from '../market-age.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Would it matter if all liquidity whose owners were not read were free? Then it must not count as kept. */
export const liquidityControlUnknown = notForWrappedSol(
  tokenRule({
    id: 'liquidity-control-unknown',
    needs: ['asOf', 'mint', 'liquidity'],
    codes: {
      LP_CONTROL_UNKNOWN: {
        severity: 'medium',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'Who can withdraw a fifth or more of the liquidity could not be told.',
        action: 'Look at its positions before you rely on its depth.',
      },
      LP_CONTROL_UNREAD: {
        severity: 'medium',
        category: 'data',
        certainty: 'state',
        unread: { reading: 'liquidity', cause: 'unreadable' },
        meaning: 'Who can withdraw a part of the liquidity that decides was not read.',
        action: 'Do not rely on its depth. Another endpoint may list the positions of its pools.',
      },
    },
    judge({ asOf, liquidity }, evidence) {
      const control = lpControlOf(liquidity, asOf.time);
      if (!control) return clear;
      const { freeBps, unreadBps } = control;
      const [proven, possible] = [levelOf(freeBps), levelOf(freeBps + unreadBps)];
      const message = `Who can withdraw ${percentText(unreadBps)} of the liquidity could not be told.`;
      const facts = { unread_bps: unreadBps, liquidity_bps: freeBps };
      // Withdrawable liquidity is worst in a young market, so there the gap decides.
      const hidesWorst = possible === 'most' && proven !== 'most' && isYoungMarket(evidence);
      const hidesSome = proven === null && possible !== null;
      const { unreadControl: cause } = liquidity;
      // A refusal of endpoints is no fact about the market.
      if (cause !== undefined && (hidesWorst || hidesSome))
        return raised([reason('LP_CONTROL_UNREAD', { ...facts, cause }, message)]);
      if (hidesWorst) return raised([reason('LP_CONTROL_UNREAD', facts, message)]);
      return hidesSome ? raised([reason('LP_CONTROL_UNKNOWN', facts, message)]) : clear;
    },
  }),
);
