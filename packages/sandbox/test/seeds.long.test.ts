import { expect, test } from 'vitest';
import { LocalChain } from '#chain/local-chain.ts';
import { sandboxMethods } from '#rpc/methods.ts';
import { buildWorld } from '#world/world.ts';

test.each(['another world', 'a third world', 'a fourth world'])(
  'the seed "%s" makes a world that plays',
  async (seed) => {
    // Which mint of a pool comes first follows from the seed, and with it how its price is written.
    const chain = new LocalChain({ anchorMs: Date.UTC(2026, 0, 1), startedMs: Date.now(), finalitySlots: 0, seed });
    const world = await buildWorld(chain, seed);
    const { getBalance } = sandboxMethods(chain, world);
    // A question about a subject plays its story. The longest one, of thousands of transactions, is the same for all seeds.
    for (const { address, what } of world.subjects) if (!what.startsWith('5,000')) await getBalance?.([address]);
    expect(world.subjects.filter(({ kind }) => kind === 'trade')).toHaveLength(24);
  },
);
