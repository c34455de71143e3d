import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { FUNDED_AT, hop, label, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { exchangeHop } from './exchange-hop.ts';

const codesOf = (evidence: Parameters<typeof exchangeHop.judge>[0]) => {
  const finding = exchangeHop.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const behind = (over: Parameters<typeof hop>[0]) => codesOf(walletEvidence({ hop: known(hop(over)) }));

it('flags an exchange that covered the funding within 30 days', () => {
  expect(behind({})).toEqual(['CEX_AT_HOP_2']);
  expect(behind({ lamports: 40_000_000n })).toEqual(['CEX_AT_HOP_2']);
});

it('is silent about less, older, weaker and other funders', () => {
  expect(behind({ lamports: 39_999_999n })).toBe('clear');
  expect(behind({ time: FUNDED_AT - 31 * 86_400 })).toBe('clear');
  expect(behind({ funderLabel: label({ grade: 'weak' }) })).toBe('clear');
  expect(behind({ funderLabel: label({ fundingClass: 'bridge' }) })).toBe('clear');
  expect(behind({ funderLabel: null })).toBe('not_applicable');
  expect(codesOf(walletEvidence({ hop: missing('hop', 'deadline') }))).toBe('unknown');
});
