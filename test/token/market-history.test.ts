import type { LabelTable } from 'assay-core/chain/labels/label.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { openMarket } from 'assay-core/check/inspectors.ts';
import { tableOf } from 'assay-core/derive/token/issuers/issuer-table.ts';
import { gatherToken } from 'assay-core/facts/token/evidence.ts';
import { enoughDepth } from 'assay-core/rules/token/depth.ts';
import type { TokenEvidence } from 'assay-core/rules/token/evidence.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { USDC } from '../../packages/core/test/support/recorded-worlds.ts';
import {
  poolOf,
  putTransaction,
  type TokenWorld,
  tokenMethods,
  tokenWorld,
  WORLD_TIME,
} from '../../packages/core/test/support/token-worlds.ts';
import { key } from '../../packages/core/test/support/transactions.ts';
import { unhurried } from '../support/chains.ts';

const AUTHORITY = address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL');
const SOL = 1_000_000_000n;
const DAY_SLOTS = 216_000;
const DAY = 86_400;
const none: LabelTable = { size: 0, find: () => null };
const mint = curveMintAccount({ mint: key('mint with a market'), supply: 10n ** 15n });
const pool = poolOf(mint);

/** A pool of 10,000 SOL now whose history is this: days ago, and the lamports that it held then; null for noise. */
function worldOf(history: readonly (readonly [daysAgo: number, lamports: bigint | null])[]): TokenWorld {
  const world = tokenWorld(mint, { daysAgo: 400 });
  for (const of of [pool.address, pool.lpMint, ...pool.vaults.map((vault) => vault.address)])
    world.histories.delete(of);
  for (const [n, [daysAgo, lamports]] of history.entries()) {
    const held = pool.vaults.map(({ address: account, mint: of }) => {
      return { account, mint: of, owner: AUTHORITY, amount: of === WRAPPED_SOL ? (lamports ?? 0n) : 10n ** 14n };
    });
    const vaults = lamports === null ? [] : held.map(({ account }) => account);
    putTransaction(world, {
      name: `moment ${n} of the market`,
      slotsAgo: Math.round(daysAgo * DAY_SLOTS) - (n % 7),
      keys: [key('trader'), pool.address, pool.lpMint, ...vaults],
      instructions: [],
      tokens: lamports === null ? [] : held,
    });
  }
  return world;
}

/** An endpoint that gives lists with bodies, in ascending order as well. */
function withBodies(world: TokenWorld): RpcMethods {
  return {
    ...tokenMethods(world),
    getTransactionsForAddress: ([of, options]) => {
      const { sortOrder, limit, paginationToken } = options as Record<string, unknown>;
      const lines = [...(world.histories.get(of as Address) ?? [])].sort((a, b) => a.slot - b.slot);
      const from = typeof paginationToken === 'string' ? Number(paginationToken.split(':')[0]) : 0;
      const found = (sortOrder === 'asc' ? lines : lines.toReversed()).filter(({ slot }) => slot > from);
      const data = found.slice(0, Number(limit)).map(({ signature }) => world.transactions.get(signature));
      return { data, paginationToken: null };
    },
  };
}

/** What a check finds out about the mint of this world. */
async function evidenceOf(world: TokenWorld, isAscending = false): Promise<TokenEvidence> {
  const rpc = await serveFaultyRpc(isAscending ? withBodies(world) : tokenMethods(world));
  const chain = openChain({ urls: [rpc.url], limits: unhurried });
  const options = { ...openMarket(USDC), labels: none, dollarMint: USDC, enoughDepth, issuers: tableOf([]) };
  try {
    const reader = chain.session().reader({ timeMsMax: 600_000, callsMax: 1_000, bytesMax: 1e9 });
    return await gatherToken(mint.address, reader, options);
  } finally {
    await chain.close();
    await rpc.close();
  }
}

/** For how many days the market is proven, the gap where nothing could be read. */
async function daysOf(world: TokenWorld, isAscending = false) {
  const { market } = await evidenceOf(world, isAscending);
  if (!market.known) return market.gap.cause;
  return market.value && (WORLD_TIME - market.value.provenSince) / DAY;
}

const noise = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, n) => [from - ((from - to) * n) / count, null] as const);

describe('the age of a market', () => {
  it('is that of its depth, and of no mint or pool that was there before', async () => {
    expect(
      await daysOf(
        worldOf([
          [300, 10_000n * SOL],
          [2, 9_000n * SOL],
        ]),
      ),
    ).toBeCloseTo(300);
    expect(
      await daysOf(
        worldOf([
          [300, SOL / 100n],
          [2, 9_000n * SOL],
        ]),
      ),
    ).toBeCloseTo(2);
    // 10,000 dollars are enough, whatever came later.
    expect(
      await daysOf(
        worldOf([
          [300, 67n * SOL],
          [2, 9_000n * SOL],
        ]),
      ),
    ).toBeCloseTo(300);
  });

  it('is not older for noise that names the pool and its LP mint', async () => {
    expect(await daysOf(worldOf([[300, SOL], ...noise(299, 3, 1_200), [2, 9_000n * SOL]]))).toBeCloseTo(2);
    expect(await daysOf(worldOf([...noise(299, 3, 1_200)]))).toBe(0);
  });

  it.each([
    ['within six pages', 1_000, true],
    ['beyond them where an endpoint lists in ascending order', 8_000, false],
  ])('of a crowded pool is read %s', async (_, newest, isListed) => {
    // The newest are of the last day.
    const times = [
      ...Array.from({ length: 300 }, (__, n) => 60 - n * 0.196),
      ...Array.from({ length: newest }, (__, n) => 1.1 - n / newest),
    ];
    const trades = (lamports: (daysAgo: number) => bigint) =>
      times.map((daysAgo) => [daysAgo, lamports(daysAgo)] as const);
    const always = worldOf(trades(() => 9_000n * SOL));
    const late = worldOf(trades((daysAgo) => (daysAgo < 3 ? 9_000n * SOL : SOL)));
    expect(await daysOf(always, true)).toBeGreaterThan(30);
    expect(await daysOf(late, true)).toBeLessThanOrEqual(3);
    // Elsewhere the list goes on behind what is read of it.
    const listed = [await daysOf(always), await daysOf(late)];
    const [whole, part] = listed.map(Number);
    if (isListed) expect([whole, Number(part) <= 3]).toEqual([60, true]);
    else expect(listed).toEqual(['plan_refuses', 'plan_refuses']);
  });

  it('is missing where no history of the pool is listed', async () => {
    expect(await daysOf(worldOf([]))).toBe('history_missing');
  });
});

describe('the launch of a market', () => {
  /** Somebody buys a tenth so long after the pool held this. */
  async function buyersOf(history: Parameters<typeof worldOf>[0], daysAgo: number, more = 0) {
    const world = worldOf(history);
    const [buyer, account] = [key('early buyer'), key('account of the early buyer')];
    const purchase = { account, mint: mint.address, owner: buyer, amount: 10n ** 14n };
    for (const n of Array.from({ length: 1 + more }, (_, at) => at)) {
      putTransaction(world, {
        name: `purchase ${n} after ${daysAgo} days`,
        slotsAgo: Math.round(daysAgo * DAY_SLOTS) - 2 - (n > 0 ? 100 + n : 0),
        keys: [buyer, pool.address, ...pool.vaults.map((vault) => vault.address), ...(n > 0 ? [] : [account])],
        instructions: [],
        tokens: n > 0 ? [] : [purchase],
      });
    }
    const { launch } = await evidenceOf(world);
    return launch.known ? launch.value?.buyers.map(({ owner }) => owner === buyer) : launch.gap.cause;
  }
  const filled = (lamports: bigint) => [[20, lamports] as const, [10, 9_000n * SOL] as const];

  it('is where its pool is opened, and where it is filled if that comes later', async () => {
    expect(await buyersOf(filled(SOL / 100n), 20)).toEqual([true]);
    expect(await buyersOf(filled(SOL / 100n), 10)).toEqual([true]);
    expect(await buyersOf(filled(9_000n * SOL), 10)).toEqual([]);
  });

  it('is a gap where its transactions are out of reach', async () => {
    expect(await buyersOf(filled(SOL / 100n), 10, 1_000)).toBe('limit_reached');
  });
});
