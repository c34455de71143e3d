import { type Address, address, addressBytes, derivedAddress, inByteOrder } from '#solana/address.ts';

/** Raydium concentrated liquidity (raydium-io/raydium-clmm, `programs/amm`). */
export const PROGRAM = address('CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK');

const ascii = (text: string) => new TextEncoder().encode(text);

/** Seeds as in `states/config.rs`, `pool.rs`, `tick_array.rs`; whole numbers in them are big-endian. */
const SEED = {
  configuration: ascii('amm_config'),
  pool: ascii('pool'),
  vault: ascii('pool_vault'),
  tickArray: ascii('tick_array'),
  extension: ascii('pool_tick_array_bitmap_extension'),
};

/** The fee configuration with an index (u16). */
export function configurationAddress(index: number): Address {
  return derivedAddress([SEED.configuration, new Uint8Array([index >> 8, index & 0xff])], PROGRAM);
}

/** The one pool of two mints, in either order, under a fee configuration. */
export function poolAddress(configuration: Address, a: Address, b: Address): Address {
  const [mint0, mint1] = inByteOrder(a, b);
  return derivedAddress([SEED.pool, addressBytes(configuration), addressBytes(mint0), addressBytes(mint1)], PROGRAM);
}

/** The token account in which a pool holds a mint. */
export function vaultAddress(pool: Address, mint: Address): Address {
  return derivedAddress([SEED.vault, addressBytes(pool), addressBytes(mint)], PROGRAM);
}

/** The array of a pool's ticks that begins at tick `start` (i32). */
export function tickArrayAddress(pool: Address, start: number): Address {
  const bytes = new Uint8Array([start >> 24, start >> 16, start >> 8, start]);
  return derivedAddress([SEED.tickArray, addressBytes(pool), bytes], PROGRAM);
}

/** The account that says which tick arrays exist beyond those that the pool's own bitmap covers. */
export function extensionAddress(pool: Address): Address {
  return derivedAddress([SEED.extension, addressBytes(pool)], PROGRAM);
}
