import { type Address, address } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { vaultAddress } from 'assay-core/venues/meteora-damm-v2/addresses.ts';
import {
  AUTHORITY,
  COMPOUNDING,
  type DammV2PoolAccount,
  PROGRAM,
  WIDEST_RANGE,
} from 'assay-core/venues/meteora-damm-v2/layout.ts';
import { rangeReserves } from 'assay-core/venues/meteora-damm-v2/movement.ts';
import type { BaseFee } from 'assay-core/venues/meteora-fees/base-fee.ts';
import { FEE_DENOMINATOR } from 'assay-core/venues/meteora-fees/rate.ts';
import type { DynamicFee, Volatility } from 'assay-core/venues/meteora-fees/volatility.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { Layout, rented } from './layout.ts';

const ONE_BASIS_POINT = FEE_DENOMINATOR / 10_000n;

/** The required values of a pool; the other values have defaults that trade. */
export interface DammV2Parameters extends Partial<DammV2PoolAccount> {
  readonly address: Address;
  /** Token A; token B is wrapped SOL unless `mints` says otherwise. */
  readonly mint?: Address;
}

/** A pool that trades: 1 % fee in B, price 1, over the widest range, open since slot 0; given values replace these. */
export function dammV2Pool({ address: pool, mint, ...given }: DammV2Parameters): DammV2PoolAccount {
  const mints = given.mints ?? { a: mint ?? address('11111111111111111111111111111112'), b: WRAPPED_SOL };
  const compounding = given.collectMode === COMPOUNDING;
  const made: DammV2PoolAccount = {
    mints,
    vaults: { a: vaultAddress(mints.a, pool), b: vaultAddress(mints.b, pool) },
    creator: mints.a,
    fees: {
      base: { kind: 'time', cliff: 10_000_000n, periods: 0n, reduction: 0n, frequency: 0n, exponential: false },
      dynamic: null,
      highest: (FEE_DENOMINATOR * 99n) / 100n,
      protocolPercent: 20n,
      compoundingBps: compounding ? 5_000n : 0n,
    },
    volatility: { updatedAt: 0n, sqrtPriceReference: 0n, accumulator: 0n, reference: 0n },
    collectMode: 1,
    liquidity: (10n ** 12n) << 64n,
    lockedLiquidity: 0n,
    sqrtPrice: 1n << 64n,
    range: compounding ? { low: 0n, high: (1n << 128n) - 1n } : WIDEST_RANGE,
    reserves: null,
    owed: { a: 0n, b: 0n },
    activation: 0n,
    activationType: 0,
    enabled: true,
    ...given,
  };
  const reserves = compounding ? { a: 10n ** 12n, b: 10n ** 12n } : rangeReserves(made);
  return { ...made, reserves: given.reserves === undefined ? reserves : given.reserves };
}

/** The account of a pool. */
export function dammV2PoolAccount(pool: Address, parts: DammV2PoolAccount): AccountBytes {
  const { fees, volatility, owed, reserves } = parts;
  const layout = new Layout(1112)
    .hex(0, 'f19a6d0411b16dbc')
    .u8(48, Number(fees.protocolPercent))
    .u8(50, 20)
    .u16(54, Number(fees.compoundingBps))
    .u128(152, fees.base.kind === 'market_cap' ? fees.base.initialSqrtPrice : parts.sqrtPrice)
    .key(168, parts.mints.a)
    .key(200, parts.mints.b)
    .key(232, parts.vaults.a)
    .key(264, parts.vaults.b)
    .u128(360, parts.liquidity)
    .u64(392, owed.a)
    .u64(400, owed.b)
    .u128(424, parts.range.low)
    .u128(440, parts.range.high)
    .u128(456, parts.sqrtPrice)
    .u64(472, parts.activation)
    .u8(480, parts.activationType)
    .u8(481, parts.enabled ? 0 : 1)
    .u8(484, parts.collectMode)
    .u8(485, 1)
    .u8(486, fees.highest === FEE_DENOMINATOR / 2n ? 0 : 1)
    .u128(552, parts.lockedLiquidity)
    .key(648, parts.creator)
    .u64(680, reserves?.a ?? 0n)
    .u64(688, reserves?.b ?? 0n)
    .u8(696, reserves ? 1 : 0);
  writeBaseFee(layout, fees.base);
  if (fees.dynamic) writeDynamicFee(layout, fees.dynamic, volatility);
  return rented(pool, PROGRAM, layout.bytes());
}

/** A configuration account, which pools are derived from. Its fees were copied into them. */
export function dammV2ConfigAccount(config: Address, index: bigint): AccountBytes {
  const layout = new Layout(328).hex(0, '9b0caae01efacc82').u64(208, index);
  return rented(config, PROGRAM, layout.bytes());
}

/** The vaults of a pool, holding these amounts. */
export function dammV2Vaults(
  { vaults, mints }: DammV2PoolAccount,
  amounts: { readonly a: bigint; readonly b: bigint },
): readonly AccountBytes[] {
  return [
    vaultAccount({ address: vaults.a, mint: mints.a, authority: AUTHORITY, amount: amounts.a }),
    vaultAccount({ address: vaults.b, mint: mints.b, authority: AUTHORITY, amount: amounts.b }),
  ];
}

/** A token account of the SPL Token program. */
export function vaultAccount(vault: {
  readonly address: Address;
  readonly mint: Address;
  readonly authority: Address;
  readonly amount: bigint;
  readonly frozen?: boolean;
}): AccountBytes {
  const layout = new Layout(165)
    .key(0, vault.mint)
    .key(32, vault.authority)
    .u64(64, vault.amount)
    .u8(108, vault.frozen ? 2 : 1);
  return rented(vault.address, TOKEN_PROGRAM, layout.bytes());
}

function writeBaseFee(layout: Layout, fee: BaseFee): void {
  layout.u64(8, fee.cliff);
  if (fee.kind === 'limiter') {
    layout
      .u8(16, 2)
      .u16(22, Number(fee.increment / ONE_BASIS_POINT))
      .u32(24, Number(fee.duration))
      .u32(28, Number(fee.highest / ONE_BASIS_POINT))
      .u64(32, fee.reference);
    return;
  }
  layout.u16(22, Number(fee.periods)).u64(32, fee.reduction);
  if (fee.kind === 'time') {
    layout.u8(16, fee.exponential ? 1 : 0).u64(24, fee.frequency);
  } else {
    layout
      .u8(16, fee.exponential ? 4 : 3)
      .u32(24, Number(fee.stepBps))
      .u32(28, Number(fee.expiration));
  }
}

function writeDynamicFee(layout: Layout, fee: DynamicFee, volatility: Volatility): void {
  layout
    .u8(56, 1)
    .u32(64, Number(fee.maxAccumulator))
    .u32(68, Number(fee.control))
    .u16(72, Number(fee.binStep))
    .u16(74, Number(fee.filterPeriod))
    .u16(76, Number(fee.decayPeriod))
    .u16(78, Number(fee.reduction))
    .u64(80, volatility.updatedAt)
    .u128(88, fee.binStepQ64)
    .u128(104, volatility.sqrtPriceReference)
    .u128(120, volatility.accumulator)
    .u128(136, volatility.reference);
}
