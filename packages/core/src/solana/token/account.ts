import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';
import { isTokenProgram, TOKEN_PROGRAM } from './programs.ts';

/** A token account. `amount` in atomic units of the mint; `authority` is the key that may move it. */
export interface TokenAccount {
  readonly mint: Address;
  readonly authority: Address;
  readonly amount: bigint;
  readonly frozen: boolean;
}

/** Length without extensions; a Token-2022 account with extensions has its type behind that. */
const BYTES = 165;
const TYPE_ACCOUNT = 2;
const INITIALIZED = 1;
const FROZEN = 2;

/**
 * The token account that the bytes hold, under either token program (layout: mint 0, owner 32, amount 64, state 108, and
 * for Token-2022 the account type at 165); null when they hold none.
 */
export function readTokenAccount({
  owner,
  data,
}: {
  readonly owner: Address;
  readonly data: Uint8Array;
}): TokenAccount | null {
  if (!isTokenProgram(owner) || data.length < BYTES) return null;
  if (data.length > BYTES && (owner === TOKEN_PROGRAM || data[BYTES] !== TYPE_ACCOUNT)) return null;
  const bytes = new Bytes(data);
  const state = bytes.u8(108);
  if (state !== INITIALIZED && state !== FROZEN) return null;
  return { mint: bytes.key(0), authority: bytes.key(32), amount: bytes.u64(64), frozen: state === FROZEN };
}
