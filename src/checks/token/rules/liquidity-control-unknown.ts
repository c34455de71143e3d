import { ifKnown } from '#lib/reading.ts';
import { clear, notApplicable, type Rule, raised, ruleFor } from '../../rule.ts';
import { percent } from '../../words.ts';
import { type Depth, deepestOf, depthsOf } from '../depth.ts';
import type { TokenEvidence } from '../evidence.ts';
import { lpControlOf } from '../lp-control.ts';
import { reason } from '../reason.ts';
import {
  LIQUIDITY_MAJORITY_BPS,
  OLD_SECONDS,
  SPREAD_LARGEST_PERCENT_MAX,
  SPREAD_POOLS_MIN,
  SPREAD_VENUES_MIN,
} from '../thresholds.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Could one owner have half of the deepest pool's liquidity, for all that was read? A missing age counts as young. */
export const liquidityControlUnknown: Rule<TokenEvidence> = notForWrappedSol({
  ...ruleAtAge(false),
  judge: (evidence) => ruleAtAge(isOld(evidence)).judge(evidence),
});

function ruleAtAge(old: boolean): Rule<TokenEvidence> {
  return ruleFor<TokenEvidence>()({
    id: 'liquidity-control-unknown',
    needs: ['mint', 'liquidity'],
    codes: ['LP_CONTROL_UNKNOWN'],
    flags: ['LP_CONTROL_UNREAD'],
    judge({ mint, liquidity }) {
      const deepest = liquidity && deepestOf(liquidity);
      if (mint.is !== 'mint' || !liquidity || !deepest) return notApplicable;
      const { address: pool, venue } = deepest.pool;
      const { largestOwner, unreadBps } = lpControlOf(deepest.pool);
      // Whoever is known to have most may have what was not read as well.
      const mostBps = (largestOwner?.bps ?? 0) + unreadBps;
      const isKnown = (largestOwner?.bps ?? 0) >= LIQUIDITY_MAJORITY_BPS;
      if (unreadBps === 0 || isKnown || mostBps < LIQUIDITY_MAJORITY_BPS) return clear;
      if (old && isSpread(depthsOf(liquidity))) return raised([], ['LP_CONTROL_UNREAD']);
      const message = `Who can withdraw ${percent(unreadBps)} of the liquidity of the deepest pool could not be told.`;
      return raised([reason('LP_CONTROL_UNKNOWN', { pool, venue, unread_bps: unreadBps }, message)]);
    },
  });
}

function isOld({ asOf, age }: TokenEvidence): boolean {
  const now = ifKnown(asOf)?.time ?? null;
  const since = ifKnown(age)?.provenSince ?? null;
  return now !== null && since !== null && now - since >= OLD_SECONDS;
}

/** Whether no single pool decides about the market. */
function isSpread(depths: readonly Depth[]): boolean {
  const total = depths.reduce((sum, { usdMicros }) => sum + usdMicros, 0n);
  const largest = depths[0]?.usdMicros ?? 0n;
  return (
    depths.length >= SPREAD_POOLS_MIN &&
    new Set(depths.map(({ pool }) => pool.venue)).size >= SPREAD_VENUES_MIN &&
    largest * 100n <= total * SPREAD_LARGEST_PERCENT_MAX
  );
}
