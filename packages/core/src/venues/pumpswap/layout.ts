import { type Address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { isNoFlag } from '../pump-fees/fee-config.ts';
import { NO_KEY, PUMPSWAP_PROGRAM, poolAuthority, seed } from '../pump-fees/programs.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

/** Anchor discriminators of `Pool` and `GlobalConfig`. */
export const POOL_DISCRIMINATOR = 'f19a6d0411b16dbc';
export const GLOBAL_CONFIG_DISCRIMINATOR = '95089ccaa0fcb0d9';

/** The one account with the program's settings. */
export const GLOBAL_CONFIG = derivedAddress([seed('global_config')], PUMPSWAP_PROGRAM);

/** The fields of a pool's account; amounts in atomic units. */
export interface PumpSwapPoolAccount {
  readonly creator: Address;
  readonly base: Address;
  readonly quote: Address;
  readonly lpMint: Address;
  readonly baseVault: Address;
  readonly quoteVault: Address;
  /** LP tokens ever issued less those withdrawn; burning some does not lower it. */
  readonly lpSupply: bigint;
  readonly coinCreator: Address;
  readonly mayhem: boolean;
  /** Added to the quote vault for pricing. Negative when fees that wait in the vault outweigh a boost. */
  readonly virtualQuote: bigint;
  /** The creator's rate that the coin sets itself, in basis points; 0: the schedule's. */
  readonly ownCreatorRate: bigint;
  /** Fees that stay in the quote vault until they are swept: no liquidity. */
  readonly waitingFees: bigint;
  /** True when bytes behind the known fields are set: a newer program wrote them. */
  readonly hasUnknownFields: boolean;
}

/**
 * Where fields begin. Source: @pump-fun/pump-swap-sdk 1.20.0 `idl/pump_amm.json`; behind 270 the October 2026 layout that
 * pump-public-docs `docs/instructions/SWEEP_FEES.md` and `docs/VIRTUAL_QUOTE_RESERVES_FEE_ADJUSTMENT.md` describe.
 */
export const POOL_FIELDS = {
  bump: 8,
  index: 9,
  creator: 11,
  base: 43,
  quote: 75,
  lpMint: 107,
  baseVault: 139,
  quoteVault: 171,
  lpSupply: 203,
  coinCreator: 211,
  mayhem: 243,
  cashback: 244,
  virtualQuote: 245,
  creatorFeeBps: 261,
  canEditCreatorFee: 269,
  holderReward: 270,
  protocolFees: 271,
  creatorFees: 279,
  end: 287,
} as const;

const SHORTEST_POOL = POOL_FIELDS.coinCreator;

/** The pool that a completed curve becomes. */
export function canonicalPool(base: Address, quote: Address): Address {
  const seeds = [seed('pool'), new Uint8Array(2), ...[poolAuthority(base), base, quote].map(addressBytes)];
  return derivedAddress(seeds, PUMPSWAP_PROGRAM);
}

/** The LP mint of a pool. */
export function lpMintOf(pool: Address): Address {
  return derivedAddress([seed('pool_lp_mint'), addressBytes(pool)], PUMPSWAP_PROGRAM);
}

/**
 * The pool in an account. The layout only ever grew at its end: a field that is not all there is zero, as the program
 * reads it, and bytes behind the last known field never moved a price so far.
 */
export function readPool(account: AccountBytes): PumpSwapPoolAccount | Refused {
  const bytes = new Bytes(account.data);
  if (account.owner !== PUMPSWAP_PROGRAM) return refuse('foreign_owner', 'not an account of PumpSwap');
  if (!bytes.spells(0, POOL_DISCRIMINATOR)) return refuse('wrong_layout', 'discriminator');
  if (bytes.length < SHORTEST_POOL) return refuse('wrong_layout', 'length');

  const at = POOL_FIELDS;
  const flag = (from: number) => (bytes.length > from ? bytes.u8(from) : 0);
  const amount = (from: number) => (bytes.length >= from + 8 ? bytes.u64(from) : 0n);
  if ([at.mayhem, at.cashback, at.canEditCreatorFee, at.holderReward].map(flag).some(isNoFlag)) {
    return refuse('wrong_layout', 'a flag is neither 0 nor 1');
  }
  return {
    creator: bytes.key(at.creator),
    base: bytes.key(at.base),
    quote: bytes.key(at.quote),
    lpMint: bytes.key(at.lpMint),
    baseVault: bytes.key(at.baseVault),
    quoteVault: bytes.key(at.quoteVault),
    lpSupply: bytes.u64(at.lpSupply),
    coinCreator: bytes.length >= at.mayhem ? bytes.key(at.coinCreator) : NO_KEY,
    mayhem: flag(at.mayhem) === 1,
    virtualQuote: bytes.length >= at.creatorFeeBps ? bytes.i128(at.virtualQuote) : 0n,
    ownCreatorRate: amount(at.creatorFeeBps),
    waitingFees: amount(at.protocolFees) + amount(at.creatorFees),
    hasUnknownFields: bytes.length > at.end && !bytes.isZero(at.end, bytes.length - at.end),
  };
}

/** The settings that trades depend on. */
export interface Settings {
  readonly buyDisabled: boolean;
  readonly sellDisabled: boolean;
  /** Whether a coin's own creator rate counts. */
  readonly configurable: boolean;
}

/** Where `GlobalConfig` holds its settings; the second is absent in older and shorter accounts, which means no. */
export const SETTINGS_FIELDS = { disableFlags: 56, creatorFeeConfigurable: 940 } as const;
const SHORTEST_SETTINGS = 321;
const FLAG = { buy: 1 << 3, sell: 1 << 4, known: 0b1_1111 } as const;

/** The settings in `GlobalConfig`. Source: the flag bits in @pump-fun/pump-swap-sdk 1.20.0 `idl/pump_amm.json`. */
export function readSettings(account: AccountBytes): Settings | Refused {
  const bytes = new Bytes(account.data);
  if (account.owner !== PUMPSWAP_PROGRAM) return refuse('foreign_owner', 'global settings');
  if (!bytes.spells(0, GLOBAL_CONFIG_DISCRIMINATOR)) return refuse('wrong_layout', 'global settings discriminator');
  if (bytes.length < SHORTEST_SETTINGS) return refuse('wrong_layout', 'global settings length');
  const flags = bytes.u8(SETTINGS_FIELDS.disableFlags);
  if (flags > FLAG.known) return refuse('unknown_variant', `disable flags ${flags}`);
  const at = SETTINGS_FIELDS.creatorFeeConfigurable;
  const configurable = bytes.length > at ? bytes.u8(at) : 0;
  if (isNoFlag(configurable)) return refuse('wrong_layout', 'global settings flag');
  return {
    buyDisabled: (flags & FLAG.buy) !== 0,
    sellDisabled: (flags & FLAG.sell) !== 0,
    configurable: configurable === 1,
  };
}
