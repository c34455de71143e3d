import type { Address } from '../address.ts';
import { Bytes } from '../bytes.ts';
import { isTokenProgram, TOKEN_PROGRAM } from './programs.ts';

/** A mint without its extensions. `supply` in atomic units. */
export interface Mint {
  readonly program: Address;
  readonly supply: bigint;
  readonly decimals: number;
  readonly mintAuthority: Address | null;
  readonly freezeAuthority: Address | null;
}

/** Length without extensions; Token-2022 pads a mint with extensions to a token account's 165 bytes, then its type. */
const BYTES = 82;
const PADDED_BYTES = 165;
const TYPE_MINT = 1;

/**
 * The mint that the bytes hold, under either token program (layout: mint authority option 0 and key 4, supply 36, decimals
 * 44, initialized 45, freeze authority option 46 and key 50); null when they hold none.
 */
export function readMint({ owner, data }: { readonly owner: Address; readonly data: Uint8Array }): Mint | null {
  if (!isTokenProgram(owner) || !hasMintLength(owner, data)) return null;
  const bytes = new Bytes(data);
  const [mintOption, freezeOption] = [bytes.u32(0), bytes.u32(46)];
  if (bytes.u8(45) !== 1 || mintOption > 1 || freezeOption > 1) return null;
  return {
    program: owner,
    supply: bytes.u64(36),
    decimals: bytes.u8(44),
    mintAuthority: mintOption === 1 ? bytes.key(4) : null,
    freezeAuthority: freezeOption === 1 ? bytes.key(50) : null,
  };
}

function hasMintLength(owner: Address, data: Uint8Array): boolean {
  if (data.length === BYTES) return true;
  return owner !== TOKEN_PROGRAM && data.length > PADDED_BYTES && data[PADDED_BYTES] === TYPE_MINT;
}
