import { type Address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { NO_KEY, PUMPSWAP_PROGRAM, poolAuthority, seed } from 'assay-core/venues/pump-fees/programs.ts';
import {
  GLOBAL_CONFIG,
  GLOBAL_CONFIG_DISCRIMINATOR,
  lpMintOf,
  POOL_DISCRIMINATOR,
  POOL_FIELDS,
  SETTINGS_FIELDS,
} from 'assay-core/venues/pumpswap/layout.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { Layout, rented } from './layout.ts';

/** A PumpSwap pool to write. By default the pool of a coin that completed its curve, quoted in SOL. */
export interface PumpswapParts {
  readonly base: Address;
  readonly quote?: Address;
  readonly baseProgram?: Address;
  readonly quoteProgram?: Address;
  readonly index?: number;
  /** Left out: the authority that makes the pool the canonical one of its base mint. */
  readonly creator?: Address;
  readonly lpSupply?: bigint;
  readonly coinCreator?: Address;
  readonly mayhem?: boolean;
  readonly cashback?: boolean;
  readonly virtualQuote?: bigint;
  readonly ownCreatorRate?: bigint;
  readonly waitingProtocolFees?: bigint;
  readonly waitingCreatorFees?: bigint;
  /** How long the account is: 211, 243, 244, 245, 261, 270, 287, 300 or 301 were written at some time. */
  readonly length?: number;
}

/** The account of a pool. Its vaults are the associated accounts of its address. */
export function pumpswapPoolAccount(parts: PumpswapParts): AccountBytes {
  const at = POOL_FIELDS;
  const { base, quote = WRAPPED_SOL, index = 0, creator = poolAuthority(base) } = parts;
  const address = poolAddress(index, creator, base, quote);
  const data = new Layout(Math.max(at.end, parts.length ?? 0))
    .hex(0, POOL_DISCRIMINATOR)
    .u8(at.bump, 255)
    .u16(at.index, index)
    .key(at.creator, creator)
    .key(at.base, base)
    .key(at.quote, quote)
    .key(at.lpMint, lpMintOf(address))
    .key(at.baseVault, associatedAccount(address, base, parts.baseProgram ?? TOKEN_PROGRAM))
    .key(at.quoteVault, associatedAccount(address, quote, parts.quoteProgram ?? TOKEN_PROGRAM))
    .u64(at.lpSupply, parts.lpSupply ?? 4_193_388_284_800n)
    .key(at.coinCreator, parts.coinCreator ?? NO_KEY)
    .u8(at.mayhem, Number(parts.mayhem ?? false))
    .u8(at.cashback, Number(parts.cashback ?? false))
    .u128(at.virtualQuote, parts.virtualQuote ?? 0n)
    .u64(at.creatorFeeBps, parts.ownCreatorRate ?? 0n)
    .u64(at.protocolFees, parts.waitingProtocolFees ?? 0n)
    .u64(at.creatorFees, parts.waitingCreatorFees ?? 0n)
    .bytes();
  return rented(address, PUMPSWAP_PROGRAM, data.slice(0, parts.length ?? at.end));
}

/** The program's settings. `length` 907 and 940 are how they were before coins could set a rate of their own. */
export function pumpswapSettingsAccount({ disableFlags = 0, configurable = false, length = 949 } = {}): AccountBytes {
  const data = new Layout(949)
    .hex(0, GLOBAL_CONFIG_DISCRIMINATOR)
    .u64(40, 20n)
    .u64(48, 5n)
    .u8(SETTINGS_FIELDS.disableFlags, disableFlags)
    .u8(SETTINGS_FIELDS.creatorFeeConfigurable, Number(configurable))
    .bytes();
  return rented(GLOBAL_CONFIG, PUMPSWAP_PROGRAM, data.slice(0, length));
}

function poolAddress(index: number, creator: Address, base: Address, quote: Address): Address {
  const number = Uint8Array.of(index & 0xff, index >> 8);
  return derivedAddress([seed('pool'), number, ...[creator, base, quote].map(addressBytes)], PUMPSWAP_PROGRAM);
}
