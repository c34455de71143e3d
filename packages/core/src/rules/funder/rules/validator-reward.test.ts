import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { walletEvidence } from '../../../../test/support/funder-evidence.ts';
import { validatorReward } from './validator-reward.ts';

const codesOf = (evidence: Parameters<typeof validatorReward.judge>[0]) => {
  const finding = validatorReward.judge(evidence);
  return finding.outcome === 'raised'
    ? [...finding.reasons.map(({ code }) => code), ...finding.flags]
    : finding.outcome;
};

it('is raised by lamports without a transaction', () => {
  expect(codesOf(walletEvidence({ continuity: known({ transactions: 2, rewardLamports: 9n }) }))).toEqual([
    'VALIDATOR_REWARD',
  ]);
  expect(codesOf(walletEvidence())).toBe('clear');
  expect(codesOf(walletEvidence({ continuity: missing('continuity', 'history_missing') }))).toBe('unknown');
});
