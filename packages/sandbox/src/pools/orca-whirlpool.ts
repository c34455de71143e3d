import { type Address, addressBytes, derivedAddress, inByteOrder } from 'assay-core/solana/address.ts';
import {
  feeTierAddress,
  ORCA_CONFIG,
  oracleAddress,
  poolAddress,
  tickArrayAddress,
} from 'assay-core/venues/orca-whirlpool/addresses.ts';
import { PROGRAM } from 'assay-core/venues/orca-whirlpool/layout.ts';
import type { FeeConstants, FeeVariables } from 'assay-core/venues/orca-whirlpool/oracle.ts';
import { ARRAY_TICKS, type WhirlpoolTick } from 'assay-core/venues/orca-whirlpool/tick-array.ts';
import { tickAt } from 'assay-core/venues/orca-whirlpool/tick-math.ts';
import { type EncodedAccount, Layout } from './layout.ts';

/**
 * A Whirlpool. The order of the mints does not matter; `sqrtPrice` (Q64.64) and `owed` are of the lower one as A and the
 * other as B. `feeRate` in parts of a million, `protocolFeeRate` in parts of 10,000 of the fee. Without `feeTierIndex` the
 * tier is the static one of the tick spacing. `tick` only where it is not the one that the price gives.
 */
export interface WhirlpoolSpec {
  readonly mints: readonly [Address, Address];
  readonly tickSpacing: number;
  readonly sqrtPrice: bigint;
  readonly liquidity: bigint;
  readonly feeRate: number;
  readonly feeTierIndex?: number;
  readonly protocolFeeRate?: number;
  readonly tick?: number;
  readonly owed?: readonly [bigint, bigint];
  readonly config?: Address;
}

/** A pool with the vaults that it names, of mint A and of mint B, which are to be written beside it. */
export interface WrittenWhirlpool extends EncodedAccount {
  readonly mints: readonly [Address, Address];
  readonly vaults: readonly [Address, Address];
}

/** A tick array of a pool; `ticks` lie within it and on the spacing. */
export interface TickArraySpec {
  readonly pool: Address;
  readonly start: number;
  readonly tickSpacing: number;
  readonly ticks: readonly WhirlpoolTick[];
}

/** A pool account: 653 bytes, without rewards. */
export function whirlpool(spec: WhirlpoolSpec): WrittenWhirlpool {
  const { tickSpacing, sqrtPrice, config = ORCA_CONFIG, owed = [0n, 0n] } = spec;
  const feeTierIndex = spec.feeTierIndex ?? tickSpacing;
  const mints = inByteOrder(...spec.mints);
  const address = poolAddress(mints, feeTierIndex, config);
  const vaults = [vaultOf(address, mints[0]), vaultOf(address, mints[1])] as const;
  const layout = new Layout(653).hex(0, '3f95d10ce1806309').key(8, config).u8(40, 255);
  layout
    .u16(41, tickSpacing)
    .u16(43, feeTierIndex)
    .u16(45, spec.feeRate)
    .u16(47, spec.protocolFeeRate ?? 1300);
  layout
    .u128(49, spec.liquidity)
    .u128(65, sqrtPrice)
    .i32(81, spec.tick ?? tickAt(sqrtPrice));
  layout.u64(85, owed[0]).u64(93, owed[1]);
  layout.key(101, mints[0]).key(133, vaults[0]).key(181, mints[1]).key(213, vaults[1]);
  return { address, owner: PROGRAM, data: layout.bytes(), mints, vaults };
}

/** A tick array in its older form: 9,988 bytes, each tick at its fixed offset. */
export function fixedTickArray({ pool, start, tickSpacing, ticks }: TickArraySpec): EncodedAccount {
  const layout = new Layout(9988).hex(0, '4561bdbe6e0742bb').i32(8, start).key(9956, pool);
  for (const { index, net } of ticks) {
    const at = 12 + ((index - start) / tickSpacing) * 113;
    layout
      .u8(at, 1)
      .u128(at + 1, net)
      .u128(at + 17, net < 0n ? -net : net);
  }
  return { address: tickArrayAddress(pool, start), owner: PROGRAM, data: layout.bytes() };
}

/** A tick array in its newer form: 148 bytes, and 112 more for each initialised tick. */
export function dynamicTickArray({ pool, start, tickSpacing, ticks }: TickArraySpec): EncodedAccount {
  const layout = new Layout(148 + 112 * ticks.length).hex(0, '11d8f68ee1c7da38').i32(8, start).key(12, pool);
  let bitmap = 0n;
  for (let i = 0, at = 60; i < ARRAY_TICKS; i += 1, at += 1) {
    const tick = ticks.find(({ index }) => index === start + i * tickSpacing);
    if (!tick) continue;
    bitmap |= 1n << BigInt(i);
    layout
      .u8(at, 1)
      .u128(at + 1, tick.net)
      .u128(at + 17, tick.net < 0n ? -tick.net : tick.net);
    at += 112;
  }
  layout.u128(44, bitmap);
  return { address: tickArrayAddress(pool, start), owner: PROGRAM, data: layout.bytes() };
}

/** The two arrays of a full-range pool of the given spacing (32896 or more), whose only ticks are its ends. */
export function fullRangeTickArrays(pool: Address, tickSpacing: number, liquidity: bigint): readonly EncodedAccount[] {
  const end = Math.floor(443_636 / tickSpacing) * tickSpacing;
  const below = { pool, tickSpacing, start: -ARRAY_TICKS * tickSpacing, ticks: [{ index: -end, net: liquidity }] };
  return [dynamicTickArray(below), dynamicTickArray({ ...below, start: 0, ticks: [{ index: end, net: -liquidity }] })];
}

/** The oracle of a pool with an adaptive fee: 254 bytes. `tradeEnabledAt` in Unix seconds, 0: at once. */
export function oracle(
  pool: Address,
  constants: FeeConstants,
  variables: Partial<FeeVariables> = {},
  tradeEnabledAt = 0n,
): EncodedAccount {
  const layout = new Layout(254).hex(0, '8bc283b38cb3e5f4').key(8, pool).u64(40, tradeEnabledAt);
  writeConstants(layout, 48, constants);
  layout.u64(82, variables.referenceUpdatedAt ?? 0n).u64(90, variables.majorSwapAt ?? 0n);
  layout
    .u32(98, variables.reference ?? 0)
    .i32(102, variables.groupReference ?? 0)
    .u32(106, variables.accumulator ?? 0);
  return { address: oracleAddress(pool), owner: PROGRAM, data: layout.bytes() };
}

/** A static fee tier of Orca: 44 bytes. */
export function feeTier(tickSpacing: number, feeRate: number): EncodedAccount {
  const layout = new Layout(44).hex(0, '384b9f4c8e44be69').key(8, ORCA_CONFIG).u16(40, tickSpacing).u16(42, feeRate);
  return { address: feeTierAddress(tickSpacing), owner: PROGRAM, data: layout.bytes() };
}

/** An adaptive fee tier of Orca that anybody may open pools in: 256 bytes. `feeRate` is the base. */
export function adaptiveFeeTier(
  index: number,
  tickSpacing: number,
  feeRate: number,
  constants: FeeConstants,
): EncodedAccount {
  const layout = new Layout(256).hex(0, '931090742f92952e').key(8, ORCA_CONFIG).u16(40, index).u16(42, tickSpacing);
  layout.u16(108, feeRate);
  writeConstants(layout, 110, constants);
  return { address: feeTierAddress(index), owner: PROGRAM, data: layout.bytes() };
}

/**
 * The liquidity that full-range reserves (atomic units of A and of B) make at their own price, and that price: the square
 * root of their product, and of their quotient in Q64.64.
 */
export function fullRange(reserves: readonly [bigint, bigint]): {
  readonly liquidity: bigint;
  readonly sqrtPrice: bigint;
} {
  return { liquidity: root(reserves[0] * reserves[1]), sqrtPrice: root((reserves[1] << 128n) / reserves[0]) };
}

function writeConstants(layout: Layout, at: number, constants: FeeConstants): void {
  layout.u16(at, Number(constants.filterPeriod)).u16(at + 2, Number(constants.decayPeriod));
  layout.u16(at + 4, constants.reductionFactor).u32(at + 6, constants.controlFactor);
  layout.u32(at + 10, constants.maxAccumulator).u16(at + 14, constants.groupSize);
  layout.u16(at + 16, constants.majorSwapTicks);
}

/** The program takes any fresh account as a vault; a derived one is the same every time. */
function vaultOf(pool: Address, mint: Address): Address {
  return derivedAddress([new TextEncoder().encode('vault'), addressBytes(pool), addressBytes(mint)], PROGRAM);
}

function root(value: bigint): bigint {
  if (value < 2n) return value;
  let high = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (high + value / high) >> 1n;
    if (next >= high) return high;
    high = next;
  }
}
