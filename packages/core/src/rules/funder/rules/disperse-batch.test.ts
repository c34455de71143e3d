import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { credit, exchangeEvidence, funding, walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { disperseBatch } from './disperse-batch.ts';

const codesOf = (evidence: Parameters<typeof disperseBatch.judge>[0]) => {
  const finding = disperseBatch.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

const batch = (freshRecipients: number) => ({ funding: known(funding({ credits: [credit({ freshRecipients })] })) });

it('flags three fresh accounts at once', () => {
  expect(codesOf(walletEvidence(batch(3)))).toEqual(['DISPERSE_BATCH']);
  expect(codesOf(walletEvidence(batch(2)))).toBe('clear');
  const credits = [credit({ lamports: 600_000n }), credit({ freshRecipients: 3 })];
  expect(codesOf(walletEvidence({ funding: known(funding({ credits })) }))).toEqual(['DISPERSE_BATCH']);
});

it('leaves exchanges and hubs out, which pay in batches', () => {
  const sourceActivity = known({ signatures: 1_000, spanSeconds: 60 });
  expect(codesOf(exchangeEvidence(batch(3)))).toBe('not_applicable');
  expect(codesOf(walletEvidence({ ...batch(3), sourceActivity }))).toBe('not_applicable');
  expect(codesOf(walletEvidence({ source: missing('source', 'deadline') }))).toBe('unknown');
});
