import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  evidenceOf,
  foundBy,
  key,
  mint,
  noMint,
  reasonOf,
  tokenEvidence,
} from '../../../../test/support/token-evidence.ts';
import { mintAuthority } from './mint-authority.ts';

const stake = known({ program: key(70), programName: 'a stake pool', pool: key(71) });

it('names who may mint more', () => {
  const evidence = { mint_authority: key(9) };
  expect(reasonOf(mintAuthority, evidenceOf({ mintAuthority: key(9) }))).toMatchObject({
    code: 'MINT_AUTHORITY_LIVE',
    severity: 'high',
    evidence,
  });
});

it('takes a proven staking program for no danger, and says that it can be changed', () => {
  const staked = tokenEvidence({ mint: known(mint({ mintAuthority: key(9) })), stake });
  expect(foundBy(mintAuthority, staked)).toEqual(['LST_PROVEN', 'STAKE_PROGRAM_UPGRADEABLE']);
});

it('believes no proof beside a freeze authority', () => {
  const both = mint({ mintAuthority: key(9), freezeAuthority: key(8) });
  expect(foundBy(mintAuthority, tokenEvidence({ mint: known(both), stake }))).toEqual(['MINT_AUTHORITY_LIVE']);
});

it('does not know where the proof could not be read', () => {
  const unread = tokenEvidence({ mint: known(mint({ mintAuthority: key(9) })), stake: missing('stake', 'deadline') });
  expect(foundBy(mintAuthority, unread)).toBe('unknown');
});

it('has nothing to say where nobody may, and of no mint', () => {
  expect(foundBy(mintAuthority, tokenEvidence())).toBe('clear');
  expect(foundBy(mintAuthority, tokenEvidence({ stake }))).toBe('clear');
  expect(foundBy(mintAuthority, noMint)).toBe('not_applicable');
});
