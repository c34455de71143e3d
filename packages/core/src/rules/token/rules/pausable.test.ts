import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { pausable } from './pausable.ts';

const pausing = (paused: boolean, authority = true) =>
  evidenceWith({ type: 'pausable', paused, authority: authority ? key(7) : null });

it('raises a pause, and worse words where it never ends', () => {
  const paused = reasonOf(pausable, pausing(true));
  expect(paused).toMatchObject({
    code: 'TRANSFERS_PAUSED',
    severity: 'critical',
    message: 'All transfers are paused now.',
    evidence: { pause_authority: key(7) },
  });
  expect(reasonOf(pausable, pausing(true, false))).toMatchObject({
    code: 'TRANSFERS_PAUSED',
    message: 'All transfers are paused for ever: nobody is left who could resume.',
    evidence: { pause_authority: null },
  });
});

it('names who can pause', () => {
  expect(reasonOf(pausable, pausing(false))).toMatchObject({ code: 'PAUSABLE_LIVE', severity: 'high' });
});

it('has nothing to say where nobody can', () => {
  expect(foundBy(pausable, pausing(false, false))).toBe('clear');
  expect(foundBy(pausable, tokenEvidence())).toBe('clear');
});
