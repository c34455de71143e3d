import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, holders, tradeEvidence, unpricedHolder } from '../../../../test/support/trade-evidence.ts';
import { unpricedLiquidity } from './unpriced-liquidity.ts';

it('flags holders that show liquidity without a price', () => {
  expect(foundBy(unpricedLiquidity, tradeEvidence())).toBe('clear');
  const shown = tradeEvidence({ holders: known(holders({ unpriced: [unpricedHolder] })) });
  expect(foundBy(unpricedLiquidity, shown)).toEqual(['UNPRICED_LIQUIDITY']);
  expect(foundBy(unpricedLiquidity, tradeEvidence({ holders: missing('holders', 'deadline') }))).toBe('unknown');
});
