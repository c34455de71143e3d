import type { Address } from '#lib/address.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import { binArrayAddress, extensionAddress, vaultAddress } from '#venues/meteora-dlmm/addresses.ts';
import { binPrice } from '#venues/meteora-dlmm/bin-price.ts';
import { arrayOf } from '#venues/meteora-dlmm/bins.ts';
import { isBeyondPool } from '#venues/meteora-dlmm/bitmap.ts';
import { PROGRAM } from '#venues/meteora-dlmm/layout.ts';
import type { AccountBytes } from '#venues/model.ts';
import { rented } from './layout.ts';
import { type DlmmBin, type DlmmPool, dlmmBinArray, dlmmExtension, dlmmPool, dlmmVault } from './meteora-dlmm.ts';

/** A pool with its bins, which may lie in any arrays. Vaults hold what the bins do, and what is owed, without a word. */
export interface DlmmParts extends Omit<DlmmPool, 'vaultX' | 'vaultY' | 'arrays'> {
  readonly address: Address;
  readonly bins: readonly DlmmBin[];
  /** Arrays that exist beside those of the bins. */
  readonly emptyArrays?: readonly number[];
  readonly arrayVersion?: number;
  readonly held?: { readonly x: bigint; readonly y: bigint };
}

/** Every account of a pool that trades: itself first, then its vaults, bin arrays and, where it has one, its extension. */
export function dlmmAccounts(parts: DlmmParts): readonly [AccountBytes, ...AccountBytes[]] {
  const { address, mintX, mintY } = parts;
  const arrays = new Map<number, DlmmBin[]>((parts.emptyArrays ?? []).map((index) => [index, []]));
  for (const bin of parts.bins) arrays.set(arrayOf(bin.id), [...(arrays.get(arrayOf(bin.id)) ?? []), bin]);
  const indexes = [...arrays.keys()];
  const [vaultX, vaultY] = [vaultAddress(address, mintX), vaultAddress(address, mintY)];
  const held = parts.held ?? heldBy(parts);
  const extended = indexes.some(isBeyondPool);
  return [
    rented(address, PROGRAM, dlmmPool({ ...parts, vaultX, vaultY, arrays: indexes })),
    rented(vaultX, TOKEN_PROGRAM, dlmmVault(address, mintX, held.x)),
    rented(vaultY, TOKEN_PROGRAM, dlmmVault(address, mintY, held.y)),
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

function heldBy({ bins, owedX = 0n, owedY = 0n }: DlmmParts): { readonly x: bigint; readonly y: bigint } {
  let [x, y] = [owedX, owedY];
  for (const bin of bins) {
    const orders = (bin.openOrders ?? 0n) + (bin.begunOrders ?? 0n);
    x += (bin.x ?? 0n) + (bin.ordersSellX ? orders : 0n);
    y += (bin.y ?? 0n) + (bin.ordersSellX ? 0n : orders);
  }
  return { x, y };
}
