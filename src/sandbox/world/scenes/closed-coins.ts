import { address } from '#lib/address.ts';
import type { Cast } from '../actors.ts';
import { type Coin, coinOf, issued, type Powers } from '../market/coin.ts';
import { openCpmm } from '../market/cpmm.ts';
import { type Scene, SOL } from '../scene.ts';

const COINS = 100_000_000_000_000n;
const LAMPORTS = 300n * SOL;

/** Coins in pools that look deep, and cannot be sold: by what the mint forbids, or because swaps are switched off. */
export function closedCoinScene(cast: Cast): Scene {
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
