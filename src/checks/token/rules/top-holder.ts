import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { percent } from '../../words.ts';
import type { TokenEvidence } from '../evidence.ts';
import { codeFrom } from '../grade.ts';
import { reason } from '../reason.ts';
import { type OwnerShare, sharesOf } from '../shares.ts';
import { TOP1_DOMINANT_BPS, TOP1_LARGE_BPS } from '../thresholds.ts';

/** How much of what circulates has the largest holder that is no exchange? */
export const topHolder = ruleFor<TokenEvidence>()({
  id: 'top-holder',
  needs: ['mint', 'holders'],
  codes: ['TOP1_HOLDER_LARGE', 'TOP1_HOLDER_DOMINANT'],
  flags: ['TOP_HOLDER_IS_EXCHANGE'],
  judge({ mint, holders }) {
    if (mint.is !== 'mint' || holders === null) return notApplicable;
    const { assessable, owners, top1 } = sharesOf(holders, mint.mint.supply);
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
  return [reason(code, evidence, `The largest ordinary holder has ${percent(circulatingBps)} of what circulates.`)];
}
