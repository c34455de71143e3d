import type { Address } from '#lib/address.ts';
import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import type { HolderFacts, InsiderFacts } from '../evidence.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { bpsOf, sharesOf } from '../shares.ts';

/** What the first buyers still hold of what circulates, in basis points: Solana Tracker's 5 and 15 percent. */
const LAUNCH_BUNDLE_HELD_BPS = 500;
const LAUNCH_BUNDLE_LARGE_BPS = 1_500;

/** How much of what circulates do those still hold who bought in the slots of the launch, the creator among them? */
export const launchBundle = tokenRule({
  id: 'launch-bundle',
  needs: ['mint', 'holders', 'insiders'],
  codes: {
    LAUNCH_BUNDLE_HELD: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning: 'Wallets that bought in the slots of the launch still hold five percent or more of what circulates.',
      action: 'Those who bought first may be one; expect them to sell.',
    },
    LAUNCH_BUNDLE_LARGE: {
      severity: 'high',
      category: 'holders',
      certainty: 'inferred',
      meaning: 'Wallets that bought in the slots of the launch still hold fifteen percent or more of what circulates.',
      action: 'Treat the launch as bundled: a few first buyers can end the market.',
    },
  },
  flags: {
    LAUNCH_BUNDLED: 'Purchases in the slots of the launch came with tips to a block engine.',
  },
  judge({ mint, holders, insiders }) {
    if (mint.is !== 'mint' || insiders === null) return notApplicable;
    const flags = insiders.tippedTransactions > 0 ? ['LAUNCH_BUNDLED'] : [];
    const reasons = holders === null ? [] : reasonsOf(insiders, holders, mint.mint.supply);
    return reasons.length + flags.length > 0 ? raised(reasons, flags) : clear;
  },
});

function reasonsOf(insiders: InsiderFacts, holders: HolderFacts, supply: bigint) {
  const { assessable, circulating } = sharesOf(holders, supply);
  if (!assessable) return [];
  const held = heldNow(insiders);
  const tokens = [...held.values()].reduce((sum, one) => sum + one, 0n);
  const bps = bpsOf(tokens, circulating);
  const code = codeFrom(bps, [
    [LAUNCH_BUNDLE_LARGE_BPS, 'LAUNCH_BUNDLE_LARGE'],
    [LAUNCH_BUNDLE_HELD_BPS, 'LAUNCH_BUNDLE_HELD'],
  ]);
  if (code === null) return [];
  const evidence = {
    wallets: held.size,
    tokens: tokens.toString(),
    circulating_bps: bps,
    supply_bps: bpsOf(tokens, supply),
    launch_transactions: insiders.launchTransactions,
    tipped_transactions: insiders.tippedTransactions,
  };
  const message = `Of what circulates ${percentText(bps)} is held by ${counted(held.size, 'wallet')} that bought in the slots of the launch.`;
  return [reason(code, evidence, message)];
}

/** What each buyer holds now. One who bought twice holds the same tokens, which count once. */
function heldNow({ launchBuyers }: InsiderFacts): ReadonlyMap<Address, bigint> {
  const holding = launchBuyers.filter(({ tokensNow }) => tokensNow > 0n);
  const ascending = holding.sort((a, b) => (a.tokensNow < b.tokensNow ? -1 : 1));
  return new Map(ascending.map(({ owner, tokensNow }) => [owner, tokensNow]));
}
