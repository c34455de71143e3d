import { clear, found, reason } from '../../rule.ts';
import { freeText, LIQUIDITY_MAJORITY_BPS, type LpControl, levelOf, lpControlOf } from '../liquidity/lp-control.ts';
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
      LP_NOT_UNDERSTOOD: {
        severity: 'high',
        category: 'liquidity',
        certainty: 'derived',
        meaning:
          'A fifth or more of the liquidity can be withdrawn, or lies under accounts that are not understood here.',
        action: 'Look at the account that the evidence names. Nothing here says that it keeps the liquidity.',
      },
    },
    flags: {
      LP_HELD_BY_PROGRAM: 'Half or more of the liquidity belongs to the program of its venue.',
      LP_BURNED: 'Half or more of the liquidity was burned, so that nobody can withdraw it.',
      LP_LOCKED: 'Half or more of the liquidity is burned or under a lock that keeps it for 30 days or more.',
    },
    judge({ asOf, liquidity }, evidence) {
      const control = lpControlOf(liquidity, asOf.time);
      if (!control) return clear;
      return found(freeReasons(control, isYoungMarket(evidence) && !isMarketUnread(evidence)), safeFlags(control));
    },
  }),
);

/** Liquidity that is not understood weighs as much as withdrawable liquidity. It is not reported if the proven part weighs the same. */
function freeReasons(control: LpControl, isYoung: boolean) {
  const { freeBps, unclearBps, owners, largestOwner: most } = control;
  const [code, proven] = [freeBps, freeBps - unclearBps].map((bps) => codeOf(bps, isYoung));
  if (!code) return [];
  const shares = { liquidity_bps: freeBps, ...(unclearBps > 0 && { not_understood_bps: unclearBps }) };
  const facts = { ...shares, owners, owner: most?.owner ?? null, owner_bps: most?.bps ?? 0 };
  const severity = code === 'LP_WITHDRAWABLE' ? 'high' : 'medium';
  const provenReasons = proven ? [reason(proven, facts, freeText(control))] : [];
  if (proven && (proven === code || severity === 'medium')) return provenReasons;
  return [reason('LP_NOT_UNDERSTOOD', facts, freeText(control), severity), ...provenReasons];
}

function codeOf(bps: number, isYoung: boolean) {
  if (levelOf(bps) === 'most') return isYoung ? 'LP_WITHDRAWABLE' : 'LP_MOSTLY_FREE';
  return levelOf(bps) && 'LP_PARTLY_FREE';
}

/** Why half or more of it stays: the strongest reason alone. */
function safeFlags({ programBps, burnedBps, lockedBps }: LpControl): readonly string[] {
  if (programBps >= LIQUIDITY_MAJORITY_BPS) return ['LP_HELD_BY_PROGRAM'];
  if (burnedBps >= LIQUIDITY_MAJORITY_BPS) return ['LP_BURNED'];
  return burnedBps + lockedBps >= LIQUIDITY_MAJORITY_BPS ? ['LP_LOCKED'] : [];
}
