import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import {
  evidenceOf,
  foundBy,
  key,
  mint,
  programPower,
  reasonOf,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { mintAuthority } from './mint-authority.ts';

it('names who may mint more', () => {
  const evidence = { mint_authority: key(9) };
  expect(reasonOf(mintAuthority, evidenceOf({ mintAuthority: key(9) }))).toMatchObject({
    code: 'MINT_AUTHORITY_LIVE',
    severity: 'high',
    evidence,
  });
});

const power = programPower({ authority: key(9) });
const stake = known([programPower({ authority: key(9), kind: 'staking', upgrade: { by: 'unread', authority: null } })]);
const held = (by: typeof power) =>
  foundBy(mintAuthority, tokenEvidence({ mint: known(mint({ mintAuthority: key(9) })), programs: known([by]) }));

it('takes a proven staking program for no danger, and says that it can be changed', () => {
  const staked = tokenEvidence({ mint: known(mint({ mintAuthority: key(9) })), programs: stake });
  expect(foundBy(mintAuthority, staked)).toEqual(['LST_PROVEN', 'STAKE_PROGRAM_UPGRADEABLE']);
  expect(held({ ...power, kind: 'staking' })).toEqual(['LST_PROVEN']);
});

it('takes a program with fixed rules for no danger, unless a key can change it or it has another authority', () => {
  expect(held(power)).toBe('clear');
  expect(held({ ...power, upgrade: { by: 'program', authority: key(8) } })).toBe('clear');
  expect(held({ ...power, upgrade: { by: 'key', authority: key(8) } })).toEqual(['MINT_AUTHORITY_LIVE']);
  expect(held({ ...power, authority: key(8) })).toEqual(['MINT_AUTHORITY_LIVE']);
  expect(held({ ...power, role: 'freeze' })).toEqual(['MINT_AUTHORITY_LIVE']);
});

it('accepts no proof beside a freeze authority', () => {
  const both = mint({ mintAuthority: key(9), freezeAuthority: key(8) });
  expect(foundBy(mintAuthority, tokenEvidence({ mint: known(both), programs: stake }))).toEqual([
    'MINT_AUTHORITY_LIVE',
  ]);
});

it('leaves it to the gap where the proof could not be read, unless the authority has a key', () => {
  const unread = (authority: Address) =>
    tokenEvidence({ mint: known(mint({ mintAuthority: authority })), programs: missing('programs', 'deadline') });
  expect([isOnCurve(key(8)), isOnCurve(key(9))]).toEqual([false, true]);
  expect(foundBy(mintAuthority, unread(key(8)))).toBe('clear');
  expect(foundBy(mintAuthority, unread(key(9)))).toEqual(['MINT_AUTHORITY_LIVE']);
});

it('has nothing to say where nobody may', () => {
  expect(foundBy(mintAuthority, tokenEvidence())).toBe('clear');
  expect(foundBy(mintAuthority, tokenEvidence({ programs: stake }))).toBe('clear');
});
