import { type Address, address } from 'assay-core/solana/address.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { type ConfigAccount, HIGHEST_FEE, vaultAddress } from 'assay-core/venues/meteora-dbc/config.ts';
import { AUTHORITY, type DbcPoolAccount, PROGRAM } from 'assay-core/venues/meteora-dbc/layout.ts';
import type { BaseFee } from 'assay-core/venues/meteora-fees/base-fee.ts';
import { secondBetween } from 'assay-core/venues/meteora-fees/liquidity.ts';
import { FEE_DENOMINATOR } from 'assay-core/venues/meteora-fees/rate.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { Layout, rented } from './layout.ts';
import { vaultAccount } from './meteora-damm-v2.ts';

const ONE_BASIS_POINT = FEE_DENOMINATOR / 10_000n;
const CURVE_POINTS = 20;

/** A curve that trades: 1 % fee in wrapped SOL, from price 10^-5 to 10^-4 in one stretch; given values replace these. */
export function dbcConfig(given: Partial<ConfigAccount> = {}): ConfigAccount {
  const startSqrtPrice = given.startSqrtPrice ?? 58_333_726_687_135_158n;
  const migrationSqrtPrice = given.migrationSqrtPrice ?? 184_467_440_737_095_516n;
  const curve = given.curve ?? [{ sqrtPrice: migrationSqrtPrice, liquidity: (10n ** 13n) << 64n }];
  return {
    quoteMint: WRAPPED_SOL,
    base: { kind: 'time', cliff: 10_000_000n, periods: 0n, reduction: 0n, frequency: 0n, exponential: false },
    dynamic: null,
    feeInQuote: true,
    activationType: 0,
    creatorPercent: 0n,
    threshold: curveCost({ curve, startSqrtPrice, migrationSqrtPrice }),
    keptBase: 0n,
    ...given,
    migrationSqrtPrice,
    startSqrtPrice,
    curve: Array.from({ length: CURVE_POINTS }, (_, i) => curve[i] ?? { sqrtPrice: 0n, liquidity: 0n }),
  };
}

/** The quote that the whole curve takes. */
function curveCost(of: Pick<ConfigAccount, 'curve' | 'startSqrtPrice' | 'migrationSqrtPrice'>): bigint {
  let cost = 0n;
  let from = of.startSqrtPrice;
  for (const { sqrtPrice, liquidity } of of.curve) {
    const to = sqrtPrice < of.migrationSqrtPrice ? sqrtPrice : of.migrationSqrtPrice;
    if (liquidity === 0n || to <= from) break;
    cost += secondBetween(from, to, liquidity, true);
    from = to;
  }
  return cost;
}

/** The required values of a pool; the defaults are a pool without trades. */
export interface DbcParameters extends Partial<DbcPoolAccount> {
  readonly address: Address;
  readonly under: ConfigAccount;
}

/** A pool under a configuration. */
export function dbcPool({ address: pool, under, ...given }: DbcParameters): DbcPoolAccount {
  const baseMint = given.baseMint ?? address('11111111111111111111111111111112');
  return {
    config: address('11111111111111111111111111111113'),
    creator: address('11111111111111111111111111111114'),
    baseMint,
    vaults: { base: vaultAddress(baseMint, pool), quote: vaultAddress(under.quoteMint, pool) },
    reserves: { base: 10n ** 17n, quote: 0n },
    owed: { base: 0n, quote: 0n },
    sqrtPrice: under.startSqrtPrice,
    volatility: { updatedAt: 0n, sqrtPriceReference: 0n, accumulator: 0n, reference: 0n },
    activation: 0n,
    finished: false,
    ...given,
  };
}

/** The account of a pool. Every owed amount is written as owed to the protocol. */
export function dbcPoolAccount(pool: Address, parts: DbcPoolAccount): AccountBytes {
  const data = new Layout(424)
    .hex(0, 'd5e005d16245775c')
    .u64(8, parts.volatility.updatedAt)
    .u128(24, parts.volatility.sqrtPriceReference)
    .u128(40, parts.volatility.accumulator)
    .u128(56, parts.volatility.reference)
    .key(72, parts.config)
    .key(104, parts.creator)
    .key(136, parts.baseMint)
    .key(168, parts.vaults.base)
    .key(200, parts.vaults.quote)
    .u64(232, parts.reserves.base)
    .u64(240, parts.reserves.quote)
    .u64(248, parts.owed.base)
    .u64(256, parts.owed.quote)
    .u128(280, parts.sqrtPrice)
    .u64(296, parts.activation)
    .u8(305, parts.finished ? 1 : 0)
    .u8(308, parts.finished ? 3 : 0)
    .bytes();
  return rented(pool, PROGRAM, data);
}

/** The account of a configuration. The reserved amount is written as kept for the migration. */
export function dbcConfigAccount(config: Address, parts: ConfigAccount): AccountBytes {
  const layout = new Layout(1048)
    .hex(0, '1a6c0e7b74e6812b')
    .key(8, parts.quoteMint)
    .u8(232, parts.feeInQuote ? 0 : 1)
    .u8(233, 1)
    .u8(234, parts.activationType)
    .u8(235, 6)
    .u8(245, Number(parts.creatorPercent))
    .u64(264, parts.threshold)
    .u64(272, parts.keptBase)
    .u128(280, parts.migrationSqrtPrice)
    .u128(392, parts.startSqrtPrice);
  parts.curve.forEach(({ sqrtPrice, liquidity }, i) => {
    layout.u128(408 + i * 32, sqrtPrice).u128(424 + i * 32, liquidity);
  });
  writeBaseFee(layout, parts.base);
  if (parts.dynamic) writeDynamicFee(layout, parts.dynamic);
  return rented(config, PROGRAM, layout.bytes());
}

/** The vaults of a pool, holding these amounts. */
export function dbcVaults(
  { vaults, baseMint }: DbcPoolAccount,
  quoteMint: Address,
  amounts: { readonly base: bigint; readonly quote: bigint },
): readonly AccountBytes[] {
  return [
    vaultAccount({ address: vaults.base, mint: baseMint, authority: AUTHORITY, amount: amounts.base }),
    vaultAccount({ address: vaults.quote, mint: quoteMint, authority: AUTHORITY, amount: amounts.quote }),
  ];
}

function writeBaseFee(layout: Layout, fee: BaseFee): void {
  layout.u64(104, fee.cliff);
  if (fee.kind === 'limiter') {
    if (fee.highest !== HIGHEST_FEE) throw new Error('a limiter of DBC rises to 99 %');
    layout
      .u8(130, 2)
      .u16(128, Number(fee.increment / ONE_BASIS_POINT))
      .u64(112, fee.duration)
      .u64(120, fee.reference);
  } else if (fee.kind === 'time') {
    layout
      .u8(130, fee.exponential ? 1 : 0)
      .u16(128, Number(fee.periods))
      .u64(112, fee.frequency)
      .u64(120, fee.reduction);
  } else {
    throw new Error('DBC has no schedule by market cap');
  }
}

function writeDynamicFee(layout: Layout, fee: NonNullable<ConfigAccount['dynamic']>): void {
  layout
    .u8(136, 1)
    .u32(144, Number(fee.maxAccumulator))
    .u32(148, Number(fee.control))
    .u16(152, Number(fee.binStep))
    .u16(154, Number(fee.filterPeriod))
    .u16(156, Number(fee.decayPeriod))
    .u16(158, Number(fee.reduction))
    .u128(168, fee.binStepQ64);
}
