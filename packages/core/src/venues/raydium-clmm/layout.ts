import type { Address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { PROGRAM } from './addresses.ts';
import { type ClmmDynamicFee, isValidDynamicFee } from './dynamic-fee.ts';
import { MAX_TICK, MIN_TICK, sqrtPriceAt } from './tick-price.ts';

/** `ClmmPoolAccount` of `states/pool.rs`, with the part of it that trades depend on. */
export interface ClmmPoolAccount {
  readonly configuration: Address;
  readonly creator: Address;
  readonly mints: readonly [Address, Address];
  readonly vaults: readonly [Address, Address];
  readonly tickSpacing: number;
  readonly liquidity: bigint;
  /** Token 1 for token 0, Q64.64. */
  readonly sqrtPrice: bigint;
  readonly tick: number;
  /** The vaults' amounts of protocol and fund, by token. */
  readonly owed: readonly [bigint, bigint];
  readonly status: number;
  /** The token that pays the fee: 0 the input, 1 always token 0, 2 always token 1. */
  readonly feeOn: number;
  /** 1024 bits for the tick arrays -512 to 511. */
  readonly bitmap: Uint8Array;
  /** Unix seconds, 0 for at once. */
  readonly openTime: bigint;
  readonly dynamicFee: ClmmDynamicFee | null;
}

/** `AmmConfig` of `states/config.rs`: rates in parts of a million; the last two are shares of the fee. */
export interface ClmmFeeRates {
  readonly trade: bigint;
  readonly protocol: bigint;
  readonly fund: bigint;
}

const POOL = { discriminator: 'f7ede3f5d7c3de46', length: 1544 };
const CONFIGURATION = { discriminator: 'daf42168cbcb2b6f', length: 117 };
const MAX_TICK_SPACING = 1000;
const RATE_DENOMINATOR = 1_000_000n;
/** Bits of the status that are known; bit 4 switches swaps off. */
const KNOWN_STATUS = 0b11_1111;
const SWAP_DISABLED = 0b1_0000;

/** The bytes of an account of the program, or why they are none of this kind. */
export function bytesOf(
  account: AccountBytes,
  kind: { readonly discriminator: string; readonly length: number },
): Bytes | Refused {
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `${account.address} belongs to ${account.owner}`);
  const bytes = new Bytes(account.data);
  if (!bytes.spells(0, kind.discriminator)) return refuse('wrong_layout', `discriminator of ${account.address}`);
  if (bytes.length !== kind.length) return refuse('wrong_layout', `${account.address} has ${bytes.length} bytes`);
  return bytes;
}

/** The pool that an account holds. */
export function readPool(account: AccountBytes): ClmmPoolAccount | Refused {
  const bytes = bytesOf(account, POOL);
  if ('refused' in bytes) return bytes;
  const tickSpacing = bytes.u16(235);
  const [sqrtPrice, tick, feeOn] = [bytes.u128(253), bytes.i32(269), bytes.u8(390)];
  if (tickSpacing === 0 || tickSpacing > MAX_TICK_SPACING) return refuse('wrong_layout', `tick spacing ${tickSpacing}`);
  if (tick < MIN_TICK || tick > MAX_TICK) return refuse('wrong_layout', `tick ${tick}`);
  // After crossing a tick downwards, the price is on that tick and the current tick is already the one below.
  if (sqrtPrice < sqrtPriceAt(tick) || sqrtPrice > sqrtPriceAt(Math.min(tick + 1, MAX_TICK)))
    return refuse('inconsistent', `the price is not at tick ${tick}`);
  if (feeOn > 2) return refuse('unknown_variant', `fee mode ${feeOn}`);
  // New features used such reserved bytes before, so a value there may change the price.
  if (!bytes.isZero(391, 6) || !bytes.isZero(1130, 414)) return refuse('unknown_variant', 'reserved bytes are in use');
  const dynamicFee = readDynamicFee(bytes);
  if (dynamicFee && !isValidDynamicFee(dynamicFee, tickSpacing))
    return refuse('unknown_variant', 'dynamic fee parameters');
  return {
    configuration: bytes.key(9),
    creator: bytes.key(41),
    mints: [bytes.key(73), bytes.key(105)],
    vaults: [bytes.key(137), bytes.key(169)],
    tickSpacing,
    liquidity: bytes.u128(237),
    sqrtPrice,
    tick,
    owed: [bytes.u64(309) + bytes.u64(1064), bytes.u64(317) + bytes.u64(1072)],
    status: bytes.u8(389),
    feeOn,
    bitmap: bytes.slice(904, 128),
    openTime: bytes.u64(1080),
    dynamicFee,
  };
}

/** Null when all bytes are zero: the pool has the static fee only. */
function readDynamicFee(bytes: Bytes): ClmmDynamicFee | null {
  if (bytes.isZero(1096, 34)) return null;
  return {
    filterPeriod: bytes.u16(1096),
    decayPeriod: bytes.u16(1098),
    reductionFactor: bytes.u16(1100),
    control: bytes.u32(1102),
    maxAccumulator: bytes.u32(1106),
    referenceGroup: bytes.i32(1110),
    reference: bytes.u32(1114),
    accumulator: bytes.u32(1118),
    updatedAt: bytes.u64(1122),
  };
}

/** Why the pool takes no swaps at `unixTime` (seconds), or null when it does (`instructions/swap_v2.rs`). */
export function closed(pool: ClmmPoolAccount, unixTime: bigint): Refused | null {
  if ((pool.status & SWAP_DISABLED) !== 0) return refuse('disabled', 'swaps are switched off');
  if ((pool.status & ~KNOWN_STATUS) !== 0) return refuse('unknown_variant', `status ${pool.status}`);
  if (unixTime <= pool.openTime) return refuse('not_open', `opens after ${pool.openTime}`);
  return null;
}

/** The rates that a fee configuration holds. */
export function readRates(account: AccountBytes): ClmmFeeRates | Refused {
  const bytes = bytesOf(account, CONFIGURATION);
  if ('refused' in bytes) return bytes;
  const [protocol, trade, fund] = [BigInt(bytes.u32(43)), BigInt(bytes.u32(47)), BigInt(bytes.u32(53))];
  if (trade >= RATE_DENOMINATOR || protocol + fund > RATE_DENOMINATOR) return refuse('wrong_layout', 'fee rates');
  if (!bytes.isZero(57, 4) || !bytes.isZero(93, 24)) return refuse('unknown_variant', 'reserved bytes are in use');
  return { trade, protocol, fund };
}
