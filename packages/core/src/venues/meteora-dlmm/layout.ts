import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

/*
 * Accounts of Meteora's DLMM, program release 0.12.0. Layouts: MeteoraAg/dlmm-sdk, `idls/dlmm.json`; all of them are plain
 * C structs behind eight bytes of discriminator.
 */
export const PROGRAM = address('LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo');

const POOL_DISCRIMINATOR = '210b3162b565b10d';
export const POOL_BYTES = 904;

/** Bins that the program knows at all: with the smallest step their price leaves 64 bits beyond. */
export const MAX_BIN_ID = 443_636;
/** More powers of ten than this would put every base fee over the program's cap. */
const MAX_FEE_POWER = 10;
const BASIS_POINTS = 10_000;
const NO_KEY_BYTES = 32;

/** The kinds of a pool; numbers are the program's. */
export const PERMISSIONED = 1;
export const CUSTOMIZABLE = 2;
const LAST_PAIR_TYPE = 3;
const LIQUIDITY_MINING = 1;
const LIMIT_ORDER = 2;
const ONLY_Y = 1;
const LAST_VERSION = 1;

/** The part of the volatile state that the fee follows. Times in Unix seconds, volatility in ten thousandths of a bin. */
export interface DlmmVolatility {
  readonly accumulator: bigint;
  readonly reference: bigint;
  readonly indexReference: number;
  readonly updatedAt: bigint;
}

/** The parameters of fees. Periods in seconds, `reductionFactor` and `protocolShare` in basis points. */
export interface FeeParameters {
  readonly binStep: bigint;
  /** The base fee of every swap, in parts of 1e9, before the cap. */
  readonly baseRate: bigint;
  readonly filterPeriod: bigint;
  readonly decayPeriod: bigint;
  readonly reductionFactor: bigint;
  readonly variableControl: bigint;
  readonly maxAccumulator: bigint;
  readonly protocolShare: bigint;
  /** True when fees are taken in token Y only, so that they come off the output when X is sold. */
  readonly onlyY: boolean;
}

/** A pool as its account holds it. */
export interface LbPair {
  readonly mintX: Address;
  readonly mintY: Address;
  readonly vaultX: Address;
  readonly vaultY: Address;
  /** True where the mint belongs to Token-2022. */
  readonly newProgramX: boolean;
  readonly newProgramY: boolean;
  readonly fees: FeeParameters;
  readonly volatility: DlmmVolatility;
  readonly activeId: number;
  /** 0 when swaps are on. */
  readonly status: number;
  readonly pairType: number;
  /** True when `activationPoint` is a Unix time, false when it is a slot. */
  readonly activatesByTime: boolean;
  readonly activationPoint: bigint;
  /** True when limit orders take part in swaps. */
  readonly hasOrders: boolean;
  /** The protocol's withdrawable part of the vaults. */
  readonly owed: { readonly x: bigint; readonly y: bigint };
  /** The 1024 bits that say which bin arrays from -512 to 511 exist. */
  readonly bitmap: Uint8Array;
  readonly creator: Address | null;
}

/** The pool in an account (`LbPair`), or why it is none that can be priced. Checks owner, length, discriminator, fields. */
export function readPool(account: AccountBytes): LbPair | Refused {
  const { owner, data } = account;
  if (owner !== PROGRAM) return refuse('foreign_owner', `owner ${owner}`);
  const bytes = new Bytes(data);
  if (data.length !== POOL_BYTES || !bytes.spells(0, POOL_DISCRIMINATOR)) return refuse('wrong_layout', 'not a pool');
  return contradiction(bytes) ?? unknownVariant(bytes) ?? poolState(bytes);
}

function contradiction(bytes: Bytes): Refused | null {
  if (bytes.u16(80) === 0) return refuse('wrong_layout', 'bin step 0');
  if (Math.abs(bytes.i32(76)) > MAX_BIN_ID) return refuse('wrong_layout', `active bin ${bytes.i32(76)}`);
  if (bytes.u16(32) > BASIS_POINTS) return refuse('wrong_layout', `protocol share ${bytes.u16(32)}`);
  if (bytes.key(88) === bytes.key(120)) return refuse('wrong_layout', 'both mints are the same');
  return null;
}

/** Fields with a closed list of values, and the last one that is known. */
const VARIANTS: readonly (readonly [name: string, at: number, last: number])[] = [
  ['fee power', 34, MAX_FEE_POWER],
  ['function type', 35, LIMIT_ORDER],
  ['fee mode', 36, ONLY_Y],
  ['pair type', 75, LAST_PAIR_TYPE],
  ['status', 82, 1],
  ['activation type', 86, 1],
  ['token program of X', 880, 1],
  ['token program of Y', 881, 1],
  ['version', 882, LAST_VERSION],
];

function unknownVariant(bytes: Bytes): Refused | null {
  const unknown = VARIANTS.find(([, at, last]) => bytes.u8(at) > last);
  return unknown ? refuse('unknown_variant', `${unknown[0]} ${bytes.u8(unknown[1])}`) : null;
}

function poolState(bytes: Bytes): LbPair {
  return {
    mintX: bytes.key(88),
    mintY: bytes.key(120),
    vaultX: bytes.key(152),
    vaultY: bytes.key(184),
    newProgramX: bytes.u8(880) === 1,
    newProgramY: bytes.u8(881) === 1,
    fees: feeParameters(bytes),
    volatility: {
      accumulator: BigInt(bytes.u32(40)),
      reference: BigInt(bytes.u32(44)),
      indexReference: bytes.i32(48),
      updatedAt: bytes.i64(56),
    },
    activeId: bytes.i32(76),
    status: bytes.u8(82),
    pairType: bytes.u8(75),
    activatesByTime: bytes.u8(86) === 1,
    activationPoint: bytes.u64(816),
    hasOrders: hasOrders(bytes),
    owed: { x: bytes.u64(216), y: bytes.u64(224) },
    bitmap: bytes.slice(584, 128),
    creator: bytes.isZero(848, NO_KEY_BYTES) ? null : bytes.key(848),
  };
}

function feeParameters(bytes: Bytes): FeeParameters {
  const binStep = BigInt(bytes.u16(80));
  return {
    binStep,
    baseRate: BigInt(bytes.u16(8)) * binStep * 10n * 10n ** BigInt(bytes.u8(34)),
    filterPeriod: BigInt(bytes.u16(10)),
    decayPeriod: BigInt(bytes.u16(12)),
    reductionFactor: BigInt(bytes.u16(14)),
    variableControl: BigInt(bytes.u32(16)),
    maxAccumulator: BigInt(bytes.u32(20)),
    protocolShare: BigInt(bytes.u16(32)),
    onlyY: bytes.u8(36) === ONLY_Y,
  };
}

/** `commons/src/extensions/lb_pair.rs`: a pool that never decided has orders as long as it has no reward mint. */
function hasOrders(bytes: Bytes): boolean {
  const type = bytes.u8(35);
  if (type === LIQUIDITY_MINING) return false;
  return type === LIMIT_ORDER || (bytes.isZero(264, NO_KEY_BYTES) && bytes.isZero(408, NO_KEY_BYTES));
}
