import { type Address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { isNoFlag } from '../pump-fees/fee-config.ts';
import { NO_KEY, PUMP_PROGRAM, seed } from '../pump-fees/programs.ts';
import { NATIVE_MINT_2022 } from '../pump-fees/rates.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';

/** Anchor discriminators of `BondingCurve` and `Global`. */
export const CURVE_DISCRIMINATOR = '17b7f83760d8ac60';
export const GLOBAL_DISCRIMINATOR = 'a7e8e8b1c86c727f';

/** The one account with the program's settings. */
export const GLOBAL = derivedAddress([seed('global')], PUMP_PROGRAM);

/** The fields of a curve's account. Reserves in atomic units; `quoteMint` null for native SOL. */
export interface BondingCurve {
  readonly virtualMint: bigint;
  readonly virtualQuote: bigint;
  readonly realMint: bigint;
  readonly realQuote: bigint;
  readonly totalSupply: bigint;
  readonly complete: boolean;
  readonly creator: Address;
  readonly mayhem: boolean;
  readonly quoteMint: Address | null;
  /** The creator's rate that the coin sets itself, in basis points; 0: the schedule's. */
  readonly ownCreatorRate: bigint;
  /** Fees that stay with the curve until they are swept: in its balance, not in its reserves. */
  readonly waitingFees: bigint;
  /** True when bytes behind the known fields are set: a newer program wrote them. */
  readonly hasUnknownFields: boolean;
}

/**
 * Where fields begin. Source: pump-public-docs `idl/pump.json` (8cda1fa, October 2026); up to 125 also @pump-fun/pump-sdk
 * 2.0.0.
 */
export const CURVE_FIELDS = {
  virtualMint: 8,
  virtualQuote: 16,
  realMint: 24,
  realQuote: 32,
  totalSupply: 40,
  complete: 48,
  creator: 49,
  mayhem: 81,
  cashback: 82,
  quoteMint: 83,
  creatorFeeBps: 115,
  canEditCreatorFee: 123,
  holderReward: 124,
  creatorFee: 125,
  protocolFees: 133,
  depth: 141,
  initialVirtualQuote: 142,
  postCompleteMintOut: 150,
  postCompleteQuoteIn: 158,
  end: 166,
} as const;

const SHORTEST_CURVE = CURVE_FIELDS.creator;
/** Curves that are shorter were made before coins under Token-2022 were. */
export const FIRST_TOKEN_2022_CURVE = CURVE_FIELDS.cashback;

/** The address of the curve of a coin. */
export function curveAddress(mint: Address): Address {
  return derivedAddress([seed('bonding-curve'), addressBytes(mint)], PUMP_PROGRAM);
}

/**
 * The curve in an account. The layout only ever grew at its end: a field that is not all there is zero, as the program
 * reads it, and bytes behind the last known field never moved a price so far.
 */
export function readCurve(account: AccountBytes): BondingCurve | Refused {
  const bytes = new Bytes(account.data);
  if (account.owner !== PUMP_PROGRAM) return refuse('foreign_owner', 'not an account of pump.fun');
  if (!bytes.spells(0, CURVE_DISCRIMINATOR)) return refuse('wrong_layout', 'discriminator');
  if (bytes.length < SHORTEST_CURVE) return refuse('wrong_layout', 'length');

  const at = CURVE_FIELDS;
  const flag = (from: number) => (bytes.length > from ? bytes.u8(from) : 0);
  const amount = (from: number) => (bytes.length >= from + 8 ? bytes.u64(from) : 0n);
  const key = (from: number) => (bytes.length >= from + 32 ? bytes.key(from) : NO_KEY);
  const flags = [at.complete, at.mayhem, at.cashback, at.canEditCreatorFee, at.holderReward].map(flag);
  if (flags.some(isNoFlag)) return refuse('wrong_layout', 'a flag is neither 0 nor 1');

  const quoteMint = key(at.quoteMint);
  if (quoteMint === WRAPPED_SOL || quoteMint === NATIVE_MINT_2022) {
    return refuse('unknown_variant', 'SOL as a token is no quote mint of a curve');
  }
  return {
    virtualMint: bytes.u64(at.virtualMint),
    virtualQuote: bytes.u64(at.virtualQuote),
    realMint: bytes.u64(at.realMint),
    realQuote: bytes.u64(at.realQuote),
    totalSupply: bytes.u64(at.totalSupply),
    complete: flag(at.complete) === 1,
    creator: key(at.creator),
    mayhem: flag(at.mayhem) === 1,
    quoteMint: quoteMint === NO_KEY ? null : quoteMint,
    ownCreatorRate: amount(at.creatorFeeBps),
    waitingFees: amount(at.creatorFee) + amount(at.protocolFees),
    hasUnknownFields: bytes.length > at.end && !bytes.isZero(at.end, bytes.length - at.end),
  };
}

/** Where `Global` says whether a coin's own creator rate counts; older and shorter accounts say no. */
export const CREATOR_FEE_CONFIGURABLE_AT = 1045;
const SHORTEST_GLOBAL = 1045;

/** The setting of `Global` that prices depend on. Source: pump-public-docs `idl/pump.json`, @pump-fun/pump-sdk 2.0.0. */
export function readGlobal(account: AccountBytes): { readonly configurable: boolean } | Refused {
  const bytes = new Bytes(account.data);
  if (account.owner !== PUMP_PROGRAM) return refuse('foreign_owner', 'global settings');
  if (!bytes.spells(0, GLOBAL_DISCRIMINATOR)) return refuse('wrong_layout', 'global settings discriminator');
  if (bytes.length < SHORTEST_GLOBAL) return refuse('wrong_layout', 'global settings length');
  const flag = bytes.length > CREATOR_FEE_CONFIGURABLE_AT ? bytes.u8(CREATOR_FEE_CONFIGURABLE_AT) : 0;
  return isNoFlag(flag) ? refuse('wrong_layout', 'global settings flag') : { configurable: flag === 1 };
}
