import type { Address } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import {
  CREATOR_FEE_CONFIGURABLE_AT,
  CURVE_DISCRIMINATOR,
  CURVE_FIELDS,
  curveAddress,
  GLOBAL,
  GLOBAL_DISCRIMINATOR,
} from 'assay-core/venues/pump-curve/layout.ts';
import {
  FEE_CONFIG_BYTES,
  FEE_CONFIG_DISCRIMINATOR,
  type PumpFeeRates,
  type PumpFeeTier,
} from 'assay-core/venues/pump-fees/fee-config.ts';
import { feeConfigAddress, NO_KEY, PUMP_FEES_PROGRAM, PUMP_PROGRAM } from 'assay-core/venues/pump-fees/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { Layout, rented } from './layout.ts';

/** A bonding curve to write. By default an unsold coin's, with pump.fun's own start values. */
export interface CurveParts {
  readonly mint: Address;
  readonly virtualMint?: bigint;
  readonly virtualQuote?: bigint;
  readonly realMint?: bigint;
  readonly realQuote?: bigint;
  readonly totalSupply?: bigint;
  readonly complete?: boolean;
  readonly creator?: Address;
  readonly mayhem?: boolean;
  readonly cashback?: boolean;
  /** Left out: native SOL. */
  readonly quoteMint?: Address;
  readonly ownCreatorRate?: bigint;
  readonly holderReward?: boolean;
  readonly waitingCreatorFee?: bigint;
  readonly waitingProtocolFees?: bigint;
  /** How long the account is: 49, 81, 82, 83, 115, 124, 125, 150, 151 or 166 were written at some time. */
  readonly length?: number;
}

/** Supply of a coin of pump.fun: a thousand million with six decimals. */
export const PUMP_SUPPLY = 1_000_000_000_000_000n;

const FRESH = {
  virtualMint: 1_073_000_000_000_000n,
  virtualQuote: 30_000_000_000n,
  realMint: 793_100_000_000_000n,
  realQuote: 0n,
  totalSupply: PUMP_SUPPLY,
  complete: false,
  creator: NO_KEY,
  mayhem: false,
  cashback: false,
  quoteMint: NO_KEY,
  ownCreatorRate: 0n,
  holderReward: false,
  waitingCreatorFee: 0n,
  waitingProtocolFees: 0n,
  length: CURVE_FIELDS.end as number,
};

/** The account of a bonding curve. Native SOL that was paid in is part of its balance. */
export function pumpCurveAccount(parts: CurveParts): AccountBytes {
  const at = CURVE_FIELDS;
  const curve = { ...FRESH, ...parts };
  const data = new Layout(Math.max(at.end, curve.length))
    .hex(0, CURVE_DISCRIMINATOR)
    .u64(at.virtualMint, curve.virtualMint)
    .u64(at.virtualQuote, curve.virtualQuote)
    .u64(at.realMint, curve.realMint)
    .u64(at.realQuote, curve.realQuote)
    .u64(at.totalSupply, curve.totalSupply)
    .u8(at.complete, Number(curve.complete))
    .key(at.creator, curve.creator)
    .u8(at.mayhem, Number(curve.mayhem))
    .u8(at.cashback, Number(curve.cashback))
    .key(at.quoteMint, curve.quoteMint)
    .u64(at.creatorFeeBps, curve.ownCreatorRate)
    .u8(at.holderReward, Number(curve.holderReward))
    .u64(at.creatorFee, curve.waitingCreatorFee)
    .u64(at.protocolFees, curve.waitingProtocolFees)
    .bytes();
  const paidIn = curve.realQuote + curve.waitingCreatorFee + curve.waitingProtocolFees;
  const held = rented(curveAddress(curve.mint), PUMP_PROGRAM, data.slice(0, curve.length));
  return { ...held, lamports: held.lamports + (curve.quoteMint === NO_KEY ? paidIn : 0n) };
}

/** The program's settings. `length` 1045 is how they were before coins could set a rate of their own. */
export function pumpGlobalAccount({ configurable = false, length = 1088 } = {}): AccountBytes {
  const data = new Layout(1088)
    .hex(0, GLOBAL_DISCRIMINATOR)
    .u8(8, 1)
    .u8(CREATOR_FEE_CONFIGURABLE_AT, Number(configurable));
  return rented(GLOBAL, PUMP_PROGRAM, data.bytes().slice(0, length));
}

/** A fee schedule to write. By default mainnet's for curves: 95 and 30 basis points. */
export interface FeeConfigParts {
  /** Whose schedule it is. */
  readonly program: Address;
  readonly flat?: PumpFeeRates;
  readonly tiers?: readonly PumpFeeTier[];
  readonly stableTiers?: readonly PumpFeeTier[];
  readonly exotic?: PumpFeeRates;
  /** 2512, 4073 or 4097: which parts there are. */
  readonly length?: number;
}

/** The account of a fee schedule. */
export function pumpFeeConfigAccount(parts: FeeConfigParts): AccountBytes {
  const curve: PumpFeeRates = { lp: 0n, protocol: 95n, creator: 30n };
  const tiers = parts.tiers ?? [{ threshold: 0n, rates: curve }];
  const stableTiers = parts.stableTiers ?? tiers;
  const layout = new Layout(8192).hex(0, FEE_CONFIG_DISCRIMINATOR).u8(8, 255);
  writeRates(layout, 41, parts.flat ?? { lp: 25n, protocol: 5n, creator: 0n });
  const stableAt = writeTiers(layout, 65, tiers);
  const length = parts.length ?? FEE_CONFIG_BYTES.withExotic;
  const exoticAt = length < FEE_CONFIG_BYTES.withStableTiers ? stableAt : writeTiers(layout, stableAt, stableTiers);
  if (length >= FEE_CONFIG_BYTES.withExotic) writeRates(layout, exoticAt, parts.exotic ?? curve);
  const data = layout.bytes().slice(0, length);
  return rented(feeConfigAddress(parts.program), PUMP_FEES_PROGRAM, data);
}

function writeRates(layout: Layout, at: number, { lp, protocol, creator }: PumpFeeRates): void {
  layout
    .u64(at, lp)
    .u64(at + 8, protocol)
    .u64(at + 16, creator);
}

function writeTiers(layout: Layout, at: number, tiers: readonly PumpFeeTier[]): number {
  layout.u32(at, tiers.length);
  for (const [index, { threshold, rates }] of tiers.entries()) {
    layout.u128(at + 4 + index * 40, threshold);
    writeRates(layout, at + 20 + index * 40, rates);
  }
  return at + 4 + tiers.length * 40;
}

/** A token account to write, under either token program. */
export interface HoldingParts {
  readonly authority: Address;
  readonly mint: Address;
  readonly program?: Address;
  readonly amount: bigint;
  readonly frozen?: boolean;
  /** Left out: the authority's associated account. */
  readonly address?: Address;
}

/** A token account that holds a pool's tokens. */
export function holdingAccount({ authority, mint, amount, frozen, ...rest }: HoldingParts): AccountBytes {
  const program = rest.program ?? TOKEN_PROGRAM;
  // Token-2022 marks the account as immutably owned: its type at 165, then an extension of type 7 and no length.
  const isNew = program === TOKEN_2022_PROGRAM;
  const layout = new Layout(isNew ? 170 : 165)
    .key(0, mint)
    .key(32, authority)
    .u64(64, amount)
    .u8(108, frozen ? 2 : 1);
  if (isNew) layout.u8(165, 2).u16(166, 7);
  const address = rest.address ?? associatedAccount(authority, mint, program);
  return rented(address, program, layout.bytes());
}

/** A mint whose authorities are given up. */
export function curveMintAccount({
  mint,
  supply,
  program = TOKEN_PROGRAM,
}: {
  mint: Address;
  supply: bigint;
  program?: Address;
}): AccountBytes {
  const data = new Layout(82).u64(36, supply).u8(44, 6).u8(45, 1).bytes();
  return rented(mint, program, data);
}
