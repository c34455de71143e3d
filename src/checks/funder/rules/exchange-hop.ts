import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence, Hop, Source } from '../evidence.ts';
import { HOP_SECONDS_MAX, HOP_SHARE_BPS_MIN } from '../policy.ts';
import { tallyOf } from '../tally.ts';

/** Did an exchange fund the wallet that funded the address, recently and with enough to cover it? A flag: it never makes an exchange origin. */
export const exchangeHop = ruleFor<FunderEvidence>()({
  id: 'exchange-hop',
  needs: ['funding', 'source', 'hop'],
  codes: [],
  flags: ['CEX_AT_HOP_2'],
  judge({ funding, source, hop }) {
    if (!funding || !source || !hop?.funderLabel) return notApplicable;
    const exchange = hop.funderLabel.fundingClass === 'exchange' && hop.funderLabel.grade !== 'weak';
    const covers = hop.lamports * 10_000n >= tallyOf(funding).main * HOP_SHARE_BPS_MIN;
    return exchange && covers && recent(source, hop) ? raised([], ['CEX_AT_HOP_2']) : clear;
  },
});

function recent(source: Source, hop: Hop): boolean {
  return source.time !== null && hop.time !== null && source.time - hop.time <= HOP_SECONDS_MAX;
}
