import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, mint, reasonOf, tokenEvidence, trades } from '../../../../test/support/token-evidence.ts';
import { buyersFrozen } from './buyers-frozen.ts';

const of = (count: number) =>
  tokenEvidence({
    mint: known(mint({ freezeAuthority: key(50) })),
    trades: known(trades({ frozenBuyers: Array.from({ length: count }, (_, n) => key(200 + n)) })),
  });

it('is two recent buyers who are frozen', () => {
  expect([0, 1, 2].map((count) => foundBy(buyersFrozen, of(count)))).toEqual([
    'clear',
    'clear',
    ['RECENT_BUYERS_FROZEN'],
  ]);
  expect(reasonOf(buyersFrozen, of(3))).toMatchObject({
    severity: 'critical',
    message: 'Of the wallets that bought in the transactions that were read, 3 are frozen.',
    evidence: { frozen_buyers: 3, freeze_authority: key(50), example: key(200) },
  });
});

it('is clear where nobody can freeze, and needs trades', () => {
  expect(foundBy(buyersFrozen, tokenEvidence())).toBe('clear');
  expect(foundBy(buyersFrozen, tokenEvidence({ trades: missing('trades', 'deadline') }))).toBe('unknown');
});
