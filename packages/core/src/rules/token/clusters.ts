import { counted, percentText } from '../words.ts';
import type { ClusterLink, HolderCluster, HolderFacts, InsiderFacts } from './evidence.ts';
import { bpsOf, sharesOf } from './shares.ts';

/** Bounds for holders who may be one, as shares of the circulating supply in basis points: Solana Tracker's 10 and 20 percent. */
export const CLUSTER_BPS = 1_000;
export const CLUSTER_LARGE_BPS = 2_000;

const HOW: Readonly<Record<ClusterLink, string>> = {
  funder: 'got their first money from one wallet',
  funders_funder: 'got their first money from one wallet through others',
  token_source: 'got their tokens from one wallet',
  funded_together: 'got like first amounts in the same minute',
  sink: 'paid to one wallet lately',
};

/** Wallets that make a cluster by their strongest link. Two do the weaker things by chance. Own choice. */
const WALLETS_MIN: Readonly<Record<ClusterLink, number>> = {
  funder: 2,
  funders_funder: 2,
  token_source: 2,
  funded_together: 3,
  sink: 3,
};

export const clusterLinks = Object.keys(WALLETS_MIN) as readonly ClusterLink[];

/** A cluster with its share of the circulating supply, and its facts in a reason. */
interface ClusterFacts {
  readonly bps: number;
  readonly evidence: Readonly<Record<string, string | number | null>>;
  readonly message: string;
}

/** The largest cluster whose strongest link is one of these; null without one, or where shares say nothing. */
export function largestCluster(
  { clusters }: InsiderFacts,
  holders: HolderFacts,
  whole: bigint,
  kinds: readonly ClusterLink[],
): ClusterFacts | null {
  const { assessable, circulating, supply } = sharesOf(holders, whole);
  const own = clusters.filter(({ by, wallets }) => {
    const [strongest] = by;
    return strongest !== undefined && kinds.includes(strongest) && wallets.length >= WALLETS_MIN[strongest];
  });
  const [first] = own;
  if (!assessable || !first) return null;
  const largest = own.reduce((most, one) => (one.tokens > most.tokens ? one : most), first);
  return factsOf(largest, circulating, supply);
}

function factsOf({ by, source, wallets, tokens }: HolderCluster, circulating: bigint, supply: bigint): ClusterFacts {
  const bps = bpsOf(tokens, circulating);
  const [strongest = 'funder'] = by;
  return {
    bps,
    evidence: {
      source,
      links: by.join(','),
      wallets: wallets.length,
      tokens: tokens.toString(),
      circulating_bps: bps,
      supply_bps: bpsOf(tokens, supply),
    },
    message: `${counted(wallets.length, 'wallet')} with ${percentText(bps)} of what circulates ${HOW[strongest]}.`,
  };
}
