import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { label, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { subjectService } from './subject-service.ts';

const codesOf = (evidence: Parameters<typeof subjectService.judge>[0]) => {
  const finding = subjectService.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const labelled = (over: Parameters<typeof label>[0]) =>
  walletEvidence({ identity: known({ onCurve: true, label: label(over) }) });

it('names labelled services', () => {
  expect(codesOf(labelled({}))).toEqual(['SUBJECT_IS_SERVICE']);
  expect(codesOf(labelled({ fundingClass: 'fee_account', grade: 'single' }))).toEqual(['SUBJECT_IS_SERVICE']);
});

it('judges what is unlabelled, weakly labelled or an exploiter', () => {
  expect(codesOf(walletEvidence())).toBe('clear');
  expect(codesOf(labelled({ grade: 'weak' }))).toBe('clear');
  expect(codesOf(labelled({ fundingClass: 'exploiter' }))).toBe('clear');
  expect(codesOf(walletEvidence({ identity: missing('identity', 'deadline') }))).toBe('unknown');
});
