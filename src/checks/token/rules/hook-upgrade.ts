import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Can the program that decides about transfers be changed? */
export const hookUpgrade = ruleFor<TokenEvidence>()({
  id: 'hook-upgrade',
  needs: ['hook'],
  codes: [],
  flags: ['HOOK_PROGRAM_UPGRADEABLE'],
  judge({ hook }) {
    if (hook === null) return notApplicable;
    return hook.upgradeable === true ? raised([], ['HOOK_PROGRAM_UPGRADEABLE']) : clear;
  },
});
