import type { FunderCluster, InsiderFacts } from '../../src/checks/token/evidence.ts';
import { key, NOW, SUPPLY } from './token-evidence.ts';

/** The funder `key(70)` of three wallets with one percent of the supply each, alike. */
export const cluster = (changes: Partial<FunderCluster> = {}): FunderCluster => ({
  funder: key(70),
  wallets: [71, 72, 73].map((n) => ({ wallet: key(n), tokens: SUPPLY / 100n, lamports: 500_000_000n, time: NOW })),
  alike: true,
  ...changes,
});

/** What the holders of a young token show: somebody asked, and nothing was found. */
export const insiders = (changes: Partial<InsiderFacts> = {}): InsiderFacts => ({
  launchBuyers: [],
  launchTransactions: 5,
  tippedTransactions: 0,
  walletsAsked: 10,
  walletsTraced: 10,
  clusters: [],
  creatorFunder: null,
  sharesCreatorFunder: [],
  creatorOtherMints: [],
  ...changes,
});
