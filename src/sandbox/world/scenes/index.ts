import type { SceneWriter } from '../scene.ts';
import { absenceScene } from './absence.ts';
import { exchangeScene } from './exchange.ts';
import { intermediaryScene } from './intermediary.ts';
import { lookupScene } from './lookup.ts';
import { tokenScene } from './token.ts';
import { walletScene } from './wallet.ts';

/** Every scene of the sample world. The order decides which comes first within one slot. */
export const scenes: readonly SceneWriter[] = [
  exchangeScene,
  walletScene,
  tokenScene,
  intermediaryScene,
  absenceScene,
  lookupScene,
];
