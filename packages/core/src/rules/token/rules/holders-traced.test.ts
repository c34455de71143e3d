import { expect, it } from 'vitest';
import { type GapCause, known, missing } from '#lib/reading.ts';
import { foundBy, key, reasonOf, SUPPLY, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { cluster, insiders } from '../../../../test/support/token-insiders.ts';
import type { InsiderFacts } from '../evidence.ts';
import { holdersTraced } from './holders-traced.ts';

const bps = (part: bigint) => (SUPPLY * part) / 10_000n;
const untraced = (n: number, part: bigint, why: GapCause = 'limit_reached') => ({
  wallet: key(n),
  tokens: bps(part),
  why,
});
const of = (changes: Partial<InsiderFacts>) => tokenEvidence({ insiders: known(insiders(changes)) });
const found = (changes: Partial<InsiderFacts>) => foundBy(holdersTraced, of(changes));

it('weighs untraced holders as one holder, from ten and from twenty percent on', () => {
  expect([999n, 1_000n, 1_999n, 2_000n].map((part) => found({ untraced: [untraced(90, part)] }))).toEqual([
    'clear',
    ['CLUSTER_NOT_EXCLUDED'],
    ['CLUSTER_NOT_EXCLUDED'],
    ['HOLDER_HISTORY_LONG'],
  ]);
  expect(found({ untraced: [untraced(90, 1_500n), untraced(91, 500n, 'plan_refuses')] })).toEqual([
    'HOLDER_HISTORY_UNREAD',
  ]);
});

it('adds them to the largest cluster, each wallet once', () => {
  const clusters = [cluster({ tokens: bps(1_200n) }), cluster({ wallets: [], tokens: bps(800n) })];
  expect(found({ clusters, untraced: [untraced(90, 800n)] })).toEqual(['HOLDER_HISTORY_LONG']);
  expect(reasonOf(holdersTraced, of({ clusters, untraced: [untraced(90, 800n)] }))?.message).toBe(
    '1 holder could not be traced and could, with the largest cluster, have 20 % of what circulates.',
  );
});

it('adds nothing to a proven cluster of that size', () => {
  const [own, others] = [cluster({ tokens: bps(1_200n) }), cluster({ by: ['sink'], tokens: bps(1_200n) })];
  expect(found({ clusters: [own], untraced: [untraced(71, 900n)] })).toBe('clear');
  expect(found({ clusters: [own], untraced: [untraced(90, 799n)] })).toBe('clear');
  expect(found({ clusters: [own], untraced: [untraced(90, 800n)] })).toEqual(['HOLDER_HISTORY_LONG']);
  // Two who pay to one wallet are no proven cluster.
  const pair = { ...others, wallets: others.wallets.slice(0, 2) };
  expect(found({ clusters: [pair], untraced: [untraced(71, 900n)] })).toEqual(['CLUSTER_NOT_EXCLUDED']);
});

it('says that endpoints gave no histories, and holds that against no token', () => {
  const unread = (part: bigint) => untraced(91, part, 'plan_refuses');
  expect([999n, 1_000n, 5_000n].map((part) => found({ untraced: [unread(part)] }))).toEqual([
    'clear',
    ['HOLDER_HISTORY_UNREAD'],
    ['HOLDER_HISTORY_UNREAD'],
  ]);
  expect(found({ untraced: [untraced(90, 999n), unread(900n)] })).toEqual(['HOLDER_HISTORY_UNREAD']);
  expect(found({ untraced: [untraced(90, 1_000n), unread(900n)] })).toEqual(['CLUSTER_NOT_EXCLUDED']);
  // Two who pay to one wallet are no proven cluster, whatever they have.
  const pair = { ...cluster({ by: ['sink'], tokens: bps(1_200n) }), wallets: cluster({}).wallets.slice(0, 2) };
  expect(found({ clusters: [pair], untraced: [unread(100n)] })).toEqual(['HOLDER_HISTORY_UNREAD']);
});

it('needs insiders', () => {
  expect(found({})).toBe('clear');
  expect(foundBy(holdersTraced, tokenEvidence({ insiders: missing('insiders', 'deadline') }))).toBe('unknown');
});
