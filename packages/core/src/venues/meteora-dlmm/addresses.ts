import { type Address, address, addressBytes, derivedAddress, inByteOrder } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes } from '../venue.ts';
import { PROGRAM } from './layout.ts';

/* Seeds: MeteoraAg/dlmm-sdk, `commons/src/pda.rs` and `seeds.rs`. */

/** The substitute for a base key in pools that anybody may customize, one for each two mints. */
const CUSTOMIZABLE_BASE = address('MFGQxwAmB91SwuYX36okv2Qmdc9aMuHTwWGUrp4AtB1');
const PRESET_DISCRIMINATOR = 'abec9473a271deae';

function text(seed: string): Uint8Array {
  return new TextEncoder().encode(seed);
}

/** A number as a seed, little-endian. */
function number(value: number, length: 2 | 8): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value), true);
  return bytes.subarray(0, length);
}

/** The account that holds bins `index * 70` to `index * 70 + 69` of a pool. */
export function binArrayAddress(pool: Address, index: number): Address {
  return derivedAddress([text('bin_array'), addressBytes(pool), number(index, 8)], PROGRAM);
}

/** The account that says which bin arrays exist beyond those that the pool itself lists. */
export function extensionAddress(pool: Address): Address {
  return derivedAddress([text('bitmap'), addressBytes(pool)], PROGRAM);
}

/** The vault of a pool for one of its mints. */
export function vaultAddress(pool: Address, mint: Address): Address {
  return derivedAddress([addressBytes(pool), addressBytes(mint)], PROGRAM);
}

/** The preset with this number (`PresetParameter2`). */
export function presetAddress(index: number): Address {
  return derivedAddress([text('preset_parameter2'), number(index, 2)], PROGRAM);
}

/** The pool of two mints that was made with a preset. */
export function presetPool(preset: Address, a: Address, b: Address): Address {
  return derivedAddress([addressBytes(preset), ...inByteOrder(a, b).map(addressBytes)], PROGRAM);
}

/** The pool of two mints whose creator chose the parameters. */
export function customizablePool(a: Address, b: Address): Address {
  return derivedAddress([addressBytes(CUSTOMIZABLE_BASE), ...inByteOrder(a, b).map(addressBytes)], PROGRAM);
}

/** The pool of two mints with a bin step and a base factor, as it was made before presets had numbers. */
export function factorPool(a: Address, b: Address, binStep: number, baseFactor: number): Address {
  return derivedAddress([...inByteOrder(a, b).map(addressBytes), number(binStep, 2), number(baseFactor, 2)], PROGRAM);
}

/** The pool of two mints with a bin step, as the first ones were made. */
export function stepPool(a: Address, b: Address, binStep: number): Address {
  return derivedAddress([...inByteOrder(a, b).map(addressBytes), number(binStep, 2)], PROGRAM);
}

/** True when the account is a preset that pools can be made with. */
export function isPreset(account: AccountBytes | null | undefined): boolean {
  return account?.owner === PROGRAM && new Bytes(account.data).spells(0, PRESET_DISCRIMINATOR);
}
