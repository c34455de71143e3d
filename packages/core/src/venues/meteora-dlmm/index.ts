import type { Address } from '#solana/address.ts';
import type { Accounts, Pair, Venue } from '../venue.ts';
import { customizablePool, factorPool, isPreset, presetPool, stepPool } from './addresses.ts';
import { PROGRAM } from './layout.ts';
import { recognise } from './pool.ts';
import { PRESETS } from './presets.ts';

/**
 * Bin steps and base factors that pools were usually made with before presets had numbers. Pools are known for 10, 50, 200
 * and 250; the others are the SDK's own presets and the base fees of 1, 2 and 5 % at the steps that volatile tokens use.
 */
const USUAL_FACTORS: readonly (readonly [binStep: number, baseFactor: number])[] = [
  [100, 10_000],
  [80, 12_500],
  [125, 8_000],
  [250, 4_000],
  [100, 20_000],
  [80, 25_000],
  [125, 16_000],
  [200, 10_000],
  [250, 8_000],
  [100, 50_000],
  [80, 62_500],
  [125, 40_000],
  [250, 20_000],
  [400, 12_500],
  [20, 10_000],
  [25, 10_000],
  [10, 10_000],
  [50, 2_000],
  [50, 8_000],
  [100, 8_000],
];

/** Bin steps of the first pools, whose address has no base factor. Pools are known for 1 and 4. */
const FIRST_STEPS = [1, 2, 4, 5, 10, 15, 20, 25, 50, 80, 100] as const;

/** Meteora's Dynamic Liquidity Market Maker. */
export const meteoraDlmm: Venue = {
  id: 'meteora_dlmm',
  name: 'Meteora DLMM',
  program: PROGRAM,
  authority: null,
  // `swap2` takes them as `TransferHookX` and `TransferHookY` (MeteoraAg/dlmm-sdk, `idls/dlmm.json`).
  forwardsHooks: true,
  configurations: PRESETS,
  candidates,
  recognise,
};

function candidates({ mint, other }: Pair, configurations: Accounts): readonly Address[] {
  const presets = PRESETS.filter((preset) => isPreset(configurations.get(preset)));
  return [
    customizablePool(mint, other),
    ...presets.map((preset) => presetPool(preset, mint, other)),
    ...USUAL_FACTORS.map(([binStep, baseFactor]) => factorPool(mint, other, binStep, baseFactor)),
    ...FIRST_STEPS.map((binStep) => stepPool(mint, other, binStep)),
  ];
}
