import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';

/**
 * Launchpads whose curves are not traded here, but whose account of a mint begins with the mint, by the seed that stands before the mint
 * in its address. Moonit, once Moonshot: @wen-moon-ser/moonshot-sdk 4.3.0, `solana/utils/getCurveAccount`. boop:
 * rpcpool/yellowstone-vixen@c05c962, `crates/boop-parser/idl.json`.
 */
const LAUNCHPADS: readonly { readonly program: Address; readonly seed: string }[] = [
  { program: address('MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG'), seed: 'token' },
  { program: address('boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4'), seed: 'bonding_curve' },
];

/** A launchpad's account of a mint, and the program that it belongs to. */
interface LaunchAccount {
  readonly of: Address;
  readonly launchpad: Address;
}

/** The accounts that these launchpads have for the mint, whether they made it or not. */
export function launchAccounts(mint: Address): readonly LaunchAccount[] {
  return LAUNCHPADS.map(({ program, seed }) => ({
    of: derivedAddress([new TextEncoder().encode(seed), addressBytes(mint)], program),
    launchpad: program,
  }));
}
