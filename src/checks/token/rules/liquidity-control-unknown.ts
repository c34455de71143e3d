import { ifKnown } from '#lib/reading.ts';
import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { type Depth, deepestOf, depthsOf } from '../depth.ts';
import type { TokenEvidence } from '../evidence.ts';
import { LIQUIDITY_MAJORITY_BPS, lpControlOf } from '../lp-control.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** RiskRadar's highest band of age begins at 180 days. */
const OLD_SECONDS = 180 * 86_400;

/** What makes control that was not read matter less: pools, venues, the largest pool's part of all depth, age. Own choice. */
const SPREAD_POOLS_MIN = 3;
const SPREAD_VENUES_MIN = 2;
const SPREAD_LARGEST_PERCENT_MAX = 50n;

/** Could one owner have half of the deepest pool's liquidity, for all that was read? A missing age counts as young. */
export const liquidityControlUnknown = notForWrappedSol(
  tokenRule({
    id: 'liquidity-control-unknown',
    needs: ['mint', 'liquidity'],
    codes: {
      LP_CONTROL_UNKNOWN: {
        severity: 'medium',
        category: 'liquidity',
        certainty: 'derived',
        meaning: 'Who can withdraw the liquidity of the deepest pool could not be told.',
        action: 'Look at its positions before you rely on its depth.',
      },
    },
    flags: {
      LP_CONTROL_UNREAD:
        'Who can withdraw was not read, but liquidity is spread over several pools and programs and the token is old.',
    },
    judge({ mint, liquidity }, evidence) {
      const deepest = liquidity && deepestOf(liquidity);
      if (mint.is !== 'mint' || !liquidity || !deepest) return notApplicable;
      const { address: pool, venue } = deepest.pool;
      const { largestOwner, unreadBps } = lpControlOf(deepest.pool);
      // Whoever is known to have most may have what was not read as well.
      const mostBps = (largestOwner?.bps ?? 0) + unreadBps;
      const isKnown = (largestOwner?.bps ?? 0) >= LIQUIDITY_MAJORITY_BPS;
      if (unreadBps === 0 || isKnown || mostBps < LIQUIDITY_MAJORITY_BPS) return clear;
      if (isOld(evidence) && isSpread(depthsOf(liquidity))) return raised([], ['LP_CONTROL_UNREAD']);
      const message = `Who can withdraw ${percentText(unreadBps)} of the liquidity of the deepest pool could not be told.`;
      return raised([reason('LP_CONTROL_UNKNOWN', { pool, venue, unread_bps: unreadBps }, message)]);
    },
  }),
);

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
