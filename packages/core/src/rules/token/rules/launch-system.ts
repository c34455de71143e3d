import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Does the launch system of the venue hold a part of the token itself? */
export const launchSystem = tokenRule({
  id: 'launch-system',
  needs: ['mint', 'holders'],
  flags: {
    MAYHEM_MODE: 'The launch system of pump.fun trades in the token itself and holds a part of it.',
  },
  judge({ holders }) {
    const holds = holders.accounts.some(({ role, tokens }) => role === 'launch_system' && tokens > 0n);
    return holds ? raised([], ['MAYHEM_MODE']) : clear;
  },
});
