import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import type { HolderFacts, TokenMintFacts } from '../evidence.ts';
import { tokenRule } from '../policy.ts';
import { bpsOf, sharesOf, tokensTogether } from '../shares.ts';
import { TOP1_LARGE_BPS } from './top-holder.ts';

/** The part of the circulating supply that a list that is not full may lack: as much as two reads may differ. */
const UNLISTED_BPS_MAX = 100;

/** An endpoint lists this many of the largest accounts of a mint, or all where there are fewer (agave `rpc/src/rpc.rs`, `NUM_LARGEST_ACCOUNTS`). */
const HOLDERS_LISTED_MAX = 20;

/** Do the largest accounts leave room for a large holder whom they do not show? */
export const holdersListed = tokenRule({
  id: 'holders-listed',
  needs: ['mint', 'holders'],
  codes: {
    HOLDERS_PARTIAL: {
      severity: 'medium',
      category: 'data',
      certainty: 'state',
      meaning: 'The largest accounts that were read leave room for a large holder among those that were not.',
      action: 'Nothing is claimed about who holds the rest. Ask again, or of a service with another endpoint.',
    },
    HOLDERS_CUT: {
      severity: 'medium',
      category: 'data',
      certainty: 'state',
      unread: { reading: 'holders', cause: 'rpc_disagrees' },
      meaning: 'Fewer of the largest accounts were listed than there are, and they do not add up to the supply.',
      action: 'Do not rely on what it says of holders. Ask again, or of a service with another endpoint.',
    },
  },
  judge({ mint, holders }) {
    if (holders.accounts.length === 0) return notApplicable;
    const hidden = hiddenTokens(holders, mint);
    const { circulating, top1 } = sharesOf(holders, mint.supply);
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
    const message = `Somebody whom the ${holders.accounts.length} largest accounts do not show may hold ${percentText(hiddenBps)} of what circulates.`;
    return raised([reason(isFull ? 'HOLDERS_PARTIAL' : 'HOLDERS_CUT', evidence, message)]);
  },
});

/** The most that one account can hold which is not listed. */
function hiddenTokens({ accounts }: HolderFacts, { supply, extensions }: TokenMintFacts): bigint {
  const listed = tokensTogether(accounts);
  const left = supply > listed ? supply - listed : 0n;
  const smallest = accounts.reduce((least, { tokens }) => (tokens < least ? tokens : least), supply);
  if (accounts.length >= HOLDERS_LISTED_MAX) return left < smallest ? left : smallest;
  // Withheld fees and encrypted balances belong to the supply and to no amount.
  return extensions.some(({ type }) => type === 'transfer_fee' || type === 'confidential_transfer') ? 0n : left;
}
