import type { Address } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { customizablePool, factorPool } from 'assay-core/venues/meteora-dlmm/addresses.ts';
import { ARRAY_TICKS } from 'assay-core/venues/orca-whirlpool/tick-array.ts';
import { sqrtPriceAt } from 'assay-core/venues/raydium-clmm/tick-price.ts';
import { dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { fixedTickArray, whirlpool } from 'assay-sandbox/pools/orca-whirlpool.ts';
import { clmmAccounts } from 'assay-sandbox/pools/raydium-clmm.ts';
import { mintBytes, someAddress, TradeWorld, tokenAccountBytes } from '../packages/core/test/support/trade-world.ts';

const SOL = 1_000_000_000n;
/** The mint of these worlds, and the stable coin of the plain one. */
export const MINT = someAddress(1);
export const STABLE = someAddress(2);
const MINTS: readonly [Address, Address] = MINT < WRAPPED_SOL ? [MINT, WRAPPED_SOL] : [WRAPPED_SOL, MINT];

/** A mint with four plain pools and a concentrated one, and the pool of a stable coin. */
export function plainWorld(): TradeWorld {
  const world = worldWithMints();
  for (const index of [0, 1, 2, 3]) {
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 1_000n * SOL, index, trade: 2_500n * BigInt(index + 1) });
  }
  world.putCpmm({ mint: MINT, other: STABLE, tokens: 10n ** 14n, others: 10n ** 11n, index: 1 });
  world.putCpmm({ mint: STABLE, tokens: 10n ** 13n, others: 100_000n * SOL });
  putClmm(world, [{ lower: -60_000, upper: 60_000, liquidity: 10n ** 14n }]);
  return world;
}

const BINS_A_SIDE = 450;
const RANGES = 40;

/** A mint whose pools have as much in them as a quote can walk through: three of 901 bins each, and many ticks in two more. */
export function denseWorld(): TradeWorld {
  const world = worldWithMints();
  const [ofMint, ofSol] = [SOL / 20n, SOL / 20n];
  for (const [index, address] of densePools().entries()) {
    const activeId = index - 1;
    const bins = Array.from({ length: 2 * BINS_A_SIDE + 1 }, (_, at) => activeId - BINS_A_SIDE + at).map((id) => ({
      id,
      x: id >= activeId ? ofMint : 0n,
      y: id <= activeId ? ofSol : 0n,
    }));
    const [mintX, mintY] = [MINT, WRAPPED_SOL];
    for (const one of dlmmAccounts({ address, mintX, mintY, binStep: 10 + 5 * index, activeId, bins })) {
      world.put(one.address, one.owner, one.data);
    }
  }
  const steps = Array.from({ length: RANGES }, (_, at) => at + 1);
  putClmm(
    world,
    steps.map((step) => ({ lower: -60 * step, upper: 60 * step, liquidity: 10n ** 10n })),
  );
  putWhirlpool(world, steps, 10n ** 10n);
  return world;
}

function densePools(): readonly Address[] {
  return [
    customizablePool(MINT, WRAPPED_SOL),
    factorPool(MINT, WRAPPED_SOL, 20, 10_000),
    factorPool(MINT, WRAPPED_SOL, 25, 10_000),
  ];
}

function worldWithMints(): TradeWorld {
  const world = new TradeWorld();
  for (const mint of [MINT, STABLE]) world.put(mint, TOKEN_PROGRAM, mintBytes(10n ** 15n));
  return world;
}

function putClmm(
  world: TradeWorld,
  positions: readonly { readonly lower: number; readonly upper: number; readonly liquidity: bigint }[],
): void {
  const written = clmmAccounts({
    mints: MINTS,
    configuration: { index: 1, tickSpacing: 60, trade: 2_500 },
    creator: someAddress(9),
    sqrtPrice: sqrtPriceAt(0),
    positions,
  });
  const { pool, configuration, extension, arrays, vaults } = written;
  for (const one of [pool, configuration, extension, ...arrays]) world.put(one.address, one.owner, one.data);
  for (const { address, mint, amount } of vaults) {
    world.put(address, TOKEN_PROGRAM, tokenAccountBytes(mint, pool.address, amount));
  }
}

/** Ranges of equal liquidity around the price 1, each with its ends `step` times the spacing away. */
function putWhirlpool(world: TradeWorld, steps: readonly number[], liquidity: bigint): void {
  const tickSpacing = 64;
  const all = { mints: MINTS, tickSpacing, sqrtPrice: 1n << 64n, feeRate: 3_000 };
  const pool = whirlpool({ ...all, liquidity: liquidity * BigInt(steps.length) });
  world.put(pool.address, pool.owner, pool.data);
  const width = ARRAY_TICKS * tickSpacing;
  for (const start of [-3, -2, -1, 0, 1, 2].map((at) => at * width)) {
    const ends = steps.map((step) => Math.sign(start + 1) * step * tickSpacing);
    const ticks = ends
      .filter((index) => index >= start && index < start + width)
      .map((index) => ({ index, net: index < 0 ? liquidity : -liquidity }));
    const array = fixedTickArray({ pool: pool.address, start, tickSpacing, ticks });
    world.put(array.address, array.owner, array.data);
  }
  for (const [at, vault] of pool.vaults.entries()) {
    const mint = pool.mints[at] ?? MINT;
    world.put(vault, TOKEN_PROGRAM, tokenAccountBytes(mint, pool.address, 1_000n * SOL));
  }
}
