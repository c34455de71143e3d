import { isExchange } from '../../label.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { covers, type FunderEvidence } from '../evidence.ts';
import { tallyOf } from '../tally.ts';

/** Did an exchange fund the wallet that funded the address, recently and with enough to cover it? A flag: it never makes an exchange origin. */
export const exchangeHop = ruleFor<FunderEvidence>()({
  id: 'exchange-hop',
  needs: ['funding', 'source', 'hop'],
  codes: [],
  flags: ['CEX_AT_HOP_2'],
  judge({ funding, source, hop }) {
    if (!funding || !source || !hop?.funderLabel) return notApplicable;
    const passedOn = { lamports: tallyOf(funding).main, time: source.time };
    return isExchange(hop.funderLabel) && covers(hop, passedOn) ? raised([], ['CEX_AT_HOP_2']) : clear;
  },
});
