import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { exchangeEvidence, label, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { exchangeSource } from './exchange-source.ts';

const codesOf = (evidence: Parameters<typeof exchangeSource.judge>[0]) => {
  const finding = exchangeSource.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const from = (over: Parameters<typeof label>[0], more: Parameters<typeof source>[0] = {}) =>
  exchangeEvidence({ source: known(source({ label: label(over), ...more })) });

it('names the exchange by what it sent', () => {
  expect(codesOf(exchangeEvidence())).toEqual(['DIRECT_CEX_TRANSFER']);
  expect(codesOf(from({}, { basis: 'tokens' }))).toEqual(['CEX_TOKEN_FUNDED']);
});

it('flags a label of a single source and refuses a weak one', () => {
  expect(codesOf(from({ grade: 'single' }))).toEqual(['DIRECT_CEX_TRANSFER', 'LABEL_SINGLE_SOURCE']);
  expect(codesOf(from({ grade: 'weak' }))).toEqual(['LABEL_WEAK']);
});

it('wants an account that the exchange itself can sign for', () => {
  const foreign = { exists: true, lamports: 1n, ownedBySystem: false, executable: false };
  expect(codesOf(from({}, { onCurve: false }))).toBe('clear');
  expect(codesOf(exchangeEvidence({ sourceAccount: known(foreign) }))).toBe('clear');
  expect(codesOf(exchangeEvidence({ sourceAccount: missing('source_account', 'deadline') }))).toBe('unknown');
});

it('takes an instant exchange, a wallet or a payer of fees for none', () => {
  expect(codesOf(from({ fundingClass: 'instant_exchange' }))).toBe('not_applicable');
  expect(codesOf(walletEvidence())).toBe('not_applicable');
  expect(codesOf(from({}, { basis: 'sponsor' }))).toBe('not_applicable');
});
