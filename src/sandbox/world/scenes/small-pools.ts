import { address } from '#lib/address.ts';
import type { Cast } from '../actors.ts';
import { coinOf, issued } from '../market/coin.ts';
import { openCpmm } from '../market/cpmm.ts';
import { openDlmm } from '../market/dlmm.ts';
import { trades } from '../market/trades.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';

const MILLION = 1_000_000_000_000n;

/** Pools in which half a SOL is felt: by their depth, by their fee, and by what the mint keeps of transfers. */
export function smallPoolScene(cast: Cast): SampleScene {
  const creator = address(cast.person('who opens small pools').address);
  const common = { coins: 100n * MILLION, creator } as const;
  const taxed = coinOf(cast, 'a coin that taxes transfers', { fee: 100 });
  const taxedPool = openCpmm({ ...common, coin: taxed, lamports: 60n * SOL, config: 0, burned: 90n });
  const thin = coinOf(cast, 'a coin in a thin pool');
  const thinPool = openCpmm({ ...common, coin: thin, lamports: 4n * SOL, config: 1, burned: 0n });
  const dry = coinOf(cast, 'a coin in a pool that ran dry');
  const dryPool = openCpmm({ ...common, coin: dry, lamports: SOL / 2n, config: 0, burned: 0n });
  const costly = coinOf(cast, 'a coin with a dear launch pool');
  // 1.01 ^ -391: about 0.02 lamports for an atomic unit, or 0.00002 SOL for a token.
  const costlyPool = openDlmm({
    ...{ coin: costly, creator, preset: 4, activeId: -391, binsAside: 30 },
    ...{ binCoins: MILLION / 100n, binLamports: SOL / 5n },
  });
  const played = [
    trades(cast, taxedPool, [
      { who: 'the taxpayer', slot: ago(3, 1), buy: 2n * SOL },
      { who: 'the taxpayer', slot: ago(1, 1), sellPercent: 75n },
    ]),
    trades(cast, costlyPool, [
      { who: 'the early bird', slot: ago(2, 2), buy: SOL / 50n },
      { who: 'the early bird', slot: ago(1, 5), sellPercent: 50n },
    ]),
    trades(cast, thinPool, [{ who: 'the passer-by', slot: ago(1, 7), buy: SOL / 10n }]),
  ];
  return {
    endowments: played.flatMap(({ endowments }) => endowments),
    accounts: [
      [taxed, taxedPool] as const,
      [thin, thinPool] as const,
      [dry, dryPool] as const,
      [costly, costlyPool] as const,
    ].flatMap(([coin, pool]) => [...issued(cast, coin, pool.pooled), ...pool.accounts]),
    acts: played.flatMap(({ acts }) => acts),
    subjects: [
      {
        kind: 'trade',
        verdict: 'ELEVATED_COST',
        address: taxed.mint,
        what: 'its mint keeps 1 % of every transfer; a pool of Raydium CPMM with 60 SOL',
      },
      { kind: 'trade', verdict: 'HIGH_COST', address: thin.mint, what: 'a pool of Raydium CPMM with 4 SOL' },
      {
        kind: 'trade',
        verdict: 'HIGH_COST',
        address: costly.mint,
        what: 'a pool of Meteora DLMM that takes 5 % a side',
      },
      {
        kind: 'trade',
        verdict: 'UNTRADEABLE',
        address: dry.mint,
        what: 'a pool with half a SOL: too thin for the size',
      },
    ],
  };
}
