import type { SceneWriter } from '../scene.ts';
import { absenceScene } from './absence.ts';
import { closedCoinScene } from './closed-coins.ts';
import { deepPoolScene } from './deep-pools.ts';
import { exchangeScene } from './exchange.ts';
import { hookedCoinScene } from './hooked-coins.ts';
import { intermediaryScene } from './intermediary.ts';
import { lookupScene } from './lookup.ts';
import { pumpCoinScene } from './pump-coins.ts';
import { smallPoolScene } from './small-pools.ts';
import { tokenScene } from './token.ts';
import { unpricedCoinScene } from './unpriced-coins.ts';
import { walletScene } from './wallet.ts';

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
];
