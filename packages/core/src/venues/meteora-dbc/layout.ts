import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { Volatility } from '../meteora-fees/volatility.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

/** Meteora Dynamic Bonding Curve. Layouts: MeteoraAg/dynamic-bonding-curve, programs/dynamic-bonding-curve/src/state. */
export const PROGRAM = address('dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN');
/** Authority of every vault: seed "pool_authority". */
export const AUTHORITY = address('FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM');

/** `VirtualPool`, and the same for a mint with a transfer hook (`TransferHookPool`): `virtual_pool.rs`. */
const DISCRIMINATORS = ['d5e005d16245775c', 'eddbb8172abda923'];
const BYTES = 424;

/** Amounts of the two sides, in atomic units: the base is the mint that the curve sells, the quote what it takes. */
export interface DbcAmounts {
  readonly base: bigint;
  readonly quote: bigint;
}

/** A pool as its account holds it. The quote mint stands in its configuration only. */
export interface DbcPoolAccount {
  readonly config: Address;
  readonly creator: Address;
  readonly baseMint: Address;
  readonly vaults: { readonly base: Address; readonly quote: Address };
  readonly reserves: DbcAmounts;
  /** Fees of the protocol, the launchpad and the creator that still lie in the vaults. */
  readonly owed: DbcAmounts;
  /** Square root of the price, quote per base, Q64.64. */
  readonly sqrtPrice: bigint;
  readonly volatility: Volatility;
  readonly activation: bigint;
  /** True once the curve was completed or its sold tokens moved to another pool. */
  readonly finished: boolean;
}

/** The pool in the account, or why it is none. */
export function readPool(account: AccountBytes): DbcPoolAccount | Refused {
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `owned by ${account.owner}`);
  const bytes = new Bytes(account.data);
  if (!DISCRIMINATORS.some((hex) => bytes.spells(0, hex))) return refuse('wrong_layout', 'not a DBC pool');
  if (bytes.length !== BYTES) return refuse('wrong_layout', `${bytes.length} bytes`);
  if (bytes.u8(304) > 1) return refuse('unknown_variant', `pool type ${bytes.u8(304)}`);
  if (bytes.u8(308) > 3) return refuse('unknown_variant', `migration progress ${bytes.u8(308)}`);
  return {
    config: bytes.key(72),
    creator: bytes.key(104),
    baseMint: bytes.key(136),
    vaults: { base: bytes.key(168), quote: bytes.key(200) },
    reserves: { base: bytes.u64(232), quote: bytes.u64(240) },
    owed: {
      base: bytes.u64(248) + bytes.u64(264) + bytes.u64(352),
      quote: bytes.u64(256) + bytes.u64(272) + bytes.u64(360),
    },
    sqrtPrice: bytes.u128(280),
    volatility: {
      updatedAt: bytes.u64(8),
      sqrtPriceReference: bytes.u128(24),
      accumulator: bytes.u128(40),
      reference: bytes.u128(56),
    },
    activation: bytes.u64(296),
    finished: bytes.u8(305) !== 0 || bytes.u8(308) !== 0,
  };
}
