import { exchangeScene } from '../market/exchange.ts';
import type { SceneWriter } from '../scene.ts';
import { criticalCoinScene } from './critical-coins.ts';
import { dumpedCoinScene } from './dumped-coins.ts';
import { earlierCoinScene } from './earlier-coins.ts';
import { tokenScene, walletScene } from './first-money.ts';
import { boughtOriginScene, intermediaryScene, lookupScene, trailScene } from './funding-paths.ts';
import { elevatedCoinScene, highRiskCoinScene, hookedCoinScene } from './high-risk-coins.ts';
import { joinedHolderScene } from './joined-holders.ts';
import { launchedCoinScene } from './launched-coin.ts';
import { lockedCoinScene } from './locked-coins.ts';
import { lowRiskCoinScene } from './low-risk-coins.ts';
import { oddMintScene } from './odd-mints.ts';
import { absenceScene, unmadeMintScene } from './odd-subjects.ts';
import { programCoinScene } from './program-coins.ts';
import { deepPoolScene, pumpCoinScene, smallPoolScene } from './traded-pools.ts';
import { closedCoinScene, unpricedCoinScene } from './untradeable-coins.ts';
import { boughtWalletScene } from './wallet-bought.ts';
import { longWalletScene } from './wallet-long.ts';
import { walletMarketScene } from './wallet-market.ts';
import { untrustedWalletScene } from './wallet-untrusted.ts';
import {
  insufficientWalletScene,
  neutralWalletScene,
  trustedWalletScene,
  unverifiableWalletScene,
} from './wallet-verdicts.ts';

/** Every scene of the sample world. The order decides which comes first within one slot. */
export const scenes: readonly SceneWriter[] = [
  exchangeScene,
  walletScene,
  tokenScene,
  intermediaryScene,
  absenceScene,
  lookupScene,
  deepPoolScene,
  pumpCoinScene,
  smallPoolScene,
  closedCoinScene,
  unpricedCoinScene,
  hookedCoinScene,
  trailScene,
  boughtOriginScene,
  lowRiskCoinScene,
  programCoinScene,
  elevatedCoinScene,
  highRiskCoinScene,
  earlierCoinScene,
  joinedHolderScene,
  launchedCoinScene,
  lockedCoinScene,
  criticalCoinScene,
  dumpedCoinScene,
  oddMintScene,
  unmadeMintScene,
  walletMarketScene,
  trustedWalletScene,
  neutralWalletScene,
  untrustedWalletScene,
  boughtWalletScene,
  insufficientWalletScene,
  unverifiableWalletScene,
  longWalletScene,
];
