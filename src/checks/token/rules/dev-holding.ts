import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { percent } from '../../words.ts';
import type { TokenEvidence } from '../evidence.ts';
import { codeFrom } from '../grade.ts';
import { reason } from '../reason.ts';
import { bpsOf, sharesOf } from '../shares.ts';
import { DEV_HOLDING_LARGE_BPS, DEV_HOLDING_MATERIAL_BPS } from '../thresholds.ts';

/** How much of what circulates has the creator kept? Other wallets of his are not seen. */
export const devHolding = ruleFor<TokenEvidence>()({
  id: 'dev-holding',
  needs: ['mint', 'holders', 'creator'],
  codes: ['DEV_HOLDING_MATERIAL', 'DEV_HOLDING_LARGE'],
  judge({ mint, holders, creator }) {
    if (mint.is !== 'mint' || holders === null || creator === null) return notApplicable;
    const { assessable, circulating, supply } = sharesOf(holders, mint.mint.supply);
    if (!assessable) return notApplicable;
    const bps = bpsOf(creator.tokens, circulating);
    const code = codeFrom(bps, [
      [DEV_HOLDING_LARGE_BPS, 'DEV_HOLDING_LARGE'],
      [DEV_HOLDING_MATERIAL_BPS, 'DEV_HOLDING_MATERIAL'],
    ]);
    if (code === null) return clear;
    const evidence = {
      creator: creator.address,
      named_by: creator.by,
      tokens: creator.tokens.toString(),
      circulating_bps: bps,
      supply_bps: bpsOf(creator.tokens, supply),
    };
    return raised([reason(code, evidence, `The creator holds ${percent(bps)} of what circulates.`)]);
  },
});
