import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Were launch buyers and common funders looked for at all? */
export const insidersAsked = ruleFor<TokenEvidence>()({
  id: 'insiders-asked',
  needs: ['mint', 'insiders'],
  codes: [],
  flags: ['INSIDERS_NOT_CHECKED'],
  judge({ mint, insiders }) {
    if (mint.is !== 'mint') return notApplicable;
    return insiders === null ? raised([], ['INSIDERS_NOT_CHECKED']) : clear;
  },
});
