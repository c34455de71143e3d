import { clear, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/** Does a hook program decide about transfers? Whether it lets holders sell is asked apart, as it may stay open. */
export const transferHook = tradeRule({
  id: 'transfer-hook',
  needs: ['mint'],
  flags: {
    TRANSFER_HOOK: 'A hook program runs on every transfer of the mint and can refuse it.',
  },
  judge({ mint }) {
    return mint.hookProgram === null ? clear : raised([], ['TRANSFER_HOOK']);
  },
});
