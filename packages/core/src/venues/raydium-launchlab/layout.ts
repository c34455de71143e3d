import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

/** Raydium LaunchLab. Its source is closed; layouts from raydium-io/raydium-sdk-V2, `src/raydium/launchpad/layout.ts`. */
export const LAUNCHLAB_PROGRAM = address('LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj');
/** The authority of the vaults of all pools: seed "vault_auth_seed". */
export const LAUNCHLAB_AUTHORITY = address('WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh');
/** The configuration of constant-product pools against wrapped SOL: seeds "global_config", mint, 0 (u8), 0 (u16). */
export const WRAPPED_SOL_CONFIGURATION = address('6s1xP3hpbAfFoNtUNF8mfHsjr2Bd97JxFJRWLbL6aHuX');

/** The fields of a pool's account. The curve sells the base token for the quote token; amounts in atomic units. */
export interface LaunchLabPoolAccount {
  readonly status: number;
  readonly totalBaseSell: bigint;
  readonly virtualBase: bigint;
  readonly virtualQuote: bigint;
  readonly realBase: bigint;
  readonly realQuote: bigint;
  readonly totalFundRaising: bigint;
  readonly globalConfig: Address;
  readonly platformConfig: Address;
  readonly baseMint: Address;
  readonly quoteMint: Address;
  readonly baseVault: Address;
  readonly quoteVault: Address;
  readonly creator: Address;
}

/** The fields of a global configuration. The rate in parts of a million. */
export interface GlobalConfig {
  readonly curveType: number;
  readonly tradeFeeRate: bigint;
  readonly quoteMint: Address;
}

/** The charge of a launch platform, in parts of a million. */
export interface PlatformConfig {
  readonly feeRate: bigint;
  readonly creatorFeeRate: bigint;
}

const POOL = { name: 'pool', discriminator: 'f7ede3f5d7c3de46', bytes: 429 };
const GLOBAL = { name: 'global configuration', discriminator: '95089ccaa0fcb0d9', bytes: 371 };
/** Grows: curve parameters of the platform may follow behind the fields that are read here. */
const PLATFORM = { name: 'platform configuration', discriminator: 'a04e8000f853e6a0', bytes: 728 };

/** Where the pool of a base and a quote mint is. */
export function poolAddress(baseMint: Address, quoteMint: Address): Address {
  return derivedAddress([seed('pool'), addressBytes(baseMint), addressBytes(quoteMint)], LAUNCHLAB_PROGRAM);
}

/** Where a pool's vault of a mint is. */
export function poolVaultAddress(pool: Address, mint: Address): Address {
  return derivedAddress([seed('pool_vault'), addressBytes(pool), addressBytes(mint)], LAUNCHLAB_PROGRAM);
}

/** Reads a pool. Refused when it is none. */
export function readPool(account: AccountBytes): LaunchLabPoolAccount | Refused {
  const wrong = mismatch(account, POOL) ?? (account.data.length > POOL.bytes ? lengthOf(account, POOL) : null);
  if (wrong !== null) return wrong;
  const bytes = new Bytes(account.data);
  return {
    status: bytes.u8(17),
    totalBaseSell: bytes.u64(29),
    virtualBase: bytes.u64(37),
    virtualQuote: bytes.u64(45),
    realBase: bytes.u64(53),
    realQuote: bytes.u64(61),
    totalFundRaising: bytes.u64(69),
    globalConfig: bytes.key(141),
    platformConfig: bytes.key(173),
    baseMint: bytes.key(205),
    quoteMint: bytes.key(237),
    baseVault: bytes.key(269),
    quoteVault: bytes.key(301),
    creator: bytes.key(333),
  };
}

/** Reads a global configuration. */
export function readGlobalConfig(account: AccountBytes): GlobalConfig | Refused {
  const wrong = mismatch(account, GLOBAL);
  if (wrong !== null) return wrong;
  const bytes = new Bytes(account.data);
  return { curveType: bytes.u8(16), tradeFeeRate: bytes.u64(27), quoteMint: bytes.key(83) };
}

/** Reads a platform's configuration. */
export function readPlatformConfig(account: AccountBytes): PlatformConfig | Refused {
  const wrong = mismatch(account, PLATFORM);
  if (wrong !== null) return wrong;
  const bytes = new Bytes(account.data);
  return { feeRate: bytes.u64(104), creatorFeeRate: bytes.u64(720) };
}

function mismatch(account: AccountBytes, kind: typeof POOL): Refused | null {
  if (account.owner !== LAUNCHLAB_PROGRAM) return refuse('foreign_owner', `${kind.name} of ${account.owner}`);
  if (!new Bytes(account.data).spells(0, kind.discriminator)) {
    return refuse('wrong_layout', `discriminator of the ${kind.name}`);
  }
  return account.data.length < kind.bytes ? lengthOf(account, kind) : null;
}

function lengthOf({ data }: AccountBytes, { name }: typeof POOL): Refused {
  return refuse('wrong_layout', `${name} of ${data.length} bytes`);
}

function seed(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
