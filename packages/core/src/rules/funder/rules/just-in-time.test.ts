import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { FUNDED_AT, place, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { justInTime } from './just-in-time.ts';

const codesOf = (evidence: Parameters<typeof justInTime.judge>[0]) => {
  const finding = justInTime.judge(evidence);
  return finding.outcome === 'raised' ? finding.flags : finding.outcome;
};

const tradeAt = (time: number | null) =>
  walletEvidence({ firstTrade: known({ ...place('trade', 101, time), mint: 'coin' }) });

it('compares the time between the first money and the first trade with a minute', () => {
  expect(codesOf(tradeAt(FUNDED_AT))).toEqual(['JUST_IN_TIME']);
  expect(codesOf(tradeAt(FUNDED_AT + 60))).toEqual(['JUST_IN_TIME']);
  expect(codesOf(tradeAt(FUNDED_AT + 61))).toBe('clear');
});

it('says nothing without a trade, without times, for a trade before the money, and for what was not read', () => {
  expect(codesOf(walletEvidence())).toBe('not_applicable');
  expect(codesOf(tradeAt(null))).toBe('not_applicable');
  expect(codesOf(tradeAt(FUNDED_AT - 1))).toBe('not_applicable');
  expect(codesOf({ ...tradeAt(FUNDED_AT), source: known(source({ time: null })) })).toBe('not_applicable');
  expect(codesOf(walletEvidence({ firstTrade: missing('first_trade', 'unreadable') }))).toBe('unknown');
});
