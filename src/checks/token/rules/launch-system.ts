import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Does the launch system of the venue hold a part of the token itself? */
export const launchSystem = ruleFor<TokenEvidence>()({
  id: 'launch-system',
  needs: ['mint', 'holders'],
  codes: [],
  flags: ['MAYHEM_MODE'],
  judge({ mint, holders }) {
    if (mint.is !== 'mint' || holders === null) return notApplicable;
    const holds = holders.accounts.some(({ role, tokens }) => role === 'launch_system' && tokens > 0n);
    return holds ? raised([], ['MAYHEM_MODE']) : clear;
  },
});
