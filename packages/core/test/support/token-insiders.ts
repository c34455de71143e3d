import type { DeveloperFacts, HolderCluster, InsiderFacts, LaunchBuyer, LaunchFacts } from '#rules/token/evidence.ts';
import { key, SUPPLY } from './token-evidence.ts';

/** Three wallets with one percent of the supply each, whose first money came from `key(70)`. */
export const cluster = (changes: Partial<HolderCluster> = {}): HolderCluster => ({
  by: ['funder'],
  source: key(70),
  wallets: [71, 72, 73].map((n) => ({ wallet: key(n), tokens: SUPPLY / 100n })),
  tokens: (SUPPLY * 3n) / 100n,
  ...changes,
});

/** What the holders of a young token show: somebody asked, and nothing was found. */
export const insiders = (changes: Partial<InsiderFacts> = {}): InsiderFacts => ({
  walletsAsked: 10,
  walletsTraced: 10,
  untraced: [],
  clusters: [],
  funderClusters: [],
  creatorFunder: null,
  sharesCreatorFunder: [],
  creatorOtherMints: [],
  ...changes,
});

/** Somebody who bought in the slots after the opening and kept all. */
export const launchBuyer = (n: number, tokens: bigint, changes: Partial<LaunchBuyer> = {}): LaunchBuyer => ({
  owner: key(n),
  role: 'sniper',
  tokens,
  tokensNow: tokens,
  tokensKept: tokens,
  ...changes,
});

/** A launch in which nobody bought. */
export const launch = (changes: Partial<LaunchFacts> = {}): LaunchFacts => ({
  account: key(69),
  buyers: [],
  transactions: 5,
  tippedTransactions: 0,
  ...changes,
});

/** A developer without an earlier token. */
export const developer = (changes: Partial<DeveloperFacts> = {}): DeveloperFacts => ({
  wallet: key(60),
  launches: 0,
  isLowerBound: false,
  isHistoryWhole: true,
  looked: 0,
  trading: 0,
  dumped: 0,
  since: null,
  funder: null,
  ...changes,
});
