import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { transferHook } from './transfer-hook.ts';

const hooked = (program: boolean, authority: boolean) =>
  evidenceWith({ type: 'transfer_hook', program: program ? key(40) : null, authority: authority ? key(41) : null });

it('names the program that decides about transfers, and who may set another', () => {
  expect(reasonOf(transferHook, hooked(true, true))).toMatchObject({
    code: 'TRANSFER_HOOK_ACTIVE',
    severity: 'high',
    evidence: { hook_program: key(40), hook_authority: key(41) },
  });
  expect(reasonOf(transferHook, hooked(true, false))?.evidence).toEqual({
    hook_program: key(40),
    hook_authority: null,
  });
});

it('tells a hook that could be set from one that is', () => {
  expect(reasonOf(transferHook, hooked(false, true))).toMatchObject({
    code: 'TRANSFER_HOOK_ARMED',
    severity: 'medium',
    evidence: { hook_authority: key(41) },
  });
});

it('has nothing to say where none is set and nobody can', () => {
  expect(foundBy(transferHook, hooked(false, false))).toBe('clear');
  expect(foundBy(transferHook, tokenEvidence())).toBe('clear');
});
