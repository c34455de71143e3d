import { expect, it } from 'vitest';
import { evidenceWith, foundBy, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { confidentialTransfer } from './confidential-transfer.ts';

it('flags balances that may be hidden, whoever approves them', () => {
  const hidden = evidenceWith({ type: 'confidential_transfer', authority: null, autoApprove: false });
  expect(foundBy(confidentialTransfer, hidden)).toEqual(['CONFIDENTIAL_TRANSFER']);
});

it('has nothing to say of others', () => {
  expect(foundBy(confidentialTransfer, tokenEvidence())).toBe('clear');
});
