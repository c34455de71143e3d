import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { type OwnerShare, sharesOf } from '../shares.ts';

/** Parts of the circulating supply, in basis points, from which the largest holder is large (GMGN) and dominant (RiskRadar). */
export const TOP1_LARGE_BPS = 1_000;
const TOP1_DOMINANT_BPS = 2_000;

/** How much of the circulating supply has the largest holder that is no exchange? */
export const topHolder = tokenRule({
  id: 'top-holder',
  needs: ['mint', 'holders'],
  codes: {
    TOP1_HOLDER_LARGE: {
      severity: 'medium',
      category: 'holders',
      certainty: 'derived',
      meaning: 'One ordinary holder has ten percent or more of what circulates.',
      action: 'Expect that one sale can move the price against you.',
    },
    TOP1_HOLDER_DOMINANT: {
      severity: 'high',
      category: 'holders',
      certainty: 'derived',
      meaning: 'One ordinary holder has twenty percent or more of what circulates.',
      action: 'Expect that one holder can empty the pool; keep positions small against the depth.',
    },
  },
  flags: {
    TOP_HOLDER_IS_EXCHANGE: 'The largest holder is a labelled exchange, which holds for many.',
  },
  judge({ mint, holders }) {
    const { assessable, owners, top1 } = sharesOf(holders, mint.supply);
    if (!assessable) return notApplicable;
    const flags = owners[0]?.role === 'exchange' ? ['TOP_HOLDER_IS_EXCHANGE'] : [];
    const reasons = top1 ? reasonsOf(top1) : [];
    return reasons.length + flags.length > 0 ? raised(reasons, flags) : clear;
  },
});

function reasonsOf({ owner, role, tokens, accounts, circulatingBps, supplyBps }: OwnerShare) {
  const code = codeFrom(circulatingBps, [
    [TOP1_DOMINANT_BPS, 'TOP1_HOLDER_DOMINANT'],
    [TOP1_LARGE_BPS, 'TOP1_HOLDER_LARGE'],
  ]);
  if (code === null) return [];
  const evidence = {
    owner,
    role,
    accounts,
    tokens: tokens.toString(),
    circulating_bps: circulatingBps,
    supply_bps: supplyBps,
  };
  return [reason(code, evidence, `The largest ordinary holder has ${percentText(circulatingBps)} of what circulates.`)];
}
