import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { funding, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { neverSpent } from './never-spent.ts';

const codesOf = (evidence: Parameters<typeof neverSpent.judge>[0]) => {
  const finding = neverSpent.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

it('flags an address that never paid a fee', () => {
  expect(codesOf(walletEvidence({ funding: known(funding({ spent: false })) }))).toEqual(['NEVER_SPENT']);
  expect(codesOf(walletEvidence())).toBe('clear');
  expect(codesOf(walletEvidence({ funding: missing('funding', 'deadline') }))).toBe('unknown');
});
