import { isExchange } from '../../label.ts';
import { clear, notApplicable, raised } from '../../rule.ts';
import { covers } from '../evidence.ts';
import { funderRule } from '../policy.ts';
import { tallyOf } from '../tally.ts';

/** Did an exchange fund the wallet before the one before the source, each passing the money on recently? A flag, as one hop nearer. */
export const exchangeThirdHop = funderRule({
  id: 'exchange-third-hop',
  needs: ['funding', 'source', 'hop', 'hop3'],
  flags: {
    CEX_AT_HOP_3:
      'A labelled exchange funded the wallet behind the wallet that funded the address; each paid on within 30 days.',
  },
  judge({ funding, source, hop, hop3 }) {
    if (hop.funderLabel || !hop3.funderLabel) return notApplicable;
    const passedOn = { lamports: tallyOf(funding).main, time: source.time };
    const unbroken = covers(hop, passedOn) && covers(hop3, hop);
    return isExchange(hop3.funderLabel) && unbroken ? raised([], ['CEX_AT_HOP_3']) : clear;
  },
});
