import type { Reading } from 'assay-core/lib/reading.ts';
import fc from 'fast-check';
import { SOL } from '../../packages/core/test/support/moves/chain.ts';
import { funderWorlds } from '../../packages/core/test/support/moves/funders/worlds.ts';
import { walletWorlds } from '../../packages/core/test/support/moves/wallets/worlds.ts';
import { tokenWorlds } from '../../packages/core/test/support/moves/worlds.ts';
import { hashOf } from './rounds-reader.ts';
import { funderScene, type Gathered, type Scene, tokenScene, tradeScene, walletScene } from './scenes.ts';

/** The same worlds each time. */
const seed = 49;
/** Which part of the calls fails; 0 for none. */
const PARTS = [0, 25, 8, 3] as const;
const SIZES = [SOL / 10n, SOL, 10n * SOL];

/**
 * Lines about checks of random worlds in which calls fail, a world's after the other's. A line has the part of calls that was lost, how many
 * rounds and calls there were, a hash of evidence and judgement, the verdict, and the gaps by their cause. A reading that is missing under
 * another name than its own stands as `launch (snapshot)`.
 */
export const faultLines = {
  token: (worlds: number) => linesOf(tokenWorlds, worlds, tokenScene),
  trade: (worlds: number) => linesOf(tokenWorlds, worlds, (facts, n) => tradeScene(facts, SIZES[n % SIZES.length])),
  wallet: (worlds: number) => linesOf(walletWorlds, worlds, walletScene),
  funder: (worlds: number) => linesOf(funderWorlds, worlds, funderScene),
};

/** The lines of each world. */
async function linesOf<T>(
  worlds: fc.Arbitrary<T>,
  count: number,
  sceneOf: (world: T, n: number) => Scene,
): Promise<readonly string[]> {
  const all: string[] = [];
  for (const [n, world] of fc.sample(worlds, { numRuns: count, seed }).entries()) {
    const scene = sceneOf(world, n);
    const lines = [`world ${n}\n`];
    for (const part of PARTS) lines.push(lineOf(part, await scene.gather(part)));
    all.push(lines.join(''));
  }
  return all;
}

function lineOf(part: number, { evidence, judgement, rounds }: Gathered): string {
  const hash = hashOf([evidence, judgement]).toString('hex').slice(0, 8);
  const lost = part === 0 ? 'none' : `1/${part}`;
  const counts = `${rounds.length} rounds ${rounds.flat().length} calls`;
  return `  ${lost.padEnd(4)}  ${counts.padEnd(19)}  ${hash}  ${judgement.verdict}  ${gapsIn(evidence)}`
    .trimEnd()
    .concat('\n');
}

/** The gaps of evidence, by cause. */
function gapsIn(evidence: object): string {
  const byCause = new Map<string, string[]>();
  for (const [name, value] of Object.entries(evidence)) {
    if (!isGap(value)) continue;
    const { cause, reading } = value.gap;
    byCause.set(cause, [...(byCause.get(cause) ?? []), snake(name) === reading ? name : `${name} (${reading})`]);
  }
  return [...byCause]
    .map(([cause, names]) => `${cause} ${names.sort().join(' ')}`)
    .sort()
    .join(', ');
}

const snake = (name: string) => name.replaceAll(/[A-Z]|\d/g, (one) => `_${one.toLowerCase()}`);

function isGap(value: unknown): value is Extract<Reading<never>, { readonly known: false }> {
  return typeof value === 'object' && value !== null && 'known' in value && value.known === false;
}
