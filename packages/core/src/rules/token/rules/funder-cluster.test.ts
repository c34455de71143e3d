import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holder,
  holdersOf,
  key,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { cluster, insiders } from '../../../../test/support/token-insiders.ts';
import type { ClusterLink, HolderCluster } from '../evidence.ts';
import { funderCluster } from './funder-cluster.ts';

const bps = (part: bigint) => (SUPPLY * part) / 10_000n;
const evidenceWith = (...clusters: readonly HolderCluster[]) =>
  tokenEvidence({ insiders: known(insiders({ clusters })) });
const of = (part: bigint, ...by: readonly ClusterLink[]) =>
  foundBy(funderCluster, evidenceWith(cluster({ by, tokens: bps(part) })));

it('raises a cluster from ten and from twenty percent on, whatever else joins it', () => {
  expect([999n, 1_000n, 1_999n, 2_000n].map((part) => of(part, 'funder', 'sink'))).toEqual([
    'clear',
    ['COMMON_FUNDER_CLUSTER'],
    ['COMMON_FUNDER_CLUSTER'],
    ['COMMON_FUNDER_CLUSTER_LARGE'],
  ]);
  expect([of(2_000n, 'funders_funder'), of(2_000n, 'token_source'), of(2_000n)]).toEqual([
    ['COMMON_FUNDER_CLUSTER_LARGE'],
    'clear',
    'clear',
  ]);
});

it('wants two wallets', () => {
  const found = (count: number) =>
    foundBy(funderCluster, evidenceWith(cluster({ wallets: cluster().wallets.slice(0, count), tokens: bps(2_500n) })));
  expect([found(1), found(2)]).toEqual(['clear', ['COMMON_FUNDER_CLUSTER_LARGE']]);
});

it('names the largest cluster', () => {
  const larger = cluster({ source: key(80), tokens: bps(1_600n) });
  expect(reasonOf(funderCluster, evidenceWith(cluster({ tokens: bps(1_100n) }), larger))).toMatchObject({
    message: '3 wallets with 16 % of what circulates got their first money from one wallet.',
    evidence: {
      source: key(80),
      links: 'funder',
      wallets: 3,
      tokens: bps(1_600n).toString(),
      circulating_bps: 1_600,
      supply_bps: 1_600,
    },
  });
});

it('needs insiders, holders, and shares that say something', () => {
  const all = evidenceWith(cluster({ tokens: bps(9_000n) }));
  const curve = known(holdersOf(holder(0, { role: 'curve', tokens: bps(9_900n) })));
  expect(foundBy(funderCluster, { ...all, holders: curve })).toBe('clear');
  expect(foundBy(funderCluster, evidenceWith())).toBe('clear');
  expect(foundBy(funderCluster, tokenEvidence({ insiders: missing('insiders', 'deadline') }))).toBe('unknown');
});
