import { raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/** Is the priority of the network assumed, and is what it takes most of the cost? */
export const networkFees = tradeRule({
  id: 'network-fees',
  needs: ['network', 'cost'],
  flags: {
    PRIORITY_FEE_ASSUMED: 'Recent priority fees could not be read; the highest one that is counted was taken.',
    NETWORK_FEES_DOMINATE:
      'Fees of the network are more than half of the cost: a larger size costs less in proportion.',
  },
  judge({ network: { priorityIsAssumed }, cost: { trip } }) {
    const fees = trip === null ? 0n : trip.parts.networkBase + trip.parts.networkPriority;
    const dominate = trip !== null && fees * 2n > trip.cost;
    return raised(
      [],
      [...(priorityIsAssumed ? ['PRIORITY_FEE_ASSUMED'] : []), ...(dominate ? ['NETWORK_FEES_DOMINATE'] : [])],
    );
  },
});
