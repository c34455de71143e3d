import { clear, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/** Does a recommended size end where a pool was no longer read, and not where the cost passes its bound? */
export const sizeLimit = tradeRule({
  id: 'size-limit',
  needs: ['cost'],
  flags: {
    SIZE_LIMIT_IS_LOWER_BOUND:
      'A recommended size ends where a pool was no longer read, and not where the cost passes its bound: more may do.',
  },
  judge({ cost: { largest } }) {
    return largest.some(({ endsUnread }) => endsUnread) ? raised([], ['SIZE_LIMIT_IS_LOWER_BOUND']) : clear;
  },
});
