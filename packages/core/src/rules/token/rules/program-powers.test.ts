import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import type { ProgramPower } from '#solana/token/powers/program-power.ts';
import { foundBy, key, mint, programPower, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { programPowers } from './program-powers.ts';

const DAY = 86_400;
const evidence = (...powers: readonly ProgramPower[]) =>
  tokenEvidence({ mint: known(mint({ mintAuthority: key(50), freezeAuthority: key(54) })), programs: known(powers) });
const found = (...powers: readonly ProgramPower[]) => foundBy(programPowers, evidence(...powers));
const bridge = programPower({ kind: 'wrapper', backing: { asset: '2:00', reviewed: 'Wrapped Ether' } });
const governed = (delaySeconds: number, keyRules = false) =>
  programPower({
    kind: 'governance',
    how: 'governance',
    governance: { realm: key(63), delaySeconds, keyRules, isUnderWay: false },
  });

it('says that a program has a power, and whether it can be changed', () => {
  expect(found(programPower())).toEqual(['POWER_HELD_BY_PROGRAM']);
  const changeable = programPower({ upgrade: { by: 'program', authority: key(8) } });
  expect(found(changeable)).toEqual(['POWER_HELD_BY_PROGRAM', 'PROGRAM_UPGRADEABLE']);
  expect(found(programPower(), { ...changeable, role: 'freeze', authority: key(54) })).toEqual([
    'POWER_HELD_BY_PROGRAM',
    'PROGRAM_UPGRADEABLE',
  ]);
});

it('asks who reviewed the asset behind a token of a bridge', () => {
  expect(found(bridge)).toEqual(['POWER_HELD_BY_PROGRAM']);
  const unreviewed = { ...bridge, backing: { asset: '2:01', reviewed: null } };
  expect(found(unreviewed)).toEqual(['BACKING_NOT_REVIEWED', 'POWER_HELD_BY_PROGRAM']);
  expect(reasonOf(programPowers, evidence(unreviewed))).toMatchObject({
    severity: 'medium',
    evidence: { program: key(61), asset: '2:01' },
  });
});

it('takes a vote that gives three days of notice for a medium fact, and any other for a person', () => {
  expect(found(governed(3 * DAY))).toEqual(['POWER_UNDER_GOVERNANCE']);
  expect(reasonOf(programPowers, evidence(governed(3 * DAY)))).toMatchObject({
    evidence: { governance: key(50), realm: key(63), delay_seconds: 3 * DAY },
  });
  expect(found(governed(3 * DAY - 1))).toBe('clear');
  expect(found(governed(30 * DAY, true))).toBe('clear');
  const both = { ...governed(7 * DAY), role: 'freeze', authority: key(54) } as const;
  expect(found(governed(7 * DAY), both)).toEqual(['POWER_UNDER_GOVERNANCE']);
});

it('says nothing of staking programs, of other authorities, and of programs that a key can change', () => {
  expect(found(programPower({ kind: 'staking' }))).toBe('clear');
  expect(found(programPower({ authority: key(9) }))).toBe('clear');
  expect(found({ ...bridge, upgrade: { by: 'key', authority: key(8) } })).toBe('clear');
  expect(found()).toBe('clear');
});
