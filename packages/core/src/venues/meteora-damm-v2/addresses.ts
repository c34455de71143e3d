import { type Address, addressBytes, derivedAddress, inByteOrder } from '#solana/address.ts';
import { PROGRAM } from './layout.ts';

const seed = (text: string) => new TextEncoder().encode(text);
const CONFIG = seed('config');
const POOL = seed('pool');
const CUSTOMIZABLE_POOL = seed('cpool');
const TOKEN_VAULT = seed('token_vault');

/** Indexes of the configurations under which DBC migrates its pools: one for each migration fee. */
const MIGRATION_FIRST = 20_000;
const MIGRATION_LAST = 20_006;
/** Indexes of public configurations to search, from 0. */
const PUBLIC_COUNT = 64;

/** The configurations that pools may have been made under, those of migrations first. */
export const CONFIGURATIONS: readonly Address[] = [
  ...Array.from({ length: MIGRATION_LAST - MIGRATION_FIRST + 1 }, (_, i) => configAddress(MIGRATION_FIRST + i)),
  ...Array.from({ length: PUBLIC_COUNT }, (_, i) => configAddress(i)),
];

function configAddress(index: number): Address {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(index), true);
  return derivedAddress([CONFIG, bytes], PROGRAM);
}

/** The pool of two mints with parameters of its own. There is one at most. */
export function customizablePool(mint: Address, other: Address): Address {
  return derivedAddress([CUSTOMIZABLE_POOL, ...inByteOrder(other, mint).map(addressBytes).reverse()], PROGRAM);
}

/** The pool of two mints under a configuration. */
export function configuredPool(config: Address, mint: Address, other: Address): Address {
  return derivedAddress([POOL, addressBytes(config), ...inByteOrder(other, mint).map(addressBytes).reverse()], PROGRAM);
}

/** Where a pool holds a mint. */
export function vaultAddress(mint: Address, pool: Address): Address {
  return derivedAddress([TOKEN_VAULT, addressBytes(mint), addressBytes(pool)], PROGRAM);
}
