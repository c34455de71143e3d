import { isExchange } from '../../label.ts';
import { clear, notApplicable, raised } from '../../rule.ts';
import { covers } from '../evidence.ts';
import { funderRule } from '../policy.ts';
import { tallyOf } from '../tally.ts';

/** Did an exchange fund the wallet that funded the address, recently and with enough to cover it? A flag: it never makes an exchange origin. */
export const exchangeHop = funderRule({
  id: 'exchange-hop',
  needs: ['funding', 'source', 'hop'],
  flags: {
    CEX_AT_HOP_2:
      'The wallet that funded the address was itself funded by a labelled exchange within the 30 days before.',
  },
  judge({ funding, source, hop }) {
    if (!hop.funderLabel) return notApplicable;
    const passedOn = { lamports: tallyOf(funding).main, time: source.time };
    return isExchange(hop.funderLabel) && covers(hop, passedOn) ? raised([], ['CEX_AT_HOP_2']) : clear;
  },
});
