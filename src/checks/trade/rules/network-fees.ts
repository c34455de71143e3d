import { raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';

/** Is the priority of the network assumed, and is what it takes most of the cost? */
export const networkFees = ruleFor<TradeEvidence>()({
  id: 'network-fees',
  needs: ['network', 'cost'],
  codes: [],
  flags: ['PRIORITY_FEE_ASSUMED', 'NETWORK_FEES_DOMINATE'],
  judge({ network: { priorityIsAssumed }, cost: { trip } }) {
    const fees = trip === null ? 0n : trip.parts.networkBase + trip.parts.networkPriority;
    const dominate = trip !== null && fees * 2n > trip.cost;
    return raised(
      [],
      [...(priorityIsAssumed ? ['PRIORITY_FEE_ASSUMED'] : []), ...(dominate ? ['NETWORK_FEES_DOMINATE'] : [])],
    );
  },
});
