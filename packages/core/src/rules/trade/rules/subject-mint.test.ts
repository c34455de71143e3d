import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, reasonOf, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { tradeRules } from './index.ts';
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

it('is the only question about an account that is no mint, but for its pools and cost', () => {
  const none = tradeEvidence({ mint: known({ is: 'nothing' }) });
  const asked = tradeRules.filter((rule) => rule.judge(none).outcome !== 'not_applicable').map(({ id }) => id);
  const ofRoute = ['size-limit', 'round-trip-cost', 'route-shape', 'pool-depth', 'new-pool', 'liquidity-control'];
  const ofPools = ['price-disagreement', 'unpriced-liquidity', 'unused-pools', 'bounded-quote', 'network-fees'];
  expect(asked).toEqual(['subject-mint', ...ofRoute, ...ofPools]);
});
