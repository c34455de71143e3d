import { type Address, address } from '../../address.ts';
import { Bytes } from '../../bytes.ts';

/** A program whose pools have tokens of their own, which it alone mints. */
export interface PoolTokenProgram {
  readonly program: Address;
  /** For people. */
  readonly programName: string;
  readonly authority: Address;
  /** The bytes of a pool, its mark in hexadecimal, and where it names the mint of its tokens. */
  readonly poolBytes: number;
  readonly mark: string;
  readonly mintAt: number;
}

/** Layouts and authorities as in raydium-io/raydium-cp-swap, `states/pool.rs`, and raydium-io/raydium-amm, `program/src/state.rs`. */
const programs: readonly PoolTokenProgram[] = [
  {
    program: address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'),
    programName: 'Raydium CPMM',
    authority: address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL'),
    poolBytes: 637,
    mark: 'f7ede3f5d7c3de46',
    mintAt: 136,
  },
  {
    program: address('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'),
    programName: 'Raydium AMM v4',
    authority: address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'),
    poolBytes: 752,
    mark: '',
    mintAt: 464,
  },
];

const KEY_BYTES = 32;

/** The bytes of a pool as far as it names the mint of its tokens. */
export function poolTokenBytes({ mintAt }: PoolTokenProgram): number {
  return mintAt + KEY_BYTES;
}

/** The program whose pools have the tokens of mints with this authority; null for another one. */
export function poolTokenProgram(mintAuthority: Address | null): PoolTokenProgram | null {
  return programs.find(({ authority }) => authority === mintAuthority) ?? null;
}

/** An account that may be a pool. */
interface PoolAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** The pool whose tokens the mint has: an account of the program that mints them, which names the mint; null where none does. */
export function poolOfTokens(
  mint: { readonly address: Address; readonly mintAuthority: Address | null },
  accounts: readonly PoolAccount[],
): PoolAccount | null {
  const known = poolTokenProgram(mint.mintAuthority);
  if (known === null) return null;
  const isPool = ({ owner, data }: PoolAccount) => {
    const bytes = new Bytes(data);
    if (owner !== known.program || bytes.length < poolTokenBytes(known)) return false;
    return bytes.spells(0, known.mark) && bytes.key(known.mintAt) === mint.address;
  };
  return accounts.find(isPool) ?? null;
}
