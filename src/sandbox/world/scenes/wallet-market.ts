import type { Cast } from '../actors.ts';
import { makerOf } from '../crowd.ts';
import { purse } from '../market/accounts.ts';
import { bornOnCurve } from '../market/birth.ts';
import { emptied } from '../market/launch.ts';
import { bought, coinMaker, coinName, marketAt, TIDES, TIP_ACCOUNT, tideActs, tideMarket } from '../market/tides.ts';
import { ago, type Scene, SOL } from '../scene.ts';

const DEEP_POCKETS = 5_000n * SOL;
/** What the first holder of each coin paid for his part, so that a tide has something to move. */
const FOUNDED = 40n * SOL;
const MADE = ago(76);
/** Slots between the births of two coins, and between a birth and the first purchase. */
const [APART, SOON] = [300, 150];

/** The first holder of every coin with tides. */
export function founder(cast: Cast) {
  return cast.person('who founds coins with tides');
}

/** The coins in which the sample wallets trade, and who moves their prices. */
export function walletMarketScene(cast: Cast): Scene {
  const [holder, mover] = [founder(cast), cast.person('who makes tides')];
  const pools = tideMarket(cast);
  const makers = [0, 1, 2].map((index) => makerOf(cast, coinMaker(index), MADE - APART));
  const births = pools.flatMap((pool, index) => {
    const { maker } = makers[index % makers.length] ?? {};
    if (!maker) return [];
    const slot = MADE + index * APART;
    return [
      bornOnCurve(cast, coinName(index), maker, pool, slot),
      bought(holder, pool, { slot: slot + SOON, lamports: FOUNDED }),
    ];
  });
  const tides = Array.from({ length: TIDES }, (_, tide) => tideActs(mover, marketAt(cast, tide), tide));
  return {
    endowments: [holder, mover].map((to) => ({ to, lamports: DEEP_POCKETS })),
    accounts: [
      purse(TIP_ACCOUNT, SOL),
      // What a curve sells is minted into it when the coin is made. The makers' vaults are the same for several coins.
      ...new Map(
        pools.flatMap(({ coin, accounts }) => accounts.map((one) => [one.address, emptied(one, coin)])),
      ).values(),
    ],
    acts: [...makers.flatMap(({ acts }) => acts), ...births, ...tides.flat()],
    subjects: [],
  };
}
