import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { exchangeEvidence, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { walletSource } from './wallet-source.ts';

const codesOf = (evidence: Parameters<typeof walletSource.judge>[0]) => {
  const finding = walletSource.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

it('names an ordinary wallet by how it paid', () => {
  expect(codesOf(walletEvidence())).toEqual(['DIRECT_WALLET_TRANSFER']);
  expect(codesOf(walletEvidence({ source: known(source({ mechanism: 'swap' })) }))).toEqual(['SWAP_PAID_BY_OTHER']);
});

it('leaves labelled sources, programs and tokens to other rules', () => {
  expect(codesOf(exchangeEvidence())).toBe('not_applicable');
  expect(codesOf(walletEvidence({ source: known(source({ basis: 'tokens' })) }))).toBe('not_applicable');
  expect(codesOf(walletEvidence({ source: known(source({ onCurve: false })) }))).toBe('clear');
});

it('needs the account and the hub test', () => {
  expect(codesOf(walletEvidence({ sourceActivity: known(null) }))).toBe('clear');
  expect(codesOf(walletEvidence({ sourceActivity: missing('source_activity', 'deadline') }))).toBe('unknown');
  expect(codesOf(walletEvidence({ sourceAccount: missing('source_account', 'deadline') }))).toBe('unknown');
});
