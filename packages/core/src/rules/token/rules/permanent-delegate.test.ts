import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { permanentDelegate } from './permanent-delegate.ts';

it('names who may take what others hold', () => {
  expect(reasonOf(permanentDelegate, evidenceWith({ type: 'permanent_delegate', delegate: key(6) }))).toMatchObject({
    code: 'PERMANENT_DELEGATE_LIVE',
    severity: 'critical',
    evidence: { permanent_delegate: key(6) },
  });
});

it('has nothing to say where nobody may', () => {
  expect(foundBy(permanentDelegate, evidenceWith({ type: 'permanent_delegate', delegate: null }))).toBe('clear');
  expect(foundBy(permanentDelegate, tokenEvidence())).toBe('clear');
});
