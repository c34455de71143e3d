import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { BaseFee } from '../meteora-fees/base-fee.ts';
import { FEE_DENOMINATOR } from '../meteora-fees/rate.ts';
import type { DynamicFee, Volatility } from '../meteora-fees/volatility.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

/** Meteora DAMM v2. Layouts: MeteoraAg/damm-v2, programs/cp-amm/src/state (`pool.rs`, `fee.rs`, `config.rs`). */
export const PROGRAM = address('cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG');
/** Authority of every vault: seed "pool_authority". */
export const AUTHORITY = address('HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC');

const POOL = { discriminator: 'f19a6d0411b16dbc', bytes: 1112 };
const CONFIG = { discriminator: '9b0caae01efacc82', bytes: 328 };
const PERCENT = 100;
const BASIS_POINTS = 10_000;

/** Where a pool's fee is taken, and how its liquidity is shaped: 0 on the output, 1 in B, 2 in B and partly compounded. */
export type CollectMode = 0 | 1 | 2;
/** The collect mode whose pools keep constant products instead of liquidity in a price range. */
export const COMPOUNDING: CollectMode = 2;
/** Widest range of square-root prices that the program allows (`constants.rs`). */
export const WIDEST_RANGE = { low: 4_295_048_016n, high: 79_226_673_521_066_979_257_578_248_091n } as const;

/** Amounts of the two sides, in atomic units. */
export interface DammV2Amounts {
  readonly a: bigint;
  readonly b: bigint;
}

/** A pool as its account holds it. Square-root prices are Q64.64 of B per A, amounts atomic units. */
export interface DammV2PoolAccount {
  readonly mints: { readonly a: Address; readonly b: Address };
  readonly vaults: { readonly a: Address; readonly b: Address };
  readonly creator: Address;
  readonly fees: PoolFees;
  readonly volatility: Volatility;
  readonly collectMode: CollectMode;
  readonly liquidity: bigint;
  readonly lockedLiquidity: bigint;
  readonly sqrtPrice: bigint;
  readonly range: { readonly low: bigint; readonly high: bigint };
  /** The reserves by the pool's own count; null in accounts from before it counted. */
  readonly reserves: DammV2Amounts | null;
  /** Protocol fees that still lie in the vaults. */
  readonly owed: DammV2Amounts;
  readonly activation: bigint;
  readonly activationType: 0 | 1;
  readonly enabled: boolean;
}

/** The fee parameters of a pool; rates in parts of `FEE_DENOMINATOR`. */
export interface PoolFees {
  readonly base: BaseFee;
  readonly dynamic: DynamicFee | null;
  readonly highest: bigint;
  readonly protocolPercent: bigint;
  readonly compoundingBps: bigint;
}

/** The pool in the account, or why it is none that can be priced. */
export function readPool(account: AccountBytes): DammV2PoolAccount | Refused {
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `owned by ${account.owner}`);
  const bytes = new Bytes(account.data);
  if (!bytes.spells(0, POOL.discriminator)) return refuse('wrong_layout', 'not a DAMM v2 pool');
  if (bytes.length !== POOL.bytes) return refuse('wrong_layout', `${bytes.length} bytes`);
  return variantFault(bytes) ?? fieldsOf(bytes);
}

/** True for a configuration that exists; its fees are copied into the pools made under it. */
export function isConfig({ owner, data }: AccountBytes): boolean {
  return owner === PROGRAM && data.length === CONFIG.bytes && new Bytes(data).spells(0, CONFIG.discriminator);
}

/** Highest value that each field of a kind may have; above it begins what is not known here. */
const VARIANTS = [
  { field: 'base fee mode', at: 16, highest: 4 },
  { field: 'activation type', at: 480, highest: 1 },
  { field: 'collect fee mode', at: 484, highest: 2 },
  { field: 'pool type', at: 485, highest: 1 },
  { field: 'fee version', at: 486, highest: 1 },
  { field: 'layout version', at: 696, highest: 1 },
] as const;

function variantFault(bytes: Bytes): Refused | null {
  const unknown = VARIANTS.find(({ at, highest }) => bytes.u8(at) > highest);
  if (unknown) return refuse('unknown_variant', `${unknown.field} ${bytes.u8(unknown.at)}`);
  if (bytes.u8(48) > PERCENT) return refuse('wrong_layout', `protocol fee of ${bytes.u8(48)} %`);
  if (bytes.u16(54) > BASIS_POINTS) return refuse('wrong_layout', `compounding fee of ${bytes.u16(54)} basis points`);
  return null;
}

function fieldsOf(bytes: Bytes): DammV2PoolAccount {
  const counted = bytes.u8(696) !== 0 || bytes.u8(484) === COMPOUNDING;
  return {
    mints: { a: bytes.key(168), b: bytes.key(200) },
    vaults: { a: bytes.key(232), b: bytes.key(264) },
    creator: bytes.key(648),
    fees: {
      base: baseFeeOf(bytes),
      dynamic: dynamicFeeOf(bytes),
      highest: bytes.u8(486) === 0 ? FEE_DENOMINATOR / 2n : (FEE_DENOMINATOR * 99n) / 100n,
      protocolPercent: BigInt(bytes.u8(48)),
      compoundingBps: BigInt(bytes.u16(54)),
    },
    volatility: {
      updatedAt: bytes.u64(80),
      sqrtPriceReference: bytes.u128(104),
      accumulator: bytes.u128(120),
      reference: bytes.u128(136),
    },
    collectMode: bytes.u8(484) as CollectMode,
    liquidity: bytes.u128(360),
    lockedLiquidity: bytes.u128(552),
    sqrtPrice: bytes.u128(456),
    range: { low: bytes.u128(424), high: bytes.u128(440) },
    reserves: counted ? { a: bytes.u64(680), b: bytes.u64(688) } : null,
    owed: { a: bytes.u64(392), b: bytes.u64(400) },
    activation: bytes.u64(472),
    activationType: bytes.u8(480) as 0 | 1,
    enabled: bytes.u8(481) === 0,
  };
}

/** 32 bytes whose meaning follows from the mode: `base_fee/base_fee_serde.rs`. */
function baseFeeOf(bytes: Bytes): BaseFee {
  const mode = bytes.u8(16);
  const cliff = bytes.u64(8);
  const falling = {
    cliff,
    periods: BigInt(bytes.u16(22)),
    reduction: bytes.u64(32),
    exponential: mode === 1 || mode === 4,
  };
  if (mode < 2) return { kind: 'time', ...falling, frequency: bytes.u64(24) };
  if (mode > 2) {
    return {
      kind: 'market_cap',
      ...falling,
      stepBps: BigInt(bytes.u32(24)),
      expiration: BigInt(bytes.u32(28)),
      initialSqrtPrice: bytes.u128(152),
    };
  }
  return {
    kind: 'limiter',
    cliff,
    increment: numeratorOf(bytes.u16(22)),
    duration: BigInt(bytes.u32(24)),
    highest: numeratorOf(bytes.u32(28)),
    reference: bytes.u64(32),
    idle: bytes.isZero(22, 18),
  };
}

function numeratorOf(basisPoints: number): bigint {
  return (BigInt(basisPoints) * FEE_DENOMINATOR) / BigInt(BASIS_POINTS);
}

function dynamicFeeOf(bytes: Bytes): DynamicFee | null {
  if (bytes.u8(56) === 0) return null;
  return {
    maxAccumulator: BigInt(bytes.u32(64)),
    control: BigInt(bytes.u32(68)),
    binStep: BigInt(bytes.u16(72)),
    filterPeriod: BigInt(bytes.u16(74)),
    decayPeriod: BigInt(bytes.u16(76)),
    reduction: BigInt(bytes.u16(78)),
    binStepQ64: bytes.u128(88),
  };
}
