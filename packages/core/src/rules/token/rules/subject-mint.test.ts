import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, noMint, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import type { TokenCheckSubject } from '../evidence.ts';
import { tokenRules } from './index.ts';
import { subjectMint } from './subject-mint.ts';

const of = (subject: TokenCheckSubject) => tokenEvidence({ mint: known(subject) });
const other = (changes: Partial<Extract<TokenCheckSubject, { readonly is: 'other' }>> = {}) =>
  of({ is: 'other', what: 'account', owner: key(7), mint: null, looksLikeMint: false, ...changes });

it('has nothing to say of a mint', () => {
  expect(foundBy(subjectMint, tokenEvidence())).toBe('clear');
});

it('says both that nothing is there and that it is no mint', () => {
  expect(foundBy(subjectMint, noMint)).toEqual(['MINT_NOT_FOUND', 'NOT_A_MINT']);
});

it.each([
  ['wallet', 'a wallet'],
  ['program', 'a program'],
  ['multisig', 'a multisig of a token program'],
  ['account', 'an account of another program'],
] as const)('says of a %s that it is %s', (what, words) => {
  expect(reasonOf(subjectMint, other({ what }))).toEqual({
    code: 'NOT_A_MINT',
    severity: 'info',
    message: `The address is no mint but ${words}.`,
    evidence: { owner: key(7), what },
  });
});

it('names the mint of a token account', () => {
  expect(reasonOf(subjectMint, other({ what: 'token_account', mint: key(3) }))).toMatchObject({
    message: `The address is no mint but a token account of the mint ${key(3)}.`,
    evidence: { owner: key(7), what: 'token_account', mint: key(3) },
  });
});

it('tells what looks like a mint under another program', () => {
  expect(reasonOf(subjectMint, other({ looksLikeMint: true }))).toMatchObject({
    code: 'UNSUPPORTED_TOKEN_PROGRAM',
    evidence: { owner: key(7) },
  });
});

it('tells a mint that was never initialized from one that contradicts itself', () => {
  expect(foundBy(subjectMint, of({ is: 'uninitialized', owner: key(7) }))).toEqual(['MINT_UNINITIALIZED']);
  const malformed = of({ is: 'malformed', owner: key(7), why: '83 bytes' });
  expect(reasonOf(subjectMint, malformed)).toMatchObject({
    code: 'MINT_DATA_MALFORMED',
    severity: 'medium',
    message: 'The bytes of the mint contradict the layout of its token program: 83 bytes.',
    evidence: { owner: key(7), found: '83 bytes' },
  });
});

it('does not know what was not read', () => {
  expect(foundBy(subjectMint, tokenEvidence({ mint: missing('mint', 'deadline') }))).toBe('unknown');
});

it('is the only question about an account that is no mint, but for its metadata and authorities', () => {
  const asked = tokenRules.filter((rule) => rule.judge(noMint).outcome !== 'not_applicable').map(({ id }) => id);
  const ofMetadata = ['pointer', 'mutable', 'absent', 'conflict', 'link'].map((what) => `metadata-${what}`);
  expect(asked).toEqual(['subject-mint', 'mixed-scripts', ...ofMetadata, 'authority-kinds']);
});
