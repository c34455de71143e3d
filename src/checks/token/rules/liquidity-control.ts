import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { deepestOf } from '../depth.ts';
import { LIQUIDITY_MAJORITY_BPS, type LpControl, lpControlOf } from '../lp-control.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Who can take the liquidity of the deepest pool away? */
export const liquidityControl = notForWrappedSol(
  tokenRule({
    id: 'liquidity-control',
    needs: ['mint', 'liquidity'],
    codes: {
      LP_WITHDRAWABLE: {
        severity: 'high',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'One owner can withdraw half or more of the liquidity of the deepest pool.',
        action: 'Expect that the market can end in one transaction; the owner is named in the evidence.',
      },
    },
    flags: {
      LP_HELD_BY_PROGRAM: 'The liquidity of the deepest pool belongs to the program of its venue.',
      LP_BURNED: 'Half or more of the liquidity of the deepest pool was burned, so that nobody can withdraw it.',
      LP_LOCKED: 'Half or more of the liquidity of the deepest pool is locked for good.',
    },
    judge({ mint, liquidity }) {
      const deepest = liquidity && deepestOf(liquidity);
      if (mint.is !== 'mint' || !deepest) return notApplicable;
      const { address: pool, venue } = deepest.pool;
      const control = lpControlOf(deepest.pool);
      const { largestOwner } = control;
      const flags = safeFlags(control);
      if (largestOwner === null || largestOwner.bps < LIQUIDITY_MAJORITY_BPS) {
        return flags.length > 0 ? raised([], flags) : clear;
      }
      const { owner, bps } = largestOwner;
      const message = `One owner can withdraw ${percentText(bps)} of the liquidity of the deepest pool.`;
      return raised([reason('LP_WITHDRAWABLE', { pool, venue, owner, liquidity_bps: bps }, message)], flags);
    },
  }),
);

/** Why half or more of it stays: the strongest reason alone. */
function safeFlags({ programBps, burnedBps, lockedBps }: LpControl): readonly string[] {
  if (programBps >= LIQUIDITY_MAJORITY_BPS) return ['LP_HELD_BY_PROGRAM'];
  if (burnedBps >= LIQUIDITY_MAJORITY_BPS) return ['LP_BURNED'];
  return burnedBps + lockedBps >= LIQUIDITY_MAJORITY_BPS ? ['LP_LOCKED'] : [];
}
