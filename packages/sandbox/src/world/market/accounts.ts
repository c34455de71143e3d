import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { worldRent } from '#chain/gates.ts';
import { PROGRAMS } from '#chain/programs.ts';

const TOKEN_ACCOUNT_BYTES = 165;
const AMOUNT = 64;
/** `is_native`: an option (u32) and the rent that is no part of the amount (u64). */
const NATIVE = 109;

/**
 * An account of the chain's beginning with the rent that it needs at least: `rentOf` gives lamports by the bytes of data. Wrapped SOL
 * counts as lamports as well.
 */
export function genesis(
  written: Omit<AccountBytes, 'lamports'> & { readonly lamports?: bigint },
  rentOf: (bytes: number) => bigint = worldRent,
): AccountBytes {
  const { address, owner, data, lamports = 0n } = written;
  const rent = rentOf(data.length);
  if (!isWrapped(owner, data)) return { address, owner, data, lamports: lamports > rent ? lamports : rent };
  const native = Buffer.from(data);
  native.writeUInt32LE(1, NATIVE);
  native.writeBigUInt64LE(rent, NATIVE + 4);
  return { address, owner, data: native, lamports: rent + native.readBigUInt64LE(AMOUNT) };
}

function isWrapped(owner: Address, data: Uint8Array): boolean {
  return owner === TOKEN_PROGRAM && data.length === TOKEN_ACCOUNT_BYTES && addressOf(data.slice(0, 32)) === WRAPPED_SOL;
}

/** Somebody's lamports. */
export function merchantWallet(address: Address, lamports: bigint): AccountBytes {
  return { address, owner: PROGRAMS.system as Address, lamports, data: new Uint8Array(0) };
}
