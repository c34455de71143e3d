import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { cost, foundBy, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { sizeLimit } from './size-limit.ts';

it('flags a size that ends where reading ended, and none that ends at its bound', () => {
  const [first, ...others] = cost().largest;
  expect(foundBy(sizeLimit, tradeEvidence())).toBe('clear');
  const unread = cost({ largest: [first!, ...others.map((one) => ({ ...one, endsUnread: true }))] });
  expect(foundBy(sizeLimit, tradeEvidence({ cost: known(unread) }))).toEqual(['SIZE_LIMIT_IS_LOWER_BOUND']);
});
