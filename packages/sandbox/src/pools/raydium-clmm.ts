import type { Address } from 'assay-core/solana/address.ts';
import { inByteOrder } from 'assay-core/solana/address.ts';
import { amount0, amount1 } from 'assay-core/venues/concentrated/step.ts';
import {
  configurationAddress,
  extensionAddress,
  PROGRAM,
  poolAddress,
  tickArrayAddress,
  vaultAddress,
} from 'assay-core/venues/raydium-clmm/addresses.ts';
import type { ClmmDynamicFee } from 'assay-core/venues/raydium-clmm/dynamic-fee.ts';
import { sqrtPriceAt, tickAt } from 'assay-core/venues/raydium-clmm/tick-price.ts';
import { type EncodedAccount, Layout } from './layout.ts';

/** Rates in parts of a million; `protocol` and `fund` are shares of the trade fee. */
export interface ClmmConfigSpec {
  readonly index: number;
  readonly tickSpacing: number;
  readonly trade: number;
  readonly protocol?: number;
  readonly fund?: number;
}

/** The change at a tick: liquidity, and the amounts of waiting limit orders, new ones and partly filled ones. */
interface ClmmTick {
  readonly tick: number;
  readonly net?: bigint;
  readonly gross?: bigint;
  readonly orders?: bigint;
  readonly partFilled?: bigint;
}

/** The state of a pool account. Prices are of the mint with the smaller bytes, square roots in Q64.64. */
export interface ClmmPoolSpec {
  readonly mints: readonly [Address, Address];
  readonly configuration: ClmmConfigSpec;
  readonly creator: Address;
  readonly sqrtPrice: bigint;
  /** Only where it is not the one that the price gives. */
  readonly tick?: number;
  readonly feeOn?: number;
  readonly status?: number;
  /** Unix seconds. */
  readonly openTime?: bigint;
  /** The vaults' amounts for the protocol and for the fund, by token. */
  readonly protocolOwed?: readonly [bigint, bigint];
  readonly fundOwed?: readonly [bigint, bigint];
  readonly dynamicFee?: ClmmDynamicFee;
}

/** A pool with positions (`lower` and `upper` ticks) and limit orders in it. */
export interface ClmmSpec extends ClmmPoolSpec {
  readonly positions: readonly { readonly lower: number; readonly upper: number; readonly liquidity: bigint }[];
  readonly orders?: readonly { readonly tick: number; readonly amount: bigint; readonly partFilled?: bigint }[];
}

/** All accounts of a pool of the program, and the vaults that are to be written beside them with what they must hold. */
export interface ClmmAccounts {
  readonly pool: EncodedAccount;
  readonly configuration: EncodedAccount;
  readonly extension: EncodedAccount;
  readonly arrays: readonly EncodedAccount[];
  readonly vaults: readonly { readonly address: Address; readonly mint: Address; readonly amount: bigint }[];
}

/** A fee configuration: `AmmConfig`, 117 bytes. */
export function clmmConfig({
  index,
  tickSpacing,
  trade,
  protocol = 120_000,
  fund = 40_000,
}: ClmmConfigSpec): EncodedAccount {
  const layout = new Layout(117).hex(0, 'daf42168cbcb2b6f').u8(8, 255).u16(9, index);
  layout.u32(43, protocol).u32(47, trade).u16(51, tickSpacing).u32(53, fund);
  return { address: configurationAddress(index), owner: PROGRAM, data: layout.bytes() };
}

/** A pool: `PoolState`, 1544 bytes. `arrays` are the numbers of the tick arrays in use, `liquidity` what is in range. */
export function clmmPool(spec: ClmmPoolSpec, liquidity: bigint, arrays: readonly number[]): EncodedAccount {
  const { sqrtPrice, protocolOwed = [0n, 0n], fundOwed = [0n, 0n] } = spec;
  const mints = inByteOrder(...spec.mints);
  const configuration = configurationAddress(spec.configuration.index);
  const address = poolAddress(configuration, ...mints);
  const layout = new Layout(1544).hex(0, 'f7ede3f5d7c3de46').u8(8, 255);
  layout.key(9, configuration).key(41, spec.creator).key(73, mints[0]).key(105, mints[1]);
  layout.key(137, vaultAddress(address, mints[0])).key(169, vaultAddress(address, mints[1]));
  layout.u8(233, 9).u8(234, 9).u16(235, spec.configuration.tickSpacing);
  layout.u128(237, liquidity).u128(253, sqrtPrice);
  layout.i32(269, spec.tick ?? tickAt(sqrtPrice));
  layout.u64(309, protocolOwed[0]).u64(317, protocolOwed[1]).u64(1064, fundOwed[0]).u64(1072, fundOwed[1]);
  layout.u8(389, spec.status ?? 0).u8(390, spec.feeOn ?? 0);
  layout.u64(1080, spec.openTime ?? 0n);
  const own = arrays.filter((array) => array >= -512 && array < 512);
  setBits(
    layout,
    own.map((array) => 904 * 8 + array + 512),
  );
  if (spec.dynamicFee) putDynamicFee(layout, spec.dynamicFee);
  return { address, owner: PROGRAM, data: layout.bytes() };
}

function putDynamicFee(layout: Layout, fee: ClmmDynamicFee): void {
  layout.u16(1096, fee.filterPeriod).u16(1098, fee.decayPeriod).u16(1100, fee.reductionFactor);
  layout.u32(1102, fee.control).u32(1106, fee.maxAccumulator).i32(1110, fee.referenceGroup);
  layout.u32(1114, fee.reference).u32(1118, fee.accumulator).u64(1122, fee.updatedAt);
}

function setBits(layout: Layout, bits: readonly number[]): void {
  const bytes = new Map<number, number>();
  for (const bit of bits) bytes.set(bit >> 3, (bytes.get(bit >> 3) ?? 0) | (1 << (bit & 7)));
  for (const [at, value] of bytes) layout.u8(at, value);
}

/** An array of 60 ticks: `TickArrayState`, 10240 bytes. `ticks` lie in it and on the spacing. */
export function clmmTickArray(
  pool: Address,
  start: number,
  tickSpacing: number,
  ticks: readonly ClmmTick[],
): EncodedAccount {
  const layout = new Layout(10_240).hex(0, 'c09b55cd31f9812a').key(8, pool).i32(40, start).u8(10_124, ticks.length);
  for (const { tick, net = 0n, gross = 0n, orders = 0n, partFilled = 0n } of ticks) {
    const at = 44 + ((tick - start) / tickSpacing) * 168;
    layout
      .i32(at, tick)
      .u128(at + 4, net)
      .u128(at + 20, gross);
    layout.u64(at + 124, orders).u64(at + 132, partFilled);
    if (partFilled > 0n) layout.u64(at + 116, 1n).u128(at + 140, 1n << 63n);
  }
  return { address: tickArrayAddress(pool, start), owner: PROGRAM, data: layout.bytes() };
}

/** The bitmap of the tick arrays that the pool's own does not cover: `TickArrayBitmapExtension`, 1832 bytes. */
export function clmmExtension(pool: Address, arrays: readonly number[]): EncodedAccount {
  const layout = new Layout(1832).hex(0, '3c9624db61808b99').key(8, pool);
  const upper = arrays.filter((array) => array >= 512).map((array) => 40 * 8 + array - 512);
  const lower = arrays
    .filter((array) => array < -512)
    .map((array) => {
      const bitmap = Math.ceil(-array / 512) - 2;
      return (40 + 896) * 8 + bitmap * 512 + array + 512 * (bitmap + 2);
    });
  setBits(layout, [...upper, ...lower]);
  return { address: extensionAddress(pool), owner: PROGRAM, data: layout.bytes() };
}

/** A tradeable pool with its positions and orders, and with vaults that can pay all of them. */
export function clmmAccounts(spec: ClmmSpec): ClmmAccounts {
  const { tickSpacing } = spec.configuration;
  const ticks = ticksOf(spec);
  const numberOf = ({ tick }: ClmmTick) => Math.floor(tick / (60 * tickSpacing));
  const numbers = [...new Set(ticks.map(numberOf))].sort((a, b) => a - b);
  const now = spec.tick ?? tickAt(spec.sqrtPrice);
  const inRange = spec.positions.filter(({ lower, upper }) => lower <= now && now < upper);
  const pool = clmmPool(
    spec,
    inRange.reduce((sum, { liquidity }) => sum + liquidity, 0n),
    numbers,
  );
  const arrays = numbers.map((array) => {
    const inside = ticks.filter((tick) => numberOf(tick) === array);
    return clmmTickArray(pool.address, array * 60 * tickSpacing, tickSpacing, inside);
  });
  const [zero, one] = holdings(spec, now);
  const vaults = inByteOrder(...spec.mints).map((mint, token) => ({
    address: vaultAddress(pool.address, mint),
    mint,
    amount: token === 0 ? zero : one,
  }));
  const extension = clmmExtension(pool.address, numbers);
  return { pool, configuration: clmmConfig(spec.configuration), extension, arrays, vaults };
}

function ticksOf({ positions, orders = [] }: ClmmSpec): readonly Required<ClmmTick>[] {
  const ticks = new Map<number, Required<ClmmTick>>();
  const at = (tick: number) => ticks.get(tick) ?? { tick, net: 0n, gross: 0n, orders: 0n, partFilled: 0n };
  for (const { lower, upper, liquidity } of positions) {
    ticks.set(lower, { ...at(lower), net: at(lower).net + liquidity, gross: at(lower).gross + liquidity });
    ticks.set(upper, { ...at(upper), net: at(upper).net - liquidity, gross: at(upper).gross + liquidity });
  }
  for (const { tick, amount, partFilled = 0n } of orders)
    ticks.set(tick, { ...at(tick), orders: at(tick).orders + amount, partFilled: at(tick).partFilled + partFilled });
  return [...ticks.values()].sort((a, b) => a.tick - b.tick);
}

/** The worth of positions and orders at the price, rounded up, with the owed amounts. */
function holdings(spec: ClmmSpec, now: number): readonly [bigint, bigint] {
  const { protocolOwed = [0n, 0n], fundOwed = [0n, 0n] } = spec;
  let [zero, one] = [protocolOwed[0] + fundOwed[0], protocolOwed[1] + fundOwed[1]];
  for (const { lower, upper, liquidity } of spec.positions) {
    const [low, high] = [sqrtPriceAt(lower), sqrtPriceAt(upper)];
    const at = spec.sqrtPrice < low ? low : spec.sqrtPrice > high ? high : spec.sqrtPrice;
    zero += amount0(at, high, liquidity, true);
    one += amount1(low, at, liquidity, true);
  }
  for (const { tick, amount, partFilled = 0n } of spec.orders ?? []) {
    if (tick > now) zero += amount + partFilled;
    else one += amount + partFilled;
  }
  return [zero, one];
}
