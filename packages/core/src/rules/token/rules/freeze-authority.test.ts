import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  evidenceOf,
  foundBy,
  key,
  mint,
  programPower,
  reasonOf,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { freezeAuthority } from './freeze-authority.ts';

it('names who may freeze holders', () => {
  expect(reasonOf(freezeAuthority, evidenceOf({ freezeAuthority: key(8) }))).toMatchObject({
    code: 'FREEZE_AUTHORITY_LIVE',
    severity: 'high',
    evidence: { freeze_authority: key(8) },
  });
});

it('takes a program with fixed rules for nobody, unless a key can change it', () => {
  const held = (by: ReturnType<typeof programPower>) =>
    foundBy(freezeAuthority, tokenEvidence({ mint: known(mint({ freezeAuthority: key(8) })), programs: known([by]) }));
  const power = programPower({ role: 'freeze', authority: key(8) });
  expect(held(power)).toBe('clear');
  expect(held({ ...power, upgrade: { by: 'key', authority: key(7) } })).toEqual(['FREEZE_AUTHORITY_LIVE']);
  expect(held({ ...power, role: 'mint' })).toEqual(['FREEZE_AUTHORITY_LIVE']);
});

it('has nothing to say where nobody may', () => {
  expect(foundBy(freezeAuthority, tokenEvidence())).toBe('clear');
});

it('leaves it to the gap where the proof could not be read, unless the authority has a key', () => {
  const unread = (n: number) =>
    tokenEvidence({ mint: known(mint({ freezeAuthority: key(n) })), programs: missing('programs', 'plan_refuses') });
  expect(foundBy(freezeAuthority, unread(8))).toBe('clear');
  expect(foundBy(freezeAuthority, unread(9))).toEqual(['FREEZE_AUTHORITY_LIVE']);
});
