import { Layout } from 'assay-sandbox/pools/layout.ts';
import { dammV2Pool, dammV2PoolAccount } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { describe, expect, it } from 'vitest';
import { type Address, addressBytes, addressOf } from '#solana/address.ts';
import { hasPools, recordedAccounts, recordedJson } from '../../test/support/recorded-pools.ts';
import { positionWorth } from './concentrated/worth.ts';
import type { PositionLayout } from './liquidity-position.ts';
import { dammV2Positions } from './meteora-damm-v2/positions.ts';
import { dlmmPositions } from './meteora-dlmm/positions.ts';
import { whirlpoolPositions } from './orca-whirlpool/positions.ts';
import { sqrtPriceAt } from './orca-whirlpool/tick-math.ts';
import { clmmPositions } from './raydium-clmm/positions.ts';
import type { AccountBytes } from './venue.ts';

const key = (n: number): Address => addressOf(new Uint8Array(32).fill(n));
const [POOL, MINT, OWNER] = [key(1), key(2), key(3)];
const ONE = 1n << 64n;

const whirlpool = (lower: number, upper: number) =>
  new Layout(216).hex(0, 'aabc8fe47a40f7d0').key(8, POOL).key(40, MINT).u128(72, 5n).i32(88, lower).i32(92, upper);
const clmm = (lower: number, upper: number) =>
  new Layout(281).hex(0, '466f967ee60f1975').key(9, MINT).key(41, POOL).i32(73, lower).i32(77, upper).u128(81, 5n);
const dammV2 = () =>
  scheduled(new Layout(408).hex(0, 'aabc8fe47a40f7d0').key(8, POOL).key(40, MINT), 312)
    .u128(152, 1n)
    .u128(168, 20n)
    .u128(184, 4n);
/** 5 at the cliff, then 3 each in 10 periods, of which 15 are booked as released. */
const scheduled = (layout: Layout, at: number) =>
  layout
    .u64(at, 1_000n)
    .u64(at + 8, 60n)
    .u128(at + 16, 5n)
    .u128(at + 32, 3n)
    .u128(at + 48, 15n)
    .u16(at + 64, 10);
const schedule = [
  { at: 1_000n, amount: 5n, steps: 1n, every: 0n },
  { at: 1_060n, amount: 30n, steps: 10n, every: 60n },
];
const dlmm = (bytes: number) =>
  new Layout(bytes)
    .hex(0, '75b0d4c7f5b485b6')
    .key(8, POOL)
    .key(40, OWNER)
    .u128(72, 1n)
    .u128(72 + 69 * 16, 2n);

describe('a position', () => {
  it('of a Whirlpool or a CLMM pool has liquidity in a range of ticks, and a mint', () => {
    const position = { pool: POOL, liquidity: 5n, lockedLiquidity: 0n, holder: { nftMint: MINT } };
    const range = { lower: -64, upper: 128 };
    expect(whirlpoolPositions.read(whirlpool(-64, 128).bytes())).toEqual({ ...position, range });
    expect(clmmPositions.read(clmm(-64, 128).bytes())).toEqual({ ...position, range });
  });

  it('of DAMM v2 tells what is locked for good from what vests or is free', () => {
    expect(dammV2Positions.read(dammV2().bytes())).toEqual({
      pool: POOL,
      liquidity: 25n,
      lockedLiquidity: 4n,
      vesting: { liquidity: 20n, releases: schedule, explained: 20n },
      holder: { nftMint: MINT },
      range: null,
    });
  });

  it('of DAMM v2 may open by an account of its own, which names it', () => {
    const vesting = scheduled(new Layout(184).hex(0, '6495428a5fc880f1').key(8, OWNER), 40).bytes();
    const read = dammV2Positions.vestings?.read;
    expect(read?.(vesting, OWNER)).toEqual({ liquidity: 20n, releases: schedule, explained: 20n });
    for (const wrong of [vesting.with(0, 0), vesting.subarray(1)]) expect(read?.(wrong, OWNER)).toBeNull();
    expect(read?.(vesting, MINT)).toBeNull();
  });

  it('opens in the unit of its pool', () => {
    const dlmmPool = (activationType: number) =>
      dlmmAccounts({ address: POOL, mintX: MINT, mintY: OWNER, bins: [], activationType })[0];
    const dammPool = (activationType: 0 | 1) => dammV2PoolAccount(POOL, dammV2Pool({ address: POOL, activationType }));
    expect([0, 1].map((type) => dlmmPositions.timing(dlmmPool(type)))).toEqual(['slots', 'seconds']);
    expect(([0, 1] as const).map((type) => dammV2Positions.timing(dammPool(type)))).toEqual(['slots', 'seconds']);
    expect([dlmmPositions.timing(dammPool(0)), dammV2Positions.timing(dlmmPool(0))]).toEqual([null, null]);
    expect([whirlpoolPositions, clmmPositions].map((layout) => layout.timing(dammPool(1)))).toEqual([null, null]);
  });

  it('of DLMM has an owner and the shares of its bins, behind the usual length as well', () => {
    expect(dlmmPositions.read(dlmm(8_120).bytes())).toMatchObject({ holder: { owner: OWNER }, liquidity: 3n });
    const wide = dlmm(8_120 + 2 * 112)
      .u128(8_120, 10n)
      .u128(8_120 + 16, 99n)
      .u128(8_120 + 112, 20n);
    expect(dlmmPositions.read(wide.bytes())).toMatchObject({ liquidity: 33n });
  });

  it.each([
    [whirlpoolPositions, whirlpool(0, 1).bytes()],
    [clmmPositions, clmm(0, 1).bytes()],
    [dammV2Positions, dammV2().bytes()],
    [dlmmPositions, dlmm(8_120).bytes()],
  ] as const)(
    'is read from its head alone, passes the filters of its pool, and nothing else is one (%#)',
    (layout, data) => {
      expect(layout.read(data.subarray(0, layout.headBytes))).toEqual(layout.read(data));
      expect(passes(layout, data, POOL)).toBe(true);
      expect(passes(layout, data, MINT)).toBe(false);
      expect(layout.read(data.subarray(0, layout.headBytes - 1))).toBeNull();
      expect(layout.read(data.with(0, 0))).toBeNull();
    },
  );

  it.each([
    [0, 0],
    [5, 4],
    [-443_637, 0],
    [0, 443_637],
  ])('with a range from %d to %d is none', (lower, upper) => {
    expect(whirlpoolPositions.read(whirlpool(lower, upper).bytes())).toBeNull();
    expect(clmmPositions.read(clmm(lower, upper).bytes())).toBeNull();
  });

  it.runIf(hasPools)('that was collected reads as its decoder says', () => {
    const { data } = recordedJson<{ readonly data: string }>('orca-whirlpool/carbon/position_account.json');
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    const found = whirlpoolPositions.read(bytes);
    expect(found).toMatchObject({ liquidity: 27_713_585_964n, range: { lower: -21_264, upper: -19_424 } });
    expect(found && passes(whirlpoolPositions, bytes, found.pool)).toBe(true);
  });
});

describe('the tick of a pool', () => {
  it.runIf(hasPools)('is that of collected pools, and no other account has one', () => {
    const pools = [...recordedAccounts('orca-whirlpool', 'raydium-clmm').values()];
    const ticks = (layout: PositionLayout) =>
      pools.flatMap((account: AccountBytes) => layout.activeIndex(account) ?? []);
    for (const layout of [whirlpoolPositions, clmmPositions]) {
      expect(ticks(layout).length).toBeGreaterThan(0);
      expect(ticks(layout).length).toBeLessThan(pools.length);
    }
    expect(ticks(dlmmPositions)).toEqual([]);
  });
});

describe('what stands in a position', () => {
  it('is what its two tokens are worth at the price of the pool', () => {
    const [lower, upper, now] = [ONE / 2n, ONE * 2n, ONE];
    // A price of 1: half of the liquidity in each token.
    expect(positionWorth(1_000n, { lower, upper, now })).toBe(1_000n);
    // Out of range it is all of one token: above, of the second one; below, of the first at what that is worth.
    expect(positionWorth(1_000n, { lower, upper, now: upper })).toBe(1_500n);
    expect(positionWorth(1_000n, { lower, upper, now: ONE / 4n })).toBe(93n);
  });

  it('is little in a narrow range, whatever its liquidity', () => {
    for (const layout of [whirlpoolPositions, clmmPositions]) {
      const wide = { pool: POOL, liquidity: 10n ** 12n, lockedLiquidity: 0n, holder: { nftMint: MINT } };
      const full = layout.worth({ ...wide, range: { lower: -400_000, upper: 400_000 } }, 0);
      const narrow = layout.worth({ ...wide, range: { lower: -1, upper: 1 } }, 0);
      expect(Number(full) / Number(narrow)).toBeGreaterThan(10_000);
      expect(layout.worth({ ...wide, range: { lower: 0, upper: 1 } }, 1)).toBeGreaterThan(0n);
      expect(layout.worth({ ...wide, range: { lower: 0, upper: 1 } }, -1)).toBeGreaterThan(0n);
    }
    expect(positionWorth(1n << 80n, { lower: sqrtPriceAt(-1), upper: sqrtPriceAt(1), now: ONE })).toBeGreaterThan(0n);
  });
});

function passes(layout: PositionLayout, data: Uint8Array, pool: Address): boolean {
  return layout.filters(pool).every((filter) => {
    if ('dataSize' in filter) return data.length === filter.dataSize;
    return Buffer.from(data.subarray(filter.at, filter.at + filter.bytes.length)).equals(Buffer.from(filter.bytes));
  });
}

it('names pools by their bytes', () => {
  expect(dlmmPositions.filters(POOL)).toContainEqual({ at: 8, bytes: addressBytes(POOL) });
});
