import { clear, found, notApplicable, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import { LIQUIDITY_MAJORITY_BPS, type LpControl, levelOf, lpControlOf } from '../lp-control.ts';
import { isMarketUnread, isYoungMarket } from '../market-age.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Who can take the liquidity of the market away, summed over owners and over all pools? */
export const liquidityControl = notForWrappedSol(
  tokenRule({
    id: 'liquidity-control',
    needs: ['asOf', 'mint', 'liquidity'],
    codes: {
      LP_WITHDRAWABLE: {
        severity: 'high',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'Half or more of the liquidity can be withdrawn, and the market is not proven to be 30 days old.',
        action: 'Expect that the market can end in one transaction; the largest owner is named in the evidence.',
      },
      LP_MOSTLY_FREE: {
        severity: 'medium',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'Half or more of the liquidity can be withdrawn, in a market that is not shown to be young.',
        action: 'Its owners have not left so far. Watch the depth while you hold.',
      },
      LP_PARTLY_FREE: {
        severity: 'medium',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'A fifth to a half of the liquidity can be withdrawn.',
        action: 'Count on the rest alone.',
      },
    },
    flags: {
      LP_HELD_BY_PROGRAM: 'Half or more of the liquidity belongs to the program of its venue.',
      LP_BURNED: 'Half or more of the liquidity was burned, so that nobody can withdraw it.',
      LP_LOCKED: 'Half or more of the liquidity is burned or under a lock that keeps it for 30 days or more.',
    },
    judge({ asOf, mint, liquidity }, evidence) {
      if (mint.is !== 'mint' || !liquidity) return notApplicable;
      const control = lpControlOf(liquidity, asOf.time);
      if (!control) return clear;
      const level = levelOf(control.freeBps);
      return found(
        level === null ? [] : [freeReason(control, level, isYoungMarket(evidence) && !isMarketUnread(evidence))],
        safeFlags(control),
      );
    },
  }),
);

function freeReason({ freeBps, owners, largestOwner }: LpControl, level: 'most' | 'part', isYoung: boolean) {
  const code = level === 'part' ? 'LP_PARTLY_FREE' : isYoung ? 'LP_WITHDRAWABLE' : 'LP_MOSTLY_FREE';
  const { owner = null, bps = 0 } = largestOwner ?? {};
  const message = `Of the liquidity ${percentText(freeBps)} can be withdrawn, by ${counted(owners, 'known owner')}.`;
  return reason(code, { liquidity_bps: freeBps, owners, owner, owner_bps: bps }, message);
}

/** Why half or more of it stays: the strongest reason alone. */
function safeFlags({ programBps, burnedBps, lockedBps }: LpControl): readonly string[] {
  if (programBps >= LIQUIDITY_MAJORITY_BPS) return ['LP_HELD_BY_PROGRAM'];
  if (burnedBps >= LIQUIDITY_MAJORITY_BPS) return ['LP_BURNED'];
  return burnedBps + lockedBps >= LIQUIDITY_MAJORITY_BPS ? ['LP_LOCKED'] : [];
}
