import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageRoot } from '#lib/package-root.ts';
import { START_SLOT, WORLD_SLOT_MS } from '../chain/gates.ts';
import type { LocalChain } from '../chain/local-chain.ts';
import { Sequels } from '../world/sequels.ts';
import type { World } from '../world/world.ts';
import { decodeWorld } from './format.ts';

/** Where `build.mjs` keeps the snapshot of the sample world. */
export const SNAPSHOT = new URL('dist/sandbox-world.bin', packageRoot);

/** What a world is made of: the program that builds it, the versions of the packages that it uses, and the time that slots take. */
export function worldStamp(program: URL): Buffer {
  const sum = createHash('sha256');
  for (const part of [program, new URL('package.json', packageRoot)]) sum.update(readFileSync(part));
  return sum.update(`${WORLD_SLOT_MS}`).digest();
}

/** The world of a seed on an empty chain, from the snapshot. Null where there is none that `program` made of this seed. */
export function loadWorld(chain: LocalChain, seed: string, program: URL): World | null {
  const bytes = readIfThere(SNAPSHOT);
  return bytes && worldIn(bytes, chain, seed, worldStamp(program));
}

/** The same from bytes at hand. */
export function worldIn(bytes: Buffer, chain: LocalChain, seed: string, stamp: Uint8Array): World | null {
  const found = decodeWorld(bytes, stamp, chain.clock.blockTime(START_SLOT));
  if (found?.seed !== seed) return null;
  chain.restore(found.contents);
  const nothingLeft = new Sequels([], { play: async () => undefined, usesOf: () => [] });
  return { seed, subjects: found.subjects, sequels: nothingLeft };
}

function readIfThere(file: URL): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
