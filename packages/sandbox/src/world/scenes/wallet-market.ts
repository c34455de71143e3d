import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { Cast } from '../actors.ts';
import { makerOf } from '../crowd.ts';
import { merchantWallet } from '../market/accounts.ts';
import { bornOnCurve } from '../market/coin-story.ts';
import { emptied } from '../market/launch.ts';
import {
  bought,
  coinMaker,
  coinName,
  entered,
  MOVER_LAMPORTS,
  marketAt,
  PRICE_CYCLES,
  PRICE_CYCLES_TITLE,
  priceCycleActs,
  priceCycleMarket,
  priceCyclesRecipient,
  priceMover,
  TIP_ACCOUNT,
} from '../market/price-cycles.ts';
import { ago, MINUTE, type SampleScene, type Sequel, SOL } from '../scene.ts';

const DEEP_POCKETS = 5_000n * SOL;
/** The price of the first holder's part of each coin, so that a price cycle has something to move. */
const FOUNDED = 40n * SOL;
const MADE = ago(76);
/** Slots between the births of two coins, and between a birth and the first purchase. */
const [APART, SOON] = [2 * MINUTE, MINUTE];

/** The first holder of every coin with price cycles. */
export function founder(cast: Cast) {
  return cast.person('who founds coins with tides');
}

/** The coins in which the sample wallets trade, and who moves their prices. */
export function walletMarketScene(cast: Cast): SampleScene {
  const holder = founder(cast);
  const cycles = Array.from({ length: PRICE_CYCLES }, (_, priceCycle) => priceCycle);
  const makers = [0, 1, 2].map((index) => makerOf(cast, coinMaker(index), MADE - APART));
  const births = () =>
    priceCycleMarket(cast).flatMap((pool, index) => {
      const { maker } = makers[index % makers.length] ?? {};
      if (!maker) return [];
      const slot = MADE + index * APART;
      return [
        bornOnCurve(cast, coinName(index), maker, pool, slot),
        bought(holder, pool, { slot: slot + SOON, lamports: FOUNDED }),
      ];
    });
  const priceCycles = () => cycles.flatMap((priceCycle) => priceCycleActs(cast, priceCycle));
  const movers = cycles.map((priceCycle) => ({ to: priceMover(cast, priceCycle), lamports: MOVER_LAMPORTS }));
  const market: Sequel = {
    title: PRICE_CYCLES_TITLE,
    endowments: [{ to: holder, lamports: DEEP_POCKETS }, ...movers],
    accounts: () => marketAccounts(cast),
    acts: () => [...births(), ...priceCycles()],
    outline: () => [
      ...births(),
      ...cycles.map((priceCycle) => entered(priceMover(cast, priceCycle), marketAt(cast, priceCycle))),
    ],
  };
  return { acts: makers.flatMap(({ acts }) => acts), sequels: [market], subjects: [] };
}

function marketAccounts(cast: Cast): readonly AccountBytes[] {
  // The curve's supply is minted into it when the coin is made. The makers' vaults are the same for several coins.
  const ofPools = priceCycleMarket(cast).flatMap(({ coin, accounts }) => accounts.map((one) => emptied(one, coin)));
  const merchantWallets = [TIP_ACCOUNT, priceCyclesRecipient(cast)].map((of) => merchantWallet(of, SOL));
  return [...merchantWallets, ...new Map(ofPools.map((one) => [one.address, one])).values()];
}
