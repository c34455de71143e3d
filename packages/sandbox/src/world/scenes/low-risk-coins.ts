import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { Cast } from '../actors.ts';
import { crowdArrives } from '../crowd.ts';
import { coinScene } from '../market/coin-story.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';

/** Tokens without a fault: old, widely held, unchangeable, in pools that nobody can empty. */
export function lowRiskCoinScene(cast: Cast): SampleScene {
  const scenes = coinScene(cast, [
    {
      name: 'a coin that grew old',
      slot: ago(38),
      by: 'transfer',
      freezable: 'first',
      naming: { name: 'Old Oak', symbol: 'OAK', uri: 'ipfs://sandbox/oak' },
      verdict: 'LOW_RISK',
      what: 'five weeks old, both authorities given up, 22 small holders, burned liquidity of 250 SOL',
    },
    {
      name: 'a coin with its name in the mint',
      slot: ago(37),
      by: 'transfer',
      powers: {},
      naming: { name: 'Quiet Harbour', symbol: 'HARB', uri: 'ipfs://sandbox/harbour' },
      lamports: 240n * SOL,
      verdict: 'LOW_RISK',
      what: 'a mint of Token-2022 with metadata and nothing else, 240 SOL in its pool',
    },
  ]);
  return {
    accounts: scenes.accounts ?? [],
    acts: [...crowdArrives(cast), ...scenes.acts],
    subjects: [
      ...scenes.subjects,
      {
        kind: 'token',
        verdict: 'LOW_RISK',
        address: WRAPPED_SOL,
        what: 'wrapped SOL, which the chain itself stands for',
      },
    ],
  };
}
