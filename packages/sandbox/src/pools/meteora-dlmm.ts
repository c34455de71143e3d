import type { Address } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { binArrayAddress, extensionAddress, vaultAddress } from 'assay-core/venues/meteora-dlmm/addresses.ts';
import { binArrayOf, binPrice, isBeyondPool } from 'assay-core/venues/meteora-dlmm/bins.ts';
import { PROGRAM } from 'assay-core/venues/meteora-dlmm/layout.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { Layout, rented } from './layout.ts';

/* Accounts of Meteora's DLMM as its program writes them. Layouts: MeteoraAg/dlmm-sdk, `idls/dlmm.json`. */

/** Bins in an array, and the arrays on each side whose bit the pool itself holds. */
const BINS = 70;
const INNER = 512;
const OUTER = INNER * 12;

/** The inputs of a pool. Everything but its mints and vaults has a value that makes a plain, open pool. */
interface DlmmPool {
  readonly mintX: Address;
  readonly mintY: Address;
  readonly vaultX: Address;
  readonly vaultY: Address;
  readonly oracle?: Address;
  readonly creator?: Address;
  /** Step between bins in basis points, and what multiplies it to the base fee. */
  readonly binStep?: number;
  readonly baseFactor?: number;
  readonly feePower?: number;
  /** Periods in seconds, factor and share in basis points. */
  readonly filterPeriod?: number;
  readonly decayPeriod?: number;
  readonly reductionFactor?: number;
  readonly variableControl?: number;
  readonly maxAccumulator?: number;
  readonly protocolShare?: number;
  /** 0 not decided, 1 liquidity mining, 2 limit orders. */
  readonly functionType?: number;
  /** 0 fee on the input, 1 fee in Y only. */
  readonly feeMode?: number;
  readonly accumulator?: number;
  readonly reference?: number;
  readonly indexReference?: number;
  /** Unix seconds. */
  readonly updatedAt?: bigint;
  /** 0 permissionless, 1 permissioned, 2 customizable, 3 permissionless by preset. */
  readonly pairType?: number;
  readonly activeId?: number;
  readonly status?: number;
  /** 0 slot, 1 Unix time. */
  readonly activationType?: number;
  readonly activationPoint?: bigint;
  readonly owedX?: bigint;
  readonly owedY?: bigint;
  readonly rewardMint?: Address;
  /** The bin arrays that exist; those beyond -512 to 511 belong to the extension. */
  readonly arrays?: readonly number[];
  /** The signer seeds of the pool: the preset, or a key of its own; and the bump of its address. */
  readonly baseKey?: Address;
  readonly bump?: number;
  /** True when the base factor is a seed of the address. */
  readonly factorIsSeed?: boolean;
  readonly newProgramX?: boolean;
  readonly newProgramY?: boolean;
  readonly version?: number;
}

/** The data of a pool's account (`LbPair`). */
function dlmmPool(pool: DlmmPool): Uint8Array {
  const layout = new Layout(904).hex(0, '210b3162b565b10d');
  writeFees(layout, pool);
  writeState(layout, pool);
  layout.key(88, pool.mintX).key(120, pool.mintY).key(152, pool.vaultX).key(184, pool.vaultY);
  layout.u64(216, pool.owedX ?? 0n).u64(224, pool.owedY ?? 0n);
  if (pool.rewardMint) layout.key(264, pool.rewardMint);
  if (pool.oracle) layout.key(552, pool.oracle);
  if (pool.baseKey) layout.key(784, pool.baseKey);
  if (pool.creator) layout.key(848, pool.creator);
  const data = layout.bytes();
  for (const index of pool.arrays ?? []) if (index >= -INNER && index < INNER) setBit(data, 584, index + INNER);
  return data;
}

function writeFees(layout: Layout, pool: DlmmPool): void {
  layout
    .u16(8, pool.baseFactor ?? 10_000)
    .u16(10, pool.filterPeriod ?? 30)
    .u16(12, pool.decayPeriod ?? 600);
  layout.u16(14, pool.reductionFactor ?? 5_000).u32(16, pool.variableControl ?? 40_000);
  layout.u32(20, pool.maxAccumulator ?? 350_000).u16(32, pool.protocolShare ?? 1_000);
  layout
    .u8(34, pool.feePower ?? 0)
    .u8(35, pool.functionType ?? 0)
    .u8(36, pool.feeMode ?? 0);
}

function writeState(layout: Layout, pool: DlmmPool): void {
  const binStep = pool.binStep ?? 25;
  // The program keeps to bins whose price fits into 64 bits.
  const reach = Math.min(443_636, Math.floor((64 * Math.LN2) / Math.log1p(binStep / 10_000)));
  layout.i32(24, -reach).i32(28, reach);
  const { accumulator = 0, reference = 0, indexReference = 0, updatedAt = 0n, activeId = 0 } = pool;
  layout.u32(40, accumulator).u32(44, reference).i32(48, indexReference).i64(56, updatedAt).i32(76, activeId);
  layout
    .u8(72, pool.bump ?? 0)
    .u16(73, binStep)
    .u8(75, pool.pairType ?? 3)
    .u16(80, binStep);
  const { status = 0, factorIsSeed = false, baseFactor = 10_000 } = pool;
  layout.u8(82, status).u8(83, Number(factorIsSeed)).u16(84, baseFactor);
  layout.u8(86, pool.activationType ?? 0).u64(816, pool.activationPoint ?? 0n);
  layout
    .u8(880, pool.newProgramX ? 1 : 0)
    .u8(881, pool.newProgramY ? 1 : 0)
    .u8(882, pool.version ?? 1);
}

/** The amounts of a bin, in atomic units. A price (Q64.64) of 0 or none is one that the program has yet to compute. */
export interface DlmmBin {
  readonly id: number;
  readonly x?: bigint;
  readonly y?: bigint;
  readonly price?: bigint;
  readonly openOrders?: bigint;
  readonly begunOrders?: bigint;
  /** True when the orders sell X. */
  readonly ordersSellX?: boolean;
  /** Shares of the bin's liquidity that exist; without a word one where the bin holds something. */
  readonly supply?: bigint;
}

/** The data of the bin array `index` of a pool (`BinArray`). Bins that are not given are empty. */
function dlmmBinArray(pool: Address, index: number, bins: readonly DlmmBin[], version = 2): Uint8Array {
  const layout = new Layout(10_136).hex(0, '5c8e5cdc059446b5');
  layout.i64(8, BigInt(index)).u8(16, version).key(24, pool);
  for (const bin of bins) {
    const at = 56 + 144 * (bin.id - index * BINS);
    const { x = 0n, y = 0n } = bin;
    layout
      .u64(at, x)
      .u64(at + 8, y)
      .u128(at + 16, bin.price ?? 0n);
    layout.u128(at + 32, bin.supply ?? (x + y > 0n ? 1n << 64n : 0n));
    layout
      .u64(at + 112, bin.openOrders ?? 0n)
      .u64(at + 120, bin.begunOrders ?? 0n)
      .u64(at + 128, bin.begunOrders ?? 0n);
    layout.u8(at + 140, bin.ordersSellX ? 1 : 0);
  }
  return layout.bytes();
}

/** The data of the account that lists the bin arrays beyond -512 to 511 (`BinArrayBitmapExtension`). */
export function dlmmExtension(pool: Address, arrays: readonly number[]): Uint8Array {
  const data = new Layout(1_576).hex(0, '506f7c7137ed1205').key(8, pool).bytes();
  for (const index of arrays) {
    if (index >= INNER && index < INNER + OUTER) setBit(data, 40, index - INNER);
    if (index < -INNER && index >= -INNER - OUTER) setBit(data, 808, -index - 1 - INNER);
  }
  return data;
}

/** The data of a preset that pools are made with (`PresetParameter2`). */
export function dlmmPreset(index: number, binStep = 25, baseFactor = 10_000): Uint8Array {
  const layout = new Layout(192).hex(0, 'abec9473a271deae');
  layout.u16(8, binStep).u16(10, baseFactor).u16(12, 30).u16(14, 600).u32(16, 40_000).u32(20, 350_000);
  return layout.u16(24, 5_000).u16(26, 1_000).u16(28, index).bytes();
}

/** The data of a vault: a token account of the pool. */
export function dlmmVault(pool: Address, mint: Address, amount: bigint, frozen = false): Uint8Array {
  const layout = new Layout(165).key(0, mint).key(32, pool).u64(64, amount);
  return layout.u8(108, frozen ? 2 : 1).bytes();
}

function setBit(data: Uint8Array, at: number, number: number): void {
  data[at + (number >> 3)] = (data[at + (number >> 3)] ?? 0) | (1 << (number & 7));
}

/** Everything in a pool as one position that its owner can withdraw from a point on: a slot, or Unix seconds. */
export function dlmmPosition(spec: {
  readonly address: Address;
  readonly pool: Address;
  readonly owner: Address;
  readonly share: bigint;
  readonly releasePoint: bigint;
}): AccountBytes {
  const layout = new Layout(8_120).hex(0, '75b0d4c7f5b485b6').key(8, spec.pool).key(40, spec.owner);
  return rented(spec.address, PROGRAM, layout.u128(72, spec.share).u64(7_992, spec.releasePoint).bytes());
}

/** A pool with its bins, which may lie in any arrays. Vaults hold what the bins do, and what is owed, without a word. */
export interface DlmmParts extends Omit<DlmmPool, 'vaultX' | 'vaultY' | 'arrays'> {
  readonly address: Address;
  readonly bins: readonly DlmmBin[];
  /** Arrays that exist beside those of the bins. */
  readonly emptyArrays?: readonly number[];
  readonly arrayVersion?: number;
  readonly amounts?: { readonly x: bigint; readonly y: bigint };
}

/** Every account of a pool that trades: itself first, then its vaults, bin arrays and, where it has one, its extension. */
export function dlmmAccounts(parts: DlmmParts): readonly [AccountBytes, ...AccountBytes[]] {
  const { address, mintX, mintY } = parts;
  const arrays = new Map<number, DlmmBin[]>((parts.emptyArrays ?? []).map((index) => [index, []]));
  for (const bin of parts.bins) arrays.set(binArrayOf(bin.id), [...(arrays.get(binArrayOf(bin.id)) ?? []), bin]);
  const indexes = [...arrays.keys()];
  const [vaultX, vaultY] = [vaultAddress(address, mintX), vaultAddress(address, mintY)];
  const amounts = parts.amounts ?? vaultAmounts(parts);
  const extended = indexes.some(isBeyondPool);
  return [
    rented(address, PROGRAM, dlmmPool({ ...parts, vaultX, vaultY, arrays: indexes })),
    rented(vaultX, TOKEN_PROGRAM, dlmmVault(address, mintX, amounts.x)),
    rented(vaultY, TOKEN_PROGRAM, dlmmVault(address, mintY, amounts.y)),
    ...indexes.map((index) => arrayAccount(parts, index, arrays.get(index) ?? [])),
    ...(extended ? [rented(extensionAddress(address), PROGRAM, dlmmExtension(address, indexes))] : []),
  ];
}

function arrayAccount(parts: DlmmParts, index: number, bins: readonly DlmmBin[]): AccountBytes {
  const step = BigInt(parts.binStep ?? 25);
  // The program stores a bin's price with the first deposit, and swaps rely on it.
  const priced = bins.map((bin) => ({ price: binPrice(bin.id, step) ?? 0n, ...bin }));
  const data = dlmmBinArray(parts.address, index, priced, parts.arrayVersion);
  return rented(binArrayAddress(parts.address, index), PROGRAM, data);
}

function vaultAmounts({ bins, owedX = 0n, owedY = 0n }: DlmmParts): { readonly x: bigint; readonly y: bigint } {
  let [x, y] = [owedX, owedY];
  for (const bin of bins) {
    const orders = (bin.openOrders ?? 0n) + (bin.begunOrders ?? 0n);
    x += (bin.x ?? 0n) + (bin.ordersSellX ? orders : 0n);
    y += (bin.y ?? 0n) + (bin.ordersSellX ? 0n : orders);
  }
  return { x, y };
}
