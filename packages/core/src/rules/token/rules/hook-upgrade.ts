import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Can the program that decides about transfers be changed? */
export const hookUpgrade = tokenRule({
  id: 'hook-upgrade',
  needs: ['hook'],
  flags: {
    HOOK_PROGRAM_UPGRADEABLE: 'The program that decides about transfers can be changed by those who may upgrade it.',
  },
  judge({ hook }) {
    return hook.upgradeable === true ? raised([], ['HOOK_PROGRAM_UPGRADEABLE']) : clear;
  },
});
