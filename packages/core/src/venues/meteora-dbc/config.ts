import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { BaseFee } from '../meteora-fees/base-fee.ts';
import { FEE_DENOMINATOR } from '../meteora-fees/rate.ts';
import type { DynamicFee } from '../meteora-fees/volatility.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { PROGRAM } from './layout.ts';

const TOKEN_VAULT = new TextEncoder().encode('token_vault');

/** Mints that launchpads sell for, likeliest first. */
const QUOTE_MINTS: readonly Address[] = [
  WRAPPED_SOL,
  address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), // USDC
  address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'), // USDT
  address('USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB'), // USD1
  address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'), // JUP
  address('J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'), // JitoSOL
  address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB6YaB1pPB263'), // BONK
];

/** `PoolConfig`, and the same with the program of a transfer hook behind it (`ConfigWithTransferHook`): `config.rs`. */
const KINDS = [
  { discriminator: '1a6c0e7b74e6812b', bytes: 1048 },
  { discriminator: '28dcc2fb29c77bfd', bytes: 1128 },
];
const CURVE_AT = 408;
const CURVE_POINTS = 20;
const POINT_BYTES = 32;

/** Highest fee, in parts of `FEE_DENOMINATOR`: 99 %. */
export const HIGHEST_FEE = (FEE_DENOMINATOR * 99n) / 100n;

/** A stretch of the curve: `liquidity` holds up to `sqrtPrice` (Q64.64). Both are 0 behind the last one. */
export interface CurvePoint {
  readonly sqrtPrice: bigint;
  readonly liquidity: bigint;
}

/** The settings of a launchpad for its pools. Amounts in atomic units. */
export interface ConfigAccount {
  readonly quoteMint: Address;
  readonly base: BaseFee;
  readonly dynamic: DynamicFee | null;
  /** True when purchases pay their fee in what they give; sales always pay it in what they get. */
  readonly feeInQuote: boolean;
  readonly activationType: 0 | 1;
  /** Share of the fee, after the protocol's, that is the creator's. */
  readonly creatorPercent: bigint;
  /** The curve is complete with this much quote. */
  readonly threshold: bigint;
  /** Base that the vault must hold at the end beside fees: for the migration and for locked tokens. */
  readonly keptBase: bigint;
  readonly migrationSqrtPrice: bigint;
  readonly startSqrtPrice: bigint;
  readonly curve: readonly CurvePoint[];
}

/** The configuration in the account, or why it is none that can be priced. */
export function readDbcConfig(account: AccountBytes): ConfigAccount | Refused {
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `configuration owned by ${account.owner}`);
  const bytes = new Bytes(account.data);
  const kind = KINDS.find(({ discriminator }) => bytes.spells(0, discriminator));
  if (!kind) return refuse('wrong_layout', 'not a DBC configuration');
  if (bytes.length !== kind.bytes) return refuse('wrong_layout', `configuration of ${bytes.length} bytes`);
  const unknown = VARIANTS.find(({ at, highest }) => bytes.u8(at) > highest);
  if (unknown) return refuse('unknown_variant', `${unknown.field} ${bytes.u8(unknown.at)}`);
  if (bytes.u8(245) > 100) return refuse('wrong_layout', `creator's share of ${bytes.u8(245)} %`);
  return fieldsOf(bytes);
}

/** Highest value that each field of a kind may have; above it begins what is not known here. */
const VARIANTS = [
  { field: 'base fee mode', at: 130, highest: 2 },
  { field: 'collect fee mode', at: 232, highest: 1 },
  { field: 'activation type', at: 234, highest: 1 },
  { field: 'configuration version', at: 236, highest: 0 },
] as const;

function fieldsOf(bytes: Bytes): ConfigAccount {
  return {
    quoteMint: bytes.key(8),
    base: baseFeeOf(bytes),
    dynamic: dynamicFeeOf(bytes),
    feeInQuote: bytes.u8(232) === 0,
    activationType: bytes.u8(234) as 0 | 1,
    creatorPercent: BigInt(bytes.u8(245)),
    threshold: bytes.u64(264),
    keptBase: bytes.u64(272) + bytes.u64(328) + bytes.u64(296) * bytes.u64(320),
    migrationSqrtPrice: bytes.u128(280),
    startSqrtPrice: bytes.u128(392),
    curve: Array.from({ length: CURVE_POINTS }, (_, i) => ({
      sqrtPrice: bytes.u128(CURVE_AT + i * POINT_BYTES),
      liquidity: bytes.u128(CURVE_AT + i * POINT_BYTES + 16),
    })),
  };
}

/** Three factors whose meaning follows from the mode: `BaseFeeConfig` and `base_fee/mod.rs`. */
function baseFeeOf(bytes: Bytes): BaseFee {
  const mode = bytes.u8(130);
  const cliff = bytes.u64(104);
  const [first, second, third] = [BigInt(bytes.u16(128)), bytes.u64(112), bytes.u64(120)];
  if (mode < 2) {
    return { kind: 'time', cliff, periods: first, frequency: second, reduction: third, exponential: mode === 1 };
  }
  return {
    kind: 'limiter',
    cliff,
    increment: (first * FEE_DENOMINATOR) / 10_000n,
    highest: HIGHEST_FEE,
    duration: second,
    reference: third,
    idle: first === 0n && second === 0n && third === 0n,
  };
}

function dynamicFeeOf(bytes: Bytes): DynamicFee | null {
  if (bytes.u8(136) === 0) return null;
  return {
    maxAccumulator: BigInt(bytes.u32(144)),
    control: BigInt(bytes.u32(148)),
    binStep: BigInt(bytes.u16(152)),
    filterPeriod: BigInt(bytes.u16(154)),
    decayPeriod: BigInt(bytes.u16(156)),
    reduction: BigInt(bytes.u16(158)),
    binStepQ64: bytes.u128(168),
  };
}

/** Where a pool holds a mint. */
export function vaultAddress(mint: Address, pool: Address): Address {
  return derivedAddress([TOKEN_VAULT, addressBytes(mint), addressBytes(pool)], PROGRAM);
}

/**
 * The mint that a pool sells for. A pool does not name it, but the address of its quote vault follows from it, so that a
 * guess can be proven. Null when none of the known mints is the one.
 */
export function quoteMintOf(pool: Address, quoteVault: Address): Address | null {
  return QUOTE_MINTS.find((mint) => vaultAddress(mint, pool) === quoteVault) ?? null;
}
