import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { transferFeeMutable } from './transfer-fee-mutable.ts';

const term = { epoch: 0n, maximum: 0n, basisPoints: 0n };

const feeing = (authority: boolean) =>
  evidenceWith({
    type: 'transfer_fee',
    fee: { older: term, newer: term, mutable: authority },
    authority: authority ? key(5) : null,
    withdrawAuthority: key(4),
  });

it('names who may change the fee, even where there is none yet', () => {
  expect(reasonOf(transferFeeMutable, feeing(true))).toMatchObject({
    code: 'TRANSFER_FEE_MUTABLE',
    severity: 'medium',
    evidence: { fee_authority: key(5) },
  });
});

it('has nothing to say where nobody may', () => {
  expect(foundBy(transferFeeMutable, feeing(false))).toBe('clear');
  expect(foundBy(transferFeeMutable, tokenEvidence())).toBe('clear');
});
