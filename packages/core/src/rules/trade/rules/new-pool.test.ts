import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, key, NOW, pool, routelessEvidence, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { newPool } from './new-pool.ts';

const opened = (openedAtUnix: number | null) =>
  foundBy(newPool, tradeEvidence({ pools: known([pool({ openedAtUnix })]) }));

it('flags a pool of the route that is younger than 24 hours', () => {
  expect(opened(NOW - 86_400)).toBe('clear');
  expect(opened(NOW - 86_399)).toEqual(['NEW_POOL']);
  expect(opened(NOW + 60)).toEqual(['NEW_POOL']);
  expect(opened(null)).toBe('clear');
});

it('looks at no other pool, and at none without a time or a route', () => {
  const other = pool({ address: key(11), openedAtUnix: NOW });
  expect(foundBy(newPool, tradeEvidence({ pools: known([pool(), other]) }))).toBe('clear');
  const timeless = known({ slot: 1, commitment: 'confirmed' as const, time: null });
  expect(foundBy(newPool, tradeEvidence({ asOf: timeless }))).toBe('not_applicable');
  expect(foundBy(newPool, routelessEvidence([]))).toBe('not_applicable');
});
