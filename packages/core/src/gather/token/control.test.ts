import { expect, it } from 'vitest';
import type { VenueId } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';
import { key } from '../../../test/venues/raydium-world.ts';
import type { Priced } from '../market/opened-pools.ts';
import { decidingPools, followedHoldings } from './control.ts';

/** A pool with so many lamports of depth. */
function priced(n: number, depth: bigint, venue: VenueId = 'raydium_cpmm'): Priced {
  const [mint, other] = [key(200), key(201)];
  const vaults = { mint: key(202), other: key(203) };
  const pool = {
    venue,
    address: key(n),
    mint,
    other,
    vaults,
    needs: [],
    open: () => refuse('not_read', 'never opened'),
  };
  const market = {
    price: { numerator: 1n, denominator: 1n },
    depth: { mint: depth, other: depth },
    bounds: [],
    quote: () => refuse('not_read', 'never asked'),
  };
  const facts = { creator: null, openedAt: null, lockedLiquidityBps: null };
  return { pool, open: { market, facts }, path: { hops: [{ pool, market }] }, depth };
}

const numbersOf = (all: readonly Priced[]) =>
  decidingPools(all).map(({ pool }) => all.findIndex((one) => one.pool.address === pool.address));

it('are the deepest pools, until those left have at most a tenth of all depth', () => {
  expect(numbersOf([priced(1, 5n), priced(2, 90n), priced(3, 5n)])).toEqual([1]);
  expect(numbersOf([priced(1, 11n), priced(2, 80n), priced(3, 9n)])).toEqual([1, 0]);
  expect(numbersOf([priced(1, 50n), priced(2, 50n)])).toHaveLength(2);
  expect(numbersOf(Array.from({ length: 20 }, (_, n) => priced(n, 10n)))).toHaveLength(10);
});

it('are the deepest one where no depth is known, and never a curve', () => {
  expect(numbersOf([priced(1, 0n), priced(2, 0n)])).toHaveLength(1);
  expect(numbersOf([priced(1, 95n, 'pump_curve'), priced(2, 5n)])).toEqual([]);
  expect(numbersOf([priced(1, 80n, 'pump_curve'), priced(2, 20n)])).toEqual([1]);
  expect(numbersOf([])).toEqual([]);
});

it('follow holdings of a hundredth or more, and on DAMM v1 all of them', () => {
  const held = [9_900n, 100n, 99n].map((tokens, n) => ({ account: key(n), owner: key(n), mint: key(9), tokens }));
  expect(followedHoldings({ venue: 'raydium_cpmm' }, held)).toEqual(held.slice(0, 2));
  expect(followedHoldings({ venue: 'meteora_damm_v1' }, held)).toEqual(held);
  expect(followedHoldings({ venue: 'raydium_cpmm' }, [])).toEqual([]);
});
