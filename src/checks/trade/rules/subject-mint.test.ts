import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, reasonOf, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { subjectMint } from './subject-mint.ts';

it('knows a mint from nothing and from other accounts', () => {
  expect(foundBy(subjectMint, tradeEvidence())).toBe('clear');
  expect(foundBy(subjectMint, tradeEvidence({ mint: known({ is: 'nothing' }) }))).toEqual(['NOT_A_MINT']);
  const other = tradeEvidence({ mint: known({ is: 'other', owner: key(7) }) });
  expect(reasonOf(subjectMint, other)).toMatchObject({ code: 'NOT_A_MINT', evidence: { owner: key(7) } });
});

it('says nothing of a mint that was not read', () => {
  expect(foundBy(subjectMint, tradeEvidence({ mint: missing('mint', 'unreadable') }))).toBe('unknown');
});
