import { clear, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';

/** Does a recommended size end where a pool was no longer read, and not where the cost passes its bound? */
export const sizeLimit = ruleFor<TradeEvidence>()({
  id: 'size-limit',
  needs: ['cost'],
  codes: [],
  flags: ['SIZE_LIMIT_IS_LOWER_BOUND'],
  judge({ cost: { largest } }) {
    return largest.some(({ endsUnread }) => endsUnread) ? raised([], ['SIZE_LIMIT_IS_LOWER_BOUND']) : clear;
  },
});
