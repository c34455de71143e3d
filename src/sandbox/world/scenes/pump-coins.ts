import { address } from '#lib/address.ts';
import type { Cast } from '../actors.ts';
import { coinOf, issued } from '../market/coin.ts';
import { openCurve, openPumpSwap, pumpRecipients } from '../market/pump.ts';
import { trades } from '../market/trades.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';

const MILLION = 1_000_000_000_000n;

/** Coins of pump.fun in three ages: just launched, half sold, and moved to PumpSwap. */
export function pumpCoinScene(cast: Cast): SampleScene {
  const creator = address(cast.person('who launches coins').address);
  const fresh = coinOf(cast, 'a coin just launched');
  const launched = openCurve(cast, fresh, creator, SOL / 20n);
  const selling = coinOf(cast, 'a coin on its curve');
  const curve = openCurve(cast, selling, creator, 20n * SOL);
  const moved = coinOf(cast, 'a coin that left its curve');
  const pool = openPumpSwap(cast, moved, creator, { coins: 210n * MILLION, lamports: 58n * SOL });
  const played = [
    trades(cast, curve, [
      { who: 'the first ape', slot: ago(2, 8), buy: 2n * SOL },
      { who: 'the second ape', slot: ago(2, 7), buy: SOL / 2n },
      { who: 'the second ape', slot: ago(2, 6), sellPercent: 100n, asksTooMuch: true },
      { who: 'the second ape', slot: ago(2, 5), sellPercent: 100n },
      { who: 'the first ape', slot: ago(1, 3), sellPercent: 50n },
    ]),
    trades(cast, pool, [
      { who: 'the late one', slot: ago(3, 2), buy: SOL },
      { who: 'the late one', slot: ago(2, 3), sellPercent: 60n },
      { who: 'the later one', slot: ago(1, 6), buy: 3n * SOL },
    ]),
  ];
  return {
    endowments: played.flatMap(({ endowments }) => endowments),
    accounts: [
      ...pumpRecipients(cast),
      ...[[fresh, launched] as const, [selling, curve] as const, [moved, pool] as const].flatMap(([coin, market]) => [
        ...issued(cast, coin, market.pooled),
        ...market.accounts,
      ]),
    ],
    acts: played.flatMap(({ acts }) => acts),
    subjects: [
      {
        kind: 'trade',
        verdict: 'ELEVATED_COST',
        address: moved.mint,
        what: 'left its curve for PumpSwap, where 58 SOL lie',
      },
      { kind: 'trade', verdict: 'ELEVATED_COST', address: selling.mint, what: 'on its bonding curve, 20 SOL raised' },
      {
        kind: 'trade',
        verdict: 'UNTRADEABLE',
        address: fresh.mint,
        what: 'just launched: its curve could not pay for the sale of what the size buys',
      },
    ],
  };
}
