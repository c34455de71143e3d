import { clear, raised, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import type { HolderFacts, LaunchFacts } from '../evidence.ts';
import { amountsByOwner, totalAmount } from '../makers.ts';
import { codeFrom, tokenRule } from '../policy.ts';
import { bpsOf, sharesOf } from '../shares.ts';

/** Bounds of the first buyers' share of the circulating supply, in basis points: Solana Tracker's 5 and 15 percent. */
const LAUNCH_BUNDLE_HELD_BPS = 500;
const LAUNCH_BUNDLE_LARGE_BPS = 1_500;

/**
 * How much of the circulating supply did the buyers in the launch's slots keep, the creator included? Tokens that they moved to other
 * wallets are still theirs.
 */
export const launchBundle = tokenRule({
  id: 'launch-bundle',
  needs: ['mint', 'launch'],
  mayBeNull: ['holders'],
  codes: {
    LAUNCH_BUNDLE_HELD: {
      severity: 'medium',
      category: 'holders',
      certainty: 'inferred',
      meaning:
        'Wallets that bought in the slots of the launch hold, or moved elsewhere without a sale, five percent or more of what circulates.',
      action: 'Those who bought first may be one; expect them to sell.',
    },
    LAUNCH_BUNDLE_LARGE: {
      severity: 'high',
      category: 'holders',
      certainty: 'inferred',
      meaning:
        'Wallets that bought in the slots of the launch hold, or moved elsewhere without a sale, fifteen percent or more of what circulates.',
      action: 'Treat the launch as bundled: a few first buyers can end the market.',
    },
  },
  flags: {
    LAUNCH_BUNDLED: 'Purchases in the slots of the launch came with tips to a block engine.',
  },
  judge({ mint, holders, launch }) {
    const flags = launch.tippedTransactions > 0 ? ['LAUNCH_BUNDLED'] : [];
    const reasons = holders === null ? [] : reasonsOf(launch, holders, mint.supply);
    return reasons.length + flags.length > 0 ? raised(reasons, flags) : clear;
  },
});

function reasonsOf(launch: LaunchFacts, holders: HolderFacts, supply: bigint) {
  const { assessable, circulating } = sharesOf(holders, supply);
  if (!assessable) return [];
  const keepers = launch.buyers.filter(({ tokensKept }) => tokensKept > 0n);
  const kept = amountsByOwner(keepers, ({ tokensKept }) => tokensKept);
  const tokens = totalAmount(kept);
  const bps = bpsOf(tokens, circulating);
  const code = codeFrom(bps, [
    [LAUNCH_BUNDLE_LARGE_BPS, 'LAUNCH_BUNDLE_LARGE'],
    [LAUNCH_BUNDLE_HELD_BPS, 'LAUNCH_BUNDLE_HELD'],
  ]);
  if (code === null) return [];
  const evidence = {
    wallets: kept.size,
    tokens: tokens.toString(),
    circulating_bps: bps,
    supply_bps: bpsOf(tokens, supply),
    launch_account: launch.account,
    launch_transactions: launch.transactions,
    tipped_transactions: launch.tippedTransactions,
  };
  const message = `Of what circulates ${percentText(bps)} was kept, or moved without a sale, by ${counted(kept.size, 'wallet')} that bought in the slots of the launch.`;
  return [reason(code, evidence, message)];
}
