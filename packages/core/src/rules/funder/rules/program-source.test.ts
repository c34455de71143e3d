import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { exchangeEvidence, label, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { programSource } from './program-source.ts';

const codesOf = (evidence: Parameters<typeof programSource.judge>[0]) => {
  const finding = programSource.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const foreign = { exists: true, lamports: 1n, ownedBySystem: false, executable: false };

it('names what only a program can sign for, even under an exchange label', () => {
  expect(codesOf(walletEvidence({ source: known(source({ onCurve: false })) }))).toEqual(['PROGRAM_CREDIT']);
  expect(codesOf(walletEvidence({ source: known(source({ mechanism: 'program_credit' })) }))).toEqual([
    'PROGRAM_CREDIT',
  ]);
  expect(codesOf(walletEvidence({ sourceAccount: known(foreign) }))).toEqual(['PROGRAM_CREDIT']);
  expect(codesOf(exchangeEvidence({ sourceAccount: known(foreign) }))).toEqual(['PROGRAM_CREDIT']);
  expect(codesOf(walletEvidence({ sourceAccount: known(null) }))).toEqual(['PROGRAM_CREDIT']);
});

it('leaves keys and labelled services alone', () => {
  expect(codesOf(walletEvidence())).toBe('clear');
  const bridge = source({ onCurve: false, label: label({ fundingClass: 'bridge' }) });
  expect(codesOf(walletEvidence({ source: known(bridge) }))).toBe('not_applicable');
  expect(codesOf(walletEvidence({ sourceAccount: missing('source_account', 'deadline') }))).toBe('unknown');
});
