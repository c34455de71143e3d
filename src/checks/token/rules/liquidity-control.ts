import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { percent } from '../../words.ts';
import { deepestOf } from '../depth.ts';
import type { TokenEvidence } from '../evidence.ts';
import { type LpControl, lpControlOf } from '../lp-control.ts';
import { reason } from '../reason.ts';
import { LIQUIDITY_MAJORITY_BPS } from '../thresholds.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Who can take the liquidity of the deepest pool away? */
export const liquidityControl = notForWrappedSol(
  ruleFor<TokenEvidence>()({
    id: 'liquidity-control',
    needs: ['mint', 'liquidity'],
    codes: ['LP_WITHDRAWABLE'],
    flags: ['LP_HELD_BY_PROGRAM', 'LP_BURNED', 'LP_LOCKED'],
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
      const message = `One owner can withdraw ${percent(bps)} of the liquidity of the deepest pool.`;
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
