import { expect, it } from 'vitest';
import type { FeeTerm } from '#solana/token/decoded-mint.ts';
import { EPOCH, evidenceWith, foundBy, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { transferFee } from './transfer-fee.ts';

const term = (epoch: bigint, basisPoints: bigint, maximum = 1_000n): FeeTerm => ({ epoch, maximum, basisPoints });

const feeing = (older: FeeTerm, newer: FeeTerm) =>
  evidenceWith({
    type: 'transfer_fee',
    fee: { older, newer, mutable: false },
    authority: null,
    withdrawAuthority: null,
  });

const now = (bps: bigint, maximum?: bigint) => feeing(term(0n, 0n), term(EPOCH, bps, maximum));

it.each([
  [1n, 'TRANSFER_FEE_PRESENT'],
  [499n, 'TRANSFER_FEE_PRESENT'],
  [500n, 'TRANSFER_FEE_HIGH'],
  [2_999n, 'TRANSFER_FEE_HIGH'],
  [3_000n, 'TRANSFER_FEE_EXTREME'],
  [10_000n, 'TRANSFER_FEE_EXTREME'],
])('calls %s basis points %s', (bps, code) => {
  expect(foundBy(transferFee, now(bps))).toEqual([code]);
});

it('says what is kept', () => {
  expect(reasonOf(transferFee, now(269n))).toEqual({
    code: 'TRANSFER_FEE_PRESENT',
    severity: 'medium',
    message: 'The mint keeps 2.69 % of each transfer now, up to its maximum.',
    evidence: { active_bps: 269, active_maximum: '1000' },
  });
});

it('counts a fee that is set to begin, and flags that it is higher', () => {
  const coming = feeing(term(0n, 100n), term(EPOCH + 1n, 9_000n, 5n));
  expect(foundBy(transferFee, coming)).toEqual(['TRANSFER_FEE_EXTREME', 'TRANSFER_FEE_SCHEDULED_INCREASE']);
  expect(reasonOf(transferFee, coming)).toMatchObject({
    message: `The mint keeps 90 % of each transfer from epoch ${EPOCH + 1n} on, up to its maximum.`,
    evidence: { active_bps: 100, scheduled_bps: 9_000, scheduled_maximum: '5', scheduled_epoch: `${EPOCH + 1n}` },
  });
});

it('still counts the fee of now where a lower one is set to begin', () => {
  expect(foundBy(transferFee, feeing(term(0n, 600n), term(EPOCH + 2n, 0n)))).toEqual(['TRANSFER_FEE_HIGH']);
});

it('forgets the fee that was', () => {
  expect(foundBy(transferFee, feeing(term(0n, 9_000n), term(EPOCH, 0n)))).toBe('clear');
});

it('has nothing to say of a fee that takes nothing, and of none', () => {
  expect(foundBy(transferFee, now(0n))).toBe('clear');
  expect(foundBy(transferFee, now(9_000n, 0n))).toBe('clear');
  expect(foundBy(transferFee, tokenEvidence())).toBe('clear');
});
