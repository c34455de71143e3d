import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

export const PROGRAM = address('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8');
/** Holds the vaults and mints the LP tokens of all pools: the address of `["amm authority"]`, whose bump is `NONCE`. */
export const AUTHORITY = address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1');
const NONCE = 254n;

/** Statuses, `AmmStatus` of the program. Swaps run in the three that are named; `waiting` becomes `swapOnly` by itself. */
export const STATUS = { initialized: 1n, swapOnly: 6n, waiting: 7n } as const;

/** A pool of a base token ("coin") and the token that it is priced in ("pc"). Amounts in atomic units. */
export interface AmmInfo {
  readonly status: bigint;
  /** Of the input, taken before the swap: numerator less than denominator. */
  readonly fee: { readonly numerator: bigint; readonly denominator: bigint };
  /** Unix seconds; 0 in old pools. Swaps wait for it only while the status is `waiting`. */
  readonly openTime: bigint;
  readonly coin: AmmSide;
  readonly pc: AmmSide;
  readonly lpMint: Address;
  /** LP tokens issued and not redeemed, with those withheld at the start; a burn does not lower it. */
  readonly lpIssued: bigint;
}

/** One token of a pool. `owed` of the vault belongs to the protocol ("need_take_pnl"). */
export interface AmmSide {
  readonly mint: Address;
  readonly vault: Address;
  readonly owed: bigint;
}

const BYTES = 752;
const LAST_STATUS = 7n;

/**
 * The pool in the bytes (raydium-io/raydium-amm, `program/src/state.rs`: `AmmInfo`, packed, no discriminator: owner and length distinguish
 * it from the program's other accounts). The fields about the order book move no price: since the program left OpenBook a pool trades from
 * its vaults alone.
 */
export function readPool({ owner, data }: Pick<AccountBytes, 'owner' | 'data'>): AmmInfo | Refused {
  if (owner !== PROGRAM) return refuse('foreign_owner', 'not an account of Raydium AMM v4');
  if (data.length !== BYTES) return refuse('wrong_layout', `a pool has ${BYTES} bytes, not ${data.length}`);
  const bytes = new Bytes(data);
  const status = bytes.u64(0);
  if (status === 0n) return refuse('wrong_layout', 'the pool was never initialised');
  if (status > LAST_STATUS) return refuse('unknown_variant', `status is ${status}`);
  if (bytes.u64(8) !== NONCE)
    return refuse('unknown_variant', `nonce is ${bytes.u64(8)}: vaults under another authority`);
  const fee = { numerator: bytes.u64(176), denominator: bytes.u64(184) };
  if (fee.numerator >= fee.denominator) return refuse('wrong_layout', 'a fee that the program would not have accepted');
  return {
    status,
    fee,
    openTime: bytes.u64(224),
    coin: { mint: bytes.key(400), vault: bytes.key(336), owed: bytes.u64(192) },
    pc: { mint: bytes.key(432), vault: bytes.key(368), owed: bytes.u64(200) },
    lpMint: bytes.key(464),
    lpIssued: bytes.u64(720),
  };
}
