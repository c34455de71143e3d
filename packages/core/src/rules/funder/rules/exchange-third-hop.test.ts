import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { FUNDED_AT, hop, label, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { exchangeThirdHop } from './exchange-third-hop.ts';

const codesOf = (evidence: Parameters<typeof exchangeThirdHop.judge>[0]) => {
  const finding = exchangeThirdHop.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const DAY = 86_400;
/** The wallet behind the source, ten days before the funding, and whoever paid that one ten days earlier. */
const near = (over: Parameters<typeof hop>[0] = {}) => hop({ funder: 'uncle', funderLabel: null, ...over });
const far = (over: Parameters<typeof hop>[0] = {}) => hop({ time: FUNDED_AT - 20 * DAY, ...over });
const behind = (second: ReturnType<typeof hop>, third: ReturnType<typeof hop>) =>
  codesOf(walletEvidence({ hop: known(second), hop3: known(third) }));

it('flags an exchange two wallets behind the source, where each covered what the next one got', () => {
  expect(behind(near(), far())).toEqual(['CEX_AT_HOP_3']);
  expect(behind(near({ lamports: 40_000_000n }), far({ lamports: 32_000_000n }))).toEqual(['CEX_AT_HOP_3']);
  expect(behind(near(), far({ time: FUNDED_AT - 40 * DAY }))).toEqual(['CEX_AT_HOP_3']);
  expect(behind(near(), far({ funderLabel: label({ grade: 'single' }) }))).toEqual(['CEX_AT_HOP_3']);
});

it('is silent where a payment was not covered, came too late, or was no exchange', () => {
  expect(behind(near({ lamports: 39_999_999n }), far())).toBe('clear');
  expect(behind(near(), far({ lamports: 47_999_999n }))).toBe('clear');
  expect(behind(near({ time: FUNDED_AT - 31 * DAY }), far({ time: FUNDED_AT - 32 * DAY }))).toBe('clear');
  expect(behind(near(), far({ time: FUNDED_AT - 41 * DAY }))).toBe('clear');
  expect(behind(near(), far({ time: null }))).toBe('clear');
  expect(behind(near(), far({ funderLabel: label({ grade: 'weak' }) }))).toBe('clear');
  expect(behind(near(), far({ funderLabel: label({ fundingClass: 'bridge' }) }))).toBe('clear');
});

it('has nothing to say of a trail that ended before, and does not know one that was not read', () => {
  expect(behind(near(), far({ funderLabel: null }))).toBe('not_applicable');
  expect(behind(hop(), far())).toBe('not_applicable');
  expect(codesOf(walletEvidence())).toBe('not_applicable');
  expect(codesOf(walletEvidence({ hop: known(near()), hop3: missing('hop_3', 'deadline') }))).toBe('unknown');
});
