import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { exchangeEvidence, label, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { labelledSource } from './labelled-source.ts';

const codesOf = (evidence: Parameters<typeof labelledSource.judge>[0]) => {
  const finding = labelledSource.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const from = (over: Parameters<typeof source>[0]) => walletEvidence({ source: known(source(over)) });

it.each([
  ['bridge', 'BRIDGE_FUNDED'],
  ['privacy', 'PRIVACY_PROTOCOL'],
  ['instant_exchange', 'INSTANT_EXCHANGE'],
  ['fiat_onramp', 'FIAT_ONRAMP'],
  ['exploiter', 'FLAGGED_SOURCE'],
  ['program', 'PROGRAM_CREDIT'],
  ['fee_account', 'SERVICE_FUNDED'],
  ['service', 'SERVICE_FUNDED'],
] as const)('names a %s', (fundingClass, code) => {
  expect(codesOf(from({ label: label({ fundingClass, grade: 'weak' }) }))).toEqual([code]);
});

it('lets a program that hides payers speak for a source without a label', () => {
  const programLabel = label({ fundingClass: 'bridge' });
  expect(codesOf(from({ program: 'bridge', programLabel }))).toEqual(['BRIDGE_FUNDED']);
  expect(codesOf(from({ program: 'dex', programLabel: label({ fundingClass: 'program' }) }))).toBe('clear');
});

it('leaves exchanges and wallets alone, but not an exchange that only paid fees', () => {
  expect(codesOf(exchangeEvidence())).toBe('clear');
  expect(codesOf(walletEvidence())).toBe('clear');
  expect(codesOf(from({ basis: 'sponsor', label: label() }))).toEqual(['SERVICE_FUNDED']);
  expect(codesOf(walletEvidence({ source: missing('source', 'deadline') }))).toBe('unknown');
});
