import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { label, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { siblings } from './siblings.ts';

const codesOf = (evidence: Parameters<typeof siblings.judge>[0]) => {
  const finding = siblings.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const found = (fresh: number) => ({ siblings: known({ seen: 30, fresh, transactionsRead: 21 }) });

it('flags five fresh accounts that were funded alike', () => {
  expect(codesOf(walletEvidence(found(5)))).toEqual(['SIBLINGS']);
  expect(codesOf(walletEvidence(found(4)))).toBe('clear');
});

it('leaves labelled sources and hubs out, which pay many', () => {
  const sourceActivity = known({ signatures: 1_000, spanSeconds: 60 });
  expect(codesOf(walletEvidence({ ...found(9), sourceActivity }))).toBe('not_applicable');
  expect(codesOf(walletEvidence({ ...found(9), source: known(source({ label: label() })) }))).toBe('not_applicable');
  expect(codesOf(walletEvidence())).toBe('not_applicable');
  expect(codesOf(walletEvidence({ siblings: missing('siblings', 'deadline') }))).toBe('unknown');
});
