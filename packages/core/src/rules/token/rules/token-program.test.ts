import { expect, it } from 'vitest';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { evidenceWith, foundBy, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { tokenProgram } from './token-program.ts';

it('flags the newer token program, and wrapped SOL by its address', () => {
  expect(foundBy(tokenProgram, evidenceWith())).toEqual(['TOKEN_2022']);
  expect(foundBy(tokenProgram, tokenEvidence({ subject: WRAPPED_SOL }))).toEqual(['NATIVE_WRAPPED']);
});

it('flags nothing else', () => {
  expect(foundBy(tokenProgram, tokenEvidence())).toEqual([]);
});
