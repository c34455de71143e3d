import { AddressLookupTableAccount, PublicKey } from '@solana/web3.js';
import type { LocalChain } from 'assay-sandbox/chain/local-chain.ts';
import { PROGRAMS, unspell } from 'assay-sandbox/chain/programs.ts';

const NEVER = 2n ** 64n - 1n;
const HEAD_BYTES = 56;
const LAMPORTS = 1_000_000_000n;

/** Puts a lookup table of these addresses on a chain that has not begun. */
export function putTable(chain: LocalChain, key: PublicKey, addresses: readonly string[]): AddressLookupTableAccount {
  const keys = addresses.map((one) => new PublicKey(unspell(one)));
  const account = { lamports: LAMPORTS, owner: PROGRAMS.lookupTable, executable: false, data: dataOf(keys) };
  chain.setGenesisAccount(key.toBase58(), account);
  const state = { deactivationSlot: NEVER, lastExtendedSlot: 1, lastExtendedSlotStartIndex: 0, addresses: keys };
  return new AddressLookupTableAccount({ key, state });
}

/** A table without an authority (`ProgramState::LookupTable`): tag, deactivation, last extension, then the addresses. */
function dataOf(addresses: readonly PublicKey[]): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(1, 0);
  head.writeBigUInt64LE(NEVER, 4);
  head.writeBigUInt64LE(1n, 12);
  return Buffer.concat([head, ...addresses.map((one) => one.toBytes())]);
}
