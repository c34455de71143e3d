import { exchangeScene } from '../market/exchange.ts';
import type { SceneWriter } from '../scene.ts';
import { absenceScene } from './absence.ts';
import { closedCoinScene } from './closed-coins.ts';
import { criticalCoinScene } from './critical-coins.ts';
import { deepPoolScene } from './deep-pools.ts';
import { elevatedCoinScene } from './elevated-coins.ts';
import { highRiskCoinScene } from './high-risk-coins.ts';
import { hookedCoinScene } from './hooked-coins.ts';
import { hostileNameScene } from './hostile-name.ts';
import { intermediaryScene } from './intermediary.ts';
import { launchedCoinScene } from './launched-coin.ts';
import { lookupScene } from './lookup.ts';
import { lowRiskCoinScene } from './low-risk-coins.ts';
import { oddMintScene } from './odd-mints.ts';
import { pumpCoinScene } from './pump-coins.ts';
import { smallPoolScene } from './small-pools.ts';
import { tokenScene } from './token.ts';
import { trailScene } from './trails.ts';
import { unpricedCoinScene } from './unpriced-coins.ts';
import { walletScene } from './wallet.ts';
import { insufficientWalletScene } from './wallet-insufficient.ts';
import { longWalletScene } from './wallet-long.ts';
import { walletMarketScene } from './wallet-market.ts';
import { neutralWalletScene } from './wallet-neutral.ts';
import { trustedWalletScene } from './wallet-trusted.ts';
import { untrustedWalletScene } from './wallet-untrusted.ts';
import { unverifiableWalletScene } from './wallet-unverifiable.ts';

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
  lowRiskCoinScene,
  elevatedCoinScene,
  highRiskCoinScene,
  launchedCoinScene,
  criticalCoinScene,
  oddMintScene,
  hostileNameScene,
  walletMarketScene,
  trustedWalletScene,
  neutralWalletScene,
  untrustedWalletScene,
  insufficientWalletScene,
  unverifiableWalletScene,
  longWalletScene,
];
