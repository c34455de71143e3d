import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { counted } from '../../words.ts';
import type { TradeEvidence } from '../evidence.ts';
import { nothingFound } from '../pools.ts';
import { reason } from '../reason.ts';

/** Was no pool found on either road: by the addresses that follow from the mint, and behind its largest holders? */
export const noPool = ruleFor<TradeEvidence>()({
  id: 'no-pool',
  needs: ['mint', 'pools', 'holders', 'cost'],
  codes: ['NO_POOL_FOUND'],
  judge({ mint, pools, holders, cost }) {
    if (mint.is !== 'mint') return notApplicable;
    if (!nothingFound(pools, cost) || holders.unpriced.length > 0) return clear;
    const message = `No pool trades the mint. Looked at: ${counted(holders.seen, 'large holder')}, none at a known venue.`;
    return raised([reason('NO_POOL_FOUND', { pools: 0, holders_seen: holders.seen }, message)]);
  },
});
