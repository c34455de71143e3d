import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, history, judged, jump, mintOf } from '../../../../test/support/wallet-evidence.ts';
import { smallGaps } from './small-gaps.ts';

it.each([
  ['a small jump', { breaks: [jump({ lamports: 1n })] }],
  ['a jump of a mint that was never traded', { breaks: [jump({ mint: mintOf(99), lamports: 0n, units: 1n })] }],
  ['a present balance that is a little off', { mismatches: [jump({ lamports: 1n })] }],
  ['token accounts that were not looked at', { unprovenAccounts: 1 }],
])('finds %s', (_, changes) => {
  expect(foundBy(smallGaps, judged({ history: known(history(changes)) }))).toEqual(['SMALL_GAPS']);
});

it('passes over a transaction without a body where all balances follow on, and says so', () => {
  const unusable = [{ signature: 'lost', cause: 'history_missing' as const }];
  expect(foundBy(smallGaps, judged({ history: known(history({ unusable })) }))).toEqual(['UNREAD_TRANSACTIONS']);
  const both = history({ unusable, breaks: [jump({ lamports: 1n })] });
  expect(foundBy(smallGaps, judged({ history: known(both) }))).toEqual(['SMALL_GAPS']);
});

it('finds nothing in a whole history', () => expect(foundBy(smallGaps, judged())).toBe('clear'));
