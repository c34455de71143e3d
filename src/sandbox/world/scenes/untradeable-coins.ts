import { address } from '#lib/address.ts';
import type { Cast } from '../actors.ts';
import { type Coin, coinOf, issued, type Powers, SOL_COIN } from '../market/coin.ts';
import { openCpmm } from '../market/cpmm.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { type SampleScene, SOL } from '../scene.ts';

const MILLION = 1_000_000_000_000n;

const COINS = 100_000_000_000_000n;
const LAMPORTS = 300n * SOL;

/** Coins in pools that look deep, and cannot be sold: by what the mint forbids, or because swaps are switched off. */
export function closedCoinScene(cast: Cast): SampleScene {
  const creator = address(cast.person('who opens traps').address);
  const made = (name: string, powers: Powers | null, isOff = false) => {
    const coin = coinOf(cast, name, powers);
    const pool = openCpmm({ coin, creator, coins: COINS, lamports: LAMPORTS, config: 0, burned: 100n, isOff });
    return { coin, accounts: [...issued(cast, coin, pool.pooled), ...pool.accounts] };
  };
  const frozen = made('a coin that freezes its buyers', { frozenByDefault: true });
  const bound = made('a coin bound to its holder', { nonTransferable: true });
  const paused = made('a paused coin', { paused: true });
  const off = made('a coin whose pool is switched off', null, true);
  const subject = ({ coin }: { coin: Coin }, what: string) =>
    ({ kind: 'trade', verdict: 'UNTRADEABLE', address: coin.mint, what }) as const;
  return {
    accounts: [frozen, bound, paused, off].flatMap(({ accounts }) => accounts),
    acts: [],
    subjects: [
      subject(frozen, 'new token accounts of the mint are frozen'),
      subject(bound, 'its tokens cannot be transferred'),
      subject(paused, 'all transfers of the mint are paused'),
      subject(off, 'swaps in its pool are switched off'),
    ],
  };
}

/** Where there is no pool, no mint, or no knowing whether a sale goes through. */
export function unpricedCoinScene(cast: Cast): SampleScene {
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
