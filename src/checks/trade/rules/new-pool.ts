import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { NEW_POOL_SECONDS } from '../policy.ts';
import { routePools } from '../pools.ts';

/** Was a pool of the route opened only just? */
export const newPool = ruleFor<TradeEvidence>()({
  id: 'new-pool',
  needs: ['asOf', 'pools', 'cost'],
  codes: [],
  flags: ['NEW_POOL'],
  judge({ asOf: { time }, pools, cost: { trip } }) {
    if (trip === null || time === null) return notApplicable;
    const isNew = routePools(pools, trip).some(
      ({ openedAtUnix }) => openedAtUnix !== null && openedAtUnix > time - NEW_POOL_SECONDS,
    );
    return isNew ? raised([], ['NEW_POOL']) : clear;
  },
});
