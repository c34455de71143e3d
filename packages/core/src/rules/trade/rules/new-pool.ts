import { clear, notApplicable, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';
import { routePools } from '../pools.ts';

/** Younger than this is new: 24 hours. */
const NEW_POOL_SECONDS = 86_400;

/** Was a pool of the route opened only just? */
export const newPool = tradeRule({
  id: 'new-pool',
  needs: ['asOf', 'pools', 'cost'],
  flags: {
    NEW_POOL: 'A pool of the route was opened less than 24 hours before the moment of the answer.',
  },
  judge({ asOf: { time }, pools, cost: { trip } }) {
    if (trip === null || time === null) return notApplicable;
    const isNew = routePools(pools, trip).some(
      ({ openedAtUnix }) => openedAtUnix !== null && openedAtUnix > time - NEW_POOL_SECONDS,
    );
    return isNew ? raised([], ['NEW_POOL']) : clear;
  },
});
