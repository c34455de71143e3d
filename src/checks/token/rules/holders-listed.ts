import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { percent } from '../../words.ts';
import type { HolderFacts, MintFacts, TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';
import { bpsOf, sharesOf } from '../shares.ts';
import { HOLDERS_LISTED_MAX, TOP1_LARGE_BPS, UNLISTED_BPS_MAX } from '../thresholds.ts';

/** Do the largest accounts leave room for a large holder whom they do not show? */
export const holdersListed = ruleFor<TokenEvidence>()({
  id: 'holders-listed',
  needs: ['mint', 'holders'],
  codes: ['HOLDERS_PARTIAL'],
  judge({ mint, holders }) {
    if (mint.is !== 'mint' || holders === null || holders.accounts.length === 0) return notApplicable;
    const hidden = hiddenTokens(holders, mint.mint);
    const { circulating, top1 } = sharesOf(holders, mint.mint.supply);
    const hiddenBps = bpsOf(hidden, circulating);
    const isFull = holders.accounts.length >= HOLDERS_LISTED_MAX;
    // Of a full list the next account may be as large as the last one; a short one has to add up.
    const isLarge = hiddenBps >= (isFull ? TOP1_LARGE_BPS : UNLISTED_BPS_MAX);
    if (!isLarge || (isFull && (top1?.tokens ?? 0n) >= hidden)) return clear;
    const evidence = {
      accounts: holders.accounts.length,
      hidden_tokens: hidden.toString(),
      circulating_bps: hiddenBps,
    };
    const message = `Somebody whom the ${holders.accounts.length} largest accounts do not show may hold ${percent(hiddenBps)} of what circulates.`;
    return raised([reason('HOLDERS_PARTIAL', evidence, message)]);
  },
});

/** The most that one account can hold which is not listed. */
function hiddenTokens({ accounts }: HolderFacts, { supply, extensions }: MintFacts): bigint {
  const listed = accounts.reduce((sum, { tokens }) => sum + tokens, 0n);
  const left = supply > listed ? supply - listed : 0n;
  const smallest = accounts.reduce((least, { tokens }) => (tokens < least ? tokens : least), supply);
  if (accounts.length >= HOLDERS_LISTED_MAX) return left < smallest ? left : smallest;
  // What fees and encrypted balances keep belongs to the supply and to no amount.
  return extensions.some(({ type }) => type === 'transfer_fee' || type === 'confidential_transfer') ? 0n : left;
}
