import { found, notApplicable, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import type { UntracedHolder } from '../evidence.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { bpsOf, sharesOf } from '../shares.ts';

/** The creator's part of the circulating supply, in basis points: Solana Tracker, TokenSniffer and Mobula name five percent. */
const DEV_HOLDING_MATERIAL_BPS = 500;
const DEV_HOLDING_LARGE_BPS = 1_000;

/** How much of the circulating supply has the creator, or have holders from the creator? Other wallets of his are not seen. */
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
    DEV_HOLDING_NOT_EXCLUDED: {
      severity: 'medium',
      category: 'holders',
      certainty: 'state',
      unread: { reading: 'creator', cause: 'limit_reached' },
      meaning:
        'The creator and holders whose tokens could not be followed to where they came from have ten percent or more together.',
      action: 'These holders may have their tokens from the creator.',
    },
  },
  judge({ mint, holders, creator }) {
    const { assessable, circulating, supply } = sharesOf(holders, mint.supply);
    if (!assessable) return notApplicable;
    const tokens = creator.tokens + creator.handed;
    const bps = bpsOf(tokens, circulating);
    const code = codeFrom(bps, [
      [DEV_HOLDING_LARGE_BPS, 'DEV_HOLDING_LARGE'],
      [DEV_HOLDING_MATERIAL_BPS, 'DEV_HOLDING_MATERIAL'],
    ]);
    const { address, by, handed, unfollowed } = creator;
    const bpsWith = (some: typeof unfollowed) => bpsOf(tokens + sumOf(some), circulating);
    const most = bpsWith(unfollowed);
    const isOpen = code !== 'DEV_HOLDING_LARGE' && unfollowed.length > 0 && most >= DEV_HOLDING_LARGE_BPS;
    // A gap of endpoints is no fact about the token: it weighs only if the others alone do not reach the bound.
    const long = unfollowed.filter(({ why }) => why === 'limit_reached');
    const unread = unfollowed.find(({ why }) => why !== 'limit_reached');
    const cause = unread && bpsWith(long) < DEV_HOLDING_LARGE_BPS ? { cause: unread.why } : {};
    const evidence = {
      creator: address,
      named_by: by,
      tokens: tokens.toString(),
      handed_on: handed.toString(),
      circulating_bps: bps,
      supply_bps: bpsOf(tokens, supply),
    };
    const also = handed > 0n ? ', or handed to holders,' : '';
    const held = `The creator holds${also} ${percentText(bps)} of what circulates.`;
    const untraced = { ...evidence, ...cause, unfollowed: sumOf(unfollowed).toString() };
    const open = `The creator may have handed ${percentText(most - bps)} of what circulates to holders whose tokens could not be followed.`;
    return found([
      ...(code ? [reason(code, evidence, held)] : []),
      ...(isOpen ? [reason('DEV_HOLDING_NOT_EXCLUDED', untraced, open)] : []),
    ]);
  },
});

function sumOf(holders: readonly UntracedHolder[]): bigint {
  return holders.reduce((sum, { tokens }) => sum + tokens, 0n);
}
