import { type Address, addressBytes, derivedAddress } from '#lib/address.ts';
import { PROGRAM, type Two } from './layout.ts';

const text = new TextEncoder();

/** The fee configuration with the index: `["amm_config", index as u16 big-endian]` (`admin/create_config.rs`). */
export function configAddress(index: number): Address {
  return derivedAddress([text.encode('amm_config'), new Uint8Array([index >> 8, index & 0xff])], PROGRAM);
}

/** The canonical pool of a configuration and two mints in the program's order (`initialize.rs`). Others have random keys. */
export function poolAddress(config: Address, mints: Two<Address>): Address {
  return derivedAddress([text.encode('pool'), ...[config, ...mints].map(addressBytes)], PROGRAM);
}

/** The two mints in the program's order: by their bytes. */
export function ordered(a: Address, b: Address): Two<Address> {
  const [one, two] = [addressBytes(a), addressBytes(b)];
  const at = one.findIndex((byte, i) => byte !== two[i]);
  return (one[at] ?? 0) <= (two[at] ?? 0) ? [a, b] : [b, a];
}
