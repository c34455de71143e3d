import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { PUMP_FEES_PROGRAM } from './programs.ts';

/** Fee rates in basis points. `lp` stays with the pool; curves have none. */
export interface PumpFeeRates {
  readonly lp: bigint;
  readonly protocol: bigint;
  readonly creator: bigint;
}

/** The rates from a market cap upwards. `threshold` in atomic units of the quote mint. */
export interface PumpFeeTier {
  readonly threshold: bigint;
  readonly rates: PumpFeeRates;
}

/** The schedule of one program. `stableTiers` null: the account is older than them, and stables pay `tiers`. */
export interface FeeConfig {
  readonly flat: PumpFeeRates;
  readonly tiers: readonly PumpFeeTier[];
  readonly stableTiers: readonly PumpFeeTier[] | null;
  /** For canonical pools and curves in other quote mints; all zero while not set. */
  readonly exotic: PumpFeeRates;
}

/** Anchor discriminator of `FeeConfig`. */
export const FEE_CONFIG_DISCRIMINATOR = '8f3492bbdb7b4c9b';
/** The program distinguishes three versions by the account's length; each is a prefix of the next. */
export const FEE_CONFIG_BYTES = { first: 2512, withStableTiers: 4073, withExotic: 4097 } as const;

const FLAT_AT = 41;
const TIERS_AT = 65;
const TIER_BYTES = 40;
/** The fee program writes no longer list (`MAX_FEE_TIERS_SUPPORTED`). */
const MOST_TIERS = 50;
/** The fee program accepts no schedule whose rates add up to more than everything (`InvalidFeeTotal`). */
const WHOLE_BPS = 10_000n;
const NONE: PumpFeeRates = { lp: 0n, protocol: 0n, creator: 0n };

/**
 * The schedule in a `FeeConfig` account: discriminator, bump u8, admin, flat rates 41, tiers 65 (count u32, then 40 bytes
 * each: threshold u128, three rates u64), stable tiers, exotic rates. Source: pump-public-docs `idl/pump_fees.json`; the
 * versions by length: `deserialize_versioned` as @pump-fun/pump-swap-sdk 1.20.0 `offlinePumpAmm.ts` mirrors it.
 */
export function readFeeConfig(account: AccountBytes): FeeConfig | Refused {
  const bytes = new Bytes(account.data);
  if (account.owner !== PUMP_FEES_PROGRAM) return refuse('foreign_owner', 'fee configuration');
  if (!bytes.spells(0, FEE_CONFIG_DISCRIMINATOR)) return refuse('wrong_layout', 'fee configuration discriminator');
  if (bytes.length < FEE_CONFIG_BYTES.first) return refuse('wrong_layout', 'fee configuration length');

  const tiers = readTiers(bytes, TIERS_AT);
  if (isRefused(tiers)) return tiers;
  const flat = readRates(bytes, FLAT_AT);
  if (bytes.length < FEE_CONFIG_BYTES.withStableTiers) {
    return checked({ flat, tiers: tiers.list, stableTiers: null, exotic: NONE });
  }
  const stable = readTiers(bytes, tiers.end);
  if (isRefused(stable)) return stable;
  const hasExotic = bytes.length >= FEE_CONFIG_BYTES.withExotic && stable.end + 24 <= bytes.length;
  const exotic = hasExotic ? readRates(bytes, stable.end) : NONE;
  return checked({ flat, tiers: tiers.list, stableTiers: stable.list, exotic });
}

function readRates(bytes: Bytes, at: number): PumpFeeRates {
  return { lp: bytes.u64(at), protocol: bytes.u64(at + 8), creator: bytes.u64(at + 16) };
}

function readTiers(
  bytes: Bytes,
  at: number,
): { readonly list: readonly PumpFeeTier[]; readonly end: number } | Refused {
  if (at + 4 > bytes.length) return refuse('wrong_layout', 'fee tiers beyond the end');
  const count = bytes.u32(at);
  const end = at + 4 + count * TIER_BYTES;
  if (count > MOST_TIERS || end > bytes.length) return refuse('wrong_layout', `${count} fee tiers`);
  const list: PumpFeeTier[] = [];
  for (let from = at + 4; from < end; from += TIER_BYTES) {
    list.push({ threshold: bytes.u128(from), rates: readRates(bytes, from + 16) });
  }
  return { list, end };
}

function checked(config: FeeConfig): FeeConfig | Refused {
  const all = [
    config.flat,
    config.exotic,
    ...[...config.tiers, ...(config.stableTiers ?? [])].map((tier) => tier.rates),
  ];
  const tooMuch = all.some((rates) => rates.lp + rates.protocol + rates.creator > WHOLE_BPS);
  return tooMuch ? refuse('wrong_layout', 'fee rates above 100 %') : config;
}

/** True for a byte that a boolean cannot be: the program does not read such an account either. */
export function isNoFlag(byte: number): boolean {
  return byte > 1;
}
