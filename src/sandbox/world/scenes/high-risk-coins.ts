import type { Cast } from '../actors.ts';
import { pausable } from '../extension-instructions.ts';
import { coinScene } from '../market/coin-story.ts';
import { evenly } from '../market/launch.ts';
import { ago, type Scene, SOL } from '../scene.ts';

/** What one holder has of all, in percent. */
const GREAT = 40n;

/** Tokens with one serious fact each. */
export function highRiskCoinScene(cast: Cast): Scene {
  return coinScene(cast, [
    {
      ...{ name: 'a coin that can be minted', slot: ago(35), keepsMint: true },
      naming: { name: 'Loose Press', symbol: 'PRESS', uri: 'ipfs://sandbox/press' },
      verdict: 'HIGH_RISK',
      what: 'its maker may mint more of it',
    },
    {
      ...{ name: 'a coin that can be frozen', slot: ago(34, 12), freezable: 'always' },
      naming: { name: 'Cold Front', symbol: 'FRONT', uri: 'ipfs://sandbox/front' },
      verdict: 'HIGH_RISK',
      what: 'its maker may freeze any holder, and has frozen none',
    },
    {
      ...{ name: 'a coin of one great holder', slot: ago(34), by: 'transfer' },
      shares: (crowd) => {
        const [first, ...others] = evenly(crowd);
        const rest = others.reduce((sum, { weight }) => sum + weight, 0n);
        return first ? [{ ...first, weight: (rest * GREAT) / (100n - GREAT) }, ...others] : [];
      },
      naming: { name: 'Lone Whale', symbol: 'LONE', uri: 'ipfs://sandbox/lone' },
      verdict: 'HIGH_RISK',
      what: 'one holder has 40 % of what circulates',
    },
    {
      ...{ name: 'a coin in a puddle', slot: ago(33, 12), by: 'transfer', lamports: 2n * SOL },
      naming: { name: 'Dry Well', symbol: 'WELL', uri: 'ipfs://sandbox/well' },
      verdict: 'HIGH_RISK',
      what: 'its only pool has 2 SOL',
    },
    {
      ...{ name: 'a coin whose liquidity can leave', slot: ago(33), by: 'transfer', burned: 0n },
      naming: { name: 'Packed Bag', symbol: 'PACK', uri: 'ipfs://sandbox/pack' },
      verdict: 'HIGH_RISK',
      what: 'its maker can withdraw all liquidity of its pool of 250 SOL',
    },
    {
      ...{ name: 'a coin that can be paused', slot: ago(32, 12), powers: { paused: true } },
      features: (maker) => [pausable(maker)],
      naming: { name: 'Held Breath', symbol: 'HELD', uri: 'ipfs://sandbox/held' },
      verdict: 'HIGH_RISK',
      what: 'its maker may pause all transfers, and has not',
    },
  ]);
}
