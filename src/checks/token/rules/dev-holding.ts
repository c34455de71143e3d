import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { bpsOf, sharesOf } from '../shares.ts';

/** The creator's part of what circulates, in basis points: Solana Tracker, TokenSniffer and Mobula name five percent. */
const DEV_HOLDING_MATERIAL_BPS = 500;
const DEV_HOLDING_LARGE_BPS = 1_000;

/** How much of what circulates has the creator, or have holders from the creator? Other wallets of his are not seen. */
export const devHolding = tokenRule({
  id: 'dev-holding',
  needs: ['mint', 'holders', 'creator'],
  codes: {
    DEV_HOLDING_MATERIAL: {
      severity: 'medium',
      category: 'holders',
      certainty: 'derived',
      meaning: 'The creator holds five percent or more of what circulates, or handed it to holders.',
      action: 'Watch the creator, who is named in the evidence.',
    },
    DEV_HOLDING_LARGE: {
      severity: 'high',
      category: 'holders',
      certainty: 'derived',
      meaning: 'The creator holds ten percent or more of what circulates, or handed it to holders.',
      action: 'Expect that the creator can sell into every purchase.',
    },
  },
  judge({ mint, holders, creator }) {
    if (mint.is !== 'mint' || holders === null || creator === null) return notApplicable;
    const { assessable, circulating, supply } = sharesOf(holders, mint.mint.supply);
    if (!assessable) return notApplicable;
    const tokens = creator.tokens + creator.handed;
    const bps = bpsOf(tokens, circulating);
    const code = codeFrom(bps, [
      [DEV_HOLDING_LARGE_BPS, 'DEV_HOLDING_LARGE'],
      [DEV_HOLDING_MATERIAL_BPS, 'DEV_HOLDING_MATERIAL'],
    ]);
    if (code === null) return clear;
    const evidence = {
      creator: creator.address,
      named_by: creator.by,
      tokens: tokens.toString(),
      handed_on: creator.handed.toString(),
      circulating_bps: bps,
      supply_bps: bpsOf(tokens, supply),
    };
    return raised([
      reason(
        code,
        evidence,
        `The creator holds${creator.handed > 0n ? ', or handed to holders,' : ''} ${percentText(bps)} of what circulates.`,
      ),
    ]);
  },
});
