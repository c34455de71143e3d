import { expect, it } from 'vitest';
import { position } from '../../../../test/support/wallet-positions.ts';
import { carryingMints, holdsRecord } from './carriers.ts';

const gains = (...each: readonly bigint[]) => each.map((pnl, n) => position({ mint: `mint ${n}`, pnl }));

it('takes the mints that brought four fifths of the gains, five at least and thirty at most, those that brought most first', () => {
  const few = gains(1n, 50n, 30n, 0n, -9n, 1n, 2n, 3n, 1n);
  expect(carryingMints(few)).toEqual(['mint 1', 'mint 2', 'mint 7', 'mint 6', 'mint 0']);
  expect(carryingMints(gains(...Array<bigint>(10).fill(5n)))).toHaveLength(8);
  expect(carryingMints(gains(...Array<bigint>(90).fill(5n)))).toHaveLength(30);
  expect(carryingMints(gains(-1n, 0n))).toEqual([]);
});

it('adds up the positions of a mint, and what units without a known cost brought', () => {
  const some = [
    position({ mint: 'one', pnl: 3n }),
    position({ mint: 'one', pnl: -4n }),
    position({ mint: 'two', pnl: 1n, unmatchedProceeds: 5n }),
  ];
  expect(carryingMints(some)).toEqual(['two']);
});

it('calls thirty ended round trips in fifteen mints with a profit a record', () => {
  const trips = (count: number, mints: number, pnl = 1n) =>
    Array.from({ length: count }, (_, n) => position({ mint: `mint ${n % mints}`, pnl }));
  expect(holdsRecord(trips(30, 15))).toBe(true);
  expect(holdsRecord(trips(29, 15))).toBe(false);
  expect(holdsRecord(trips(30, 14))).toBe(false);
  expect(holdsRecord(trips(30, 15, 0n))).toBe(false);
  const open = trips(30, 15).map((one) => ({ ...one, state: 'open' as const }));
  expect(holdsRecord(open)).toBe(false);
});
