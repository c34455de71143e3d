import type { FundedWallets } from '#rules/wallet/evidence.ts';
import type { Effect } from '../effects/effect-type.ts';

/** Wallets that are named: those that got most. */
const LARGEST_MAX = 10;

/** Sums what the effects, oldest first, gave to wallets that had nothing before, each wallet once. */
export function fundedBy(effects: readonly Effect[]): FundedWallets {
  const wallets = new Map<string, FundedWallets['largest'][number]>();
  let given = 0n;
  for (const { funded, time } of effects) {
    for (const { account, lamports } of funded) {
      const before = wallets.get(account);
      wallets.set(account, {
        address: account,
        lamports: (before?.lamports ?? 0n) + lamports,
        firstAt: before ? before.firstAt : time,
      });
      given += lamports;
    }
  }
  return { wallets: wallets.size, lamports: given, largest: largestOf([...wallets.values()]) };
}

function largestOf(wallets: FundedWallets['largest'][number][]): FundedWallets['largest'] {
  return wallets
    .sort((a, b) => (a.lamports === b.lamports ? (a.address < b.address ? -1 : 1) : a.lamports > b.lamports ? -1 : 1))
    .slice(0, LARGEST_MAX);
}
