import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { funding, place, source, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { tokenSource } from './token-source.ts';

const codesOf = (evidence: Parameters<typeof tokenSource.judge>[0]) => {
  const finding = tokenSource.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const tokens = { source: known(source({ basis: 'tokens', mechanism: 'token_transfer' })) };
const sponsor = { ...place('first'), payer: 'sponsor' };

it('tells tokens alone from a sponsored start', () => {
  expect(codesOf(walletEvidence({ ...tokens, funding: known(funding({ credits: [] })) }))).toEqual(['TOKEN_ONLY']);
  expect(codesOf(walletEvidence({ ...tokens, funding: known(funding({ credits: [], sponsor })) }))).toEqual([
    'SPONSORED',
  ]);
});

it('is not asked about lamports and not answered without the hub test', () => {
  expect(codesOf(walletEvidence())).toBe('not_applicable');
  expect(codesOf(walletEvidence({ ...tokens, sourceActivity: missing('source_activity', 'deadline') }))).toBe(
    'unknown',
  );
  expect(codesOf(walletEvidence({ ...tokens, sourceActivity: known(null) }))).toBe('clear');
});
