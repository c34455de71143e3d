import { address } from '#lib/address.ts';
import type { Cast } from '../actors.ts';
import { coinOf, issued, SOL_COIN } from '../market/coin.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { type Scene, SOL } from '../scene.ts';

const MILLION = 1_000_000_000_000n;

/** Where there is no pool, no mint, or no knowing whether a sale goes through. */
export function unpricedCoinScene(cast: Cast): Scene {
  const unlisted = coinOf(cast, 'a coin without a pool');
  const hook = address(cast.person('a hook program that nobody knows').address);
  const hooked = coinOf(cast, 'a coin with a hook', { hook });
  const pool = openWhirlpool([hooked, SOL_COIN], 128, {
    ...{ coins: 100n * MILLION, others: 900n * SOL, shares: [{ percent: 100n, ticks: 12_800 }] },
  });
  return {
    accounts: [...issued(cast, unlisted, 0n), ...issued(cast, hooked, pool.pooled), ...pool.accounts],
    acts: [],
    subjects: [
      { kind: 'trade', verdict: 'NO_POOL', address: unlisted.mint, what: 'five ordinary holders and no pool' },
      { kind: 'trade', verdict: 'UNKNOWN', address: pool.address, what: 'the address of a pool, not of a mint' },
      {
        kind: 'trade',
        verdict: 'UNKNOWN',
        address: hooked.mint,
        what: 'a hook program decides about every transfer, and no sale was seen to pass it',
      },
    ],
  };
}
