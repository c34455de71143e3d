import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, holders, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { holdersConsistent } from './holders-consistent.ts';

const read = (listedTokens: bigint, readTokens: bigint) =>
  tokenEvidence({ holders: known(holders({ listedTokens, readTokens })) });

it('raises a list and accounts that differ by more than one percent', () => {
  expect(foundBy(holdersConsistent, read(1_000n, 990n))).toBe('clear');
  expect(reasonOf(holdersConsistent, read(1_000n, 989n))).toMatchObject({
    code: 'HOLDERS_INCONSISTENT',
    evidence: { listed_tokens: '1000', read_tokens: '989' },
  });
});

it('needs holders', () => {
  expect(foundBy(holdersConsistent, tokenEvidence({ holders: missing('holders', 'deadline') }))).toBe('unknown');
});
