import type { Cast } from '../actors.ts';
import { transferFee, transferHook } from '../extension-instructions.ts';
import { coinScene } from '../market/coin-story.ts';
import { ago, type Scene } from '../scene.ts';

const FEE_MAXIMUM = 1n << 62n;

/** Tokens with one thing to know about them, and nothing worse. */
export function elevatedCoinScene(cast: Cast): Scene {
  return coinScene(cast, [
    {
      ...{ name: 'a coin with a fixed fee', slot: ago(36), powers: { fee: 100 } },
      features: () => [transferFee(100, FEE_MAXIMUM, null)],
      naming: { name: 'Toll Bridge', symbol: 'TOLL', uri: 'ipfs://sandbox/toll' },
      verdict: 'ELEVATED',
      what: 'its mint keeps 1 % of every transfer, and nobody can change that',
    },
    {
      ...{ name: 'a coin of three days', slot: ago(3), by: 'transfer' },
      naming: { name: 'New Leaf', symbol: 'LEAF', uri: 'ipfs://sandbox/leaf' },
      verdict: 'ELEVATED',
      what: 'made three days ago',
    },
    {
      ...{ name: 'a coin that may get a hook', slot: ago(35, 12), powers: {} },
      features: (maker) => [transferHook(maker, null)],
      naming: { name: 'Open Latch', symbol: 'LATCH', uri: 'ipfs://sandbox/latch' },
      verdict: 'ELEVATED',
      what: 'no program decides about its transfers yet, but its maker may set one',
    },
  ]);
}
