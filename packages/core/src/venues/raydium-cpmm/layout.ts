import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { isTokenProgram } from '#solana/token/programs.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

const text = new TextEncoder();

export const PROGRAM = address('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
/** Holds the vaults and mints the LP tokens of all pools: the address of `["vault_and_lp_mint_auth_seed"]`. */
export const AUTHORITY = address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL');

/** Parts in which all rates stand (`curve/fees.rs`). */
export const RATE_DENOMINATOR = 1_000_000n;

/** One value for each of the two tokens; the program orders their mints by their bytes. */
export type Two<T> = readonly [T, T];

/** Which leg of the swap the creator's fee is taken from: the input always, or whichever is the named token. */
export type CreatorFeeOn = 'input' | 0 | 1;

/** A pool. Amounts in atomic units. */
export interface CpmmPoolAccount {
  readonly config: Address;
  readonly creator: Address;
  readonly vaults: Two<Address>;
  readonly lpMint: Address;
  readonly mints: Two<Address>;
  readonly programs: Two<Address>;
  readonly swapsDisabled: boolean;
  /** LP tokens issued and not redeemed, with those withheld at the start; a burn does not lower it. */
  readonly lpIssued: bigint;
  /** The parts of each vault that belong to the protocol, the fund and the creator. */
  readonly owed: Two<bigint>;
  /** Unix seconds. */
  readonly openTime: bigint;
  readonly creatorFeeOn: CreatorFeeOn;
  readonly creatorFeeEnabled: boolean;
}

/** Fee rates in parts of a million. `protocol` and `fund` are shares of the trade fee, `creator` comes on top of it. */
export interface CpmmFeeRates {
  readonly trade: bigint;
  readonly protocol: bigint;
  readonly fund: bigint;
  readonly creator: bigint;
}

const POOL_BYTES = 637;
const POOL_DISCRIMINATOR = 'f7ede3f5d7c3de46';
const CONFIG_BYTES = 236;
const CONFIG_DISCRIMINATOR = 'daf42168cbcb2b6f';
const STATUS_BITS = 0b111;
const STATUS_SWAP_OFF = 0b100;
const CREATOR_FEE_ON: readonly CreatorFeeOn[] = ['input', 0, 1];

/**
 * The pool in the bytes (raydium-io/raydium-cp-swap, `states/pool.rs`: `CpmmPoolAccount`, packed, behind 8 bytes of
 * discriminator). Reserved bytes in use are a version that is not known here.
 */
export function readPool({ owner, data }: Pick<AccountBytes, 'owner' | 'data'>): CpmmPoolAccount | Refused {
  const bytes = new Bytes(data);
  if (owner !== PROGRAM) return refuse('foreign_owner', 'not an account of Raydium CPMM');
  if (!bytes.spells(0, POOL_DISCRIMINATOR)) return refuse('wrong_layout', 'not a pool: another discriminator');
  if (bytes.length !== POOL_BYTES) return refuse('wrong_layout', `a pool has ${POOL_BYTES} bytes, not ${bytes.length}`);
  const [status, feeOn, enabled] = [bytes.u8(329), bytes.u8(389), bytes.u8(390)];
  const creatorFeeOn = CREATOR_FEE_ON[feeOn];
  if (creatorFeeOn === undefined) return refuse('unknown_variant', `creator_fee_on is ${feeOn}`);
  if (enabled > 1) return refuse('wrong_layout', `enable_creator_fee is ${enabled}`);
  if (status > STATUS_BITS) return refuse('unknown_variant', `status is ${status}`);
  if (!bytes.isZero(391, 6) || !bytes.isZero(413, 224)) return refuse('unknown_variant', 'reserved bytes are in use');
  const programs: Two<Address> = [bytes.key(232), bytes.key(264)];
  if (!programs.every(isTokenProgram)) return refuse('unknown_variant', 'a token program that is not known');
  return {
    config: bytes.key(8),
    creator: bytes.key(40),
    vaults: [bytes.key(72), bytes.key(104)],
    lpMint: bytes.key(136),
    mints: [bytes.key(168), bytes.key(200)],
    programs,
    swapsDisabled: (status & STATUS_SWAP_OFF) !== 0,
    lpIssued: bytes.u64(333),
    owed: [bytes.u64(341) + bytes.u64(357) + bytes.u64(397), bytes.u64(349) + bytes.u64(365) + bytes.u64(405)],
    openTime: bytes.u64(373),
    creatorFeeOn,
    creatorFeeEnabled: enabled === 1,
  };
}

/**
 * The rates in a fee configuration (`states/config.rs`: `AmmConfig`). The 8 bytes behind the creator's rate are, by the
 * vendor's SDK, how the creator shares its fee: that moves no price. Rates that the program would not have accepted are
 * `wrong_layout`.
 */
export function readCpmmConfig({ owner, data }: Pick<AccountBytes, 'owner' | 'data'>): CpmmFeeRates | Refused {
  const bytes = new Bytes(data);
  if (owner !== PROGRAM) return refuse('foreign_owner', 'not an account of Raydium CPMM');
  if (!bytes.spells(0, CONFIG_DISCRIMINATOR)) return refuse('wrong_layout', 'no configuration: another discriminator');
  if (bytes.length !== CONFIG_BYTES) {
    return refuse('wrong_layout', `a configuration has ${CONFIG_BYTES} bytes, not ${bytes.length}`);
  }
  if (!bytes.isZero(124, 112)) return refuse('unknown_variant', 'reserved bytes of the configuration are in use');
  const rates = { trade: bytes.u64(12), protocol: bytes.u64(20), fund: bytes.u64(28), creator: bytes.u64(108) };
  if (rates.trade + rates.creator >= RATE_DENOMINATOR || rates.protocol + rates.fund > RATE_DENOMINATOR) {
    return refuse('wrong_layout', 'rates beyond what the program accepts');
  }
  return rates;
}

/**
 * Share of the pool's liquidity whose LP tokens were burned, in basis points rounded down; null when nothing was issued, or
 * when the numbers contradict each other. `issued` is the pool's own count, which a burn does not lower; `withheld` are
 * those that were never minted, which prove no burn. LP tokens that a locker or a dead address holds are not counted.
 */
export function burnedBps(issued: bigint, supply: bigint, withheld: bigint): number | null {
  if (issued <= withheld || supply > issued) return null;
  const burned = issued - supply - withheld;
  return burned > 0n ? Number((burned * 10_000n) / issued) : 0;
}

/** The fee configuration with the index: `["amm_config", index as u16 big-endian]` (`admin/create_config.rs`). */
export function configAddress(index: number): Address {
  return derivedAddress([text.encode('amm_config'), new Uint8Array([index >> 8, index & 0xff])], PROGRAM);
}

/** The canonical pool of a configuration and two mints in the program's order (`initialize.rs`). Others have random keys. */
export function poolAddress(config: Address, mints: Two<Address>): Address {
  return derivedAddress([text.encode('pool'), ...[config, ...mints].map(addressBytes)], PROGRAM);
}
