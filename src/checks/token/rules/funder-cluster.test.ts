import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  foundBy,
  holder,
  holdersOf,
  key,
  noMint,
  reasonOf,
  SUPPLY,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { cluster, insiders } from '../../../../test/support/token-insiders.ts';
import type { FunderCluster } from '../evidence.ts';
import { funderCluster } from './funder-cluster.ts';

const bps = (part: bigint) => (SUPPLY * part) / 10_000n;
const wallets = (...parts: readonly bigint[]) =>
  parts.map((part, n) => ({ wallet: key(71 + n), tokens: bps(part), lamports: 5n, time: null }));
const among = (...clusters: readonly FunderCluster[]) => tokenEvidence({ insiders: known(insiders({ clusters })) });
const of = (...parts: readonly bigint[]) => foundBy(funderCluster, among(cluster({ wallets: wallets(...parts) })));

it('raises a cluster from ten and from twenty percent on', () => {
  expect([of(333n, 333n, 333n), of(333n, 333n, 334n), of(666n, 666n, 667n), of(666n, 666n, 668n)]).toEqual([
    'clear',
    ['COMMON_FUNDER_CLUSTER'],
    ['COMMON_FUNDER_CLUSTER'],
    ['COMMON_FUNDER_CLUSTER_LARGE'],
  ]);
});

it('wants three wallets that were funded alike, the creator among them', () => {
  expect(of(3_000n, 3_000n)).toBe('clear');
  expect(of(3_000n, 3_000n, 0n)).toEqual(['COMMON_FUNDER_CLUSTER_LARGE']);
  const unlike = cluster({ wallets: wallets(1_000n, 1_000n, 1_000n), alike: false });
  expect(foundBy(funderCluster, among(unlike))).toBe('clear');
  const [first] = wallets(3_000n);
  expect(foundBy(funderCluster, among(cluster({ wallets: [first!, first!, first!] })))).toBe('clear');
});

it('names the cluster that holds most', () => {
  const larger = cluster({ funder: key(80), wallets: wallets(400n, 400n, 400n, 400n) });
  expect(reasonOf(funderCluster, among(cluster(), larger, cluster()))).toMatchObject({
    message: 'One wallet funded 4 wallets that together hold 16 % of what circulates.',
    evidence: {
      funder: key(80),
      wallets: 4,
      tokens: bps(1_600n).toString(),
      circulating_bps: 1_600,
      supply_bps: 1_600,
    },
  });
});

it('needs insiders, holders, and shares that say something', () => {
  const all = among(cluster({ wallets: wallets(3_000n, 3_000n, 3_000n) }));
  const curve = known(holdersOf(holder(0, { role: 'curve', tokens: bps(9_900n) })));
  expect(foundBy(funderCluster, { ...all, holders: curve })).toBe('not_applicable');
  expect(foundBy(funderCluster, { ...all, holders: known(null) })).toBe('not_applicable');
  expect(foundBy(funderCluster, { ...all, mint: noMint.mint })).toBe('not_applicable');
  expect(foundBy(funderCluster, tokenEvidence())).toBe('not_applicable');
  expect(foundBy(funderCluster, among())).toBe('clear');
  expect(foundBy(funderCluster, tokenEvidence({ insiders: missing('insiders', 'deadline') }))).toBe('unknown');
});
