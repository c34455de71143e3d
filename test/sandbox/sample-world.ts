import { LocalChain } from 'assay-sandbox/chain/local-chain.ts';
import { WORLD_SEED } from 'assay-sandbox/identity.ts';
import { loadWorld } from 'assay-sandbox/snapshot/format.ts';
import type { World } from 'assay-sandbox/world/world.ts';
import { packageRoot } from '#lib/process/package-root.ts';

const CHAIN_PROGRAM = new URL('dist/sandbox-chain.js', packageRoot);

/**
 * The sample world with all of its stories, on a chain in this process, loaded as `npm start` loads it. Building it takes twenty times as
 * long. Throws where `node build.mjs` made no snapshot of this program.
 */
export function sampleWorld(): { readonly chain: LocalChain; readonly world: World } {
  const chain = new LocalChain({
    anchorMs: Date.UTC(2026, 0, 1),
    startedMs: Date.now(),
    finalitySlots: 0,
    seed: WORLD_SEED,
  });
  const world = loadWorld(chain, WORLD_SEED, CHAIN_PROGRAM);
  if (world === null) throw new Error('node build.mjs made no snapshot of this program');
  return { chain, world };
}
