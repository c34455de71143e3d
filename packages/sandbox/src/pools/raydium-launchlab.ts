import { type Address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import {
  LAUNCHLAB_AUTHORITY,
  LAUNCHLAB_PROGRAM,
  poolAddress,
  poolVaultAddress,
} from 'assay-core/venues/raydium-launchlab/layout.ts';
import { Layout } from './layout.ts';

/** An account to write. */
export interface LaunchlabAccount {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** A pool. By default its curve is that of most launches against wrapped SOL; `realBase` sold for `realQuote`. */
export interface LaunchlabPool {
  readonly baseMint: Address;
  readonly quoteMint: Address;
  readonly globalConfig: Address;
  readonly platformConfig: Address;
  readonly creator: Address;
  readonly status?: number;
  readonly supply?: bigint;
  readonly totalBaseSell?: bigint;
  readonly virtualBase?: bigint;
  readonly virtualQuote?: bigint;
  readonly realBase?: bigint;
  readonly realQuote?: bigint;
  readonly totalFundRaising?: bigint;
  /** Bit 0: the base mint is of Token-2022, bit 1: the quote mint is. */
  readonly tokenPrograms?: number;
}

/** Fee rates in parts of a million. */
export interface LaunchlabRates {
  readonly trade?: bigint;
  readonly platform?: bigint;
  readonly creator?: bigint;
}

function launchlabPool(pool: LaunchlabPool): LaunchlabAccount {
  const at = poolAddress(pool.baseMint, pool.quoteMint);
  const data = new Layout(429)
    .hex(0, 'f7ede3f5d7c3de46')
    .u64(8, 900n)
    .u8(16, 255)
    .u8(17, pool.status ?? 0)
    .u8(18, 6)
    .u8(19, 9)
    .u8(20, 1)
    .u64(21, pool.supply ?? 1_000_000_000_000_000n)
    .u64(29, pool.totalBaseSell ?? 793_100_000_000_000n)
    .u64(37, pool.virtualBase ?? 1_073_025_605_596_382n)
    .u64(45, pool.virtualQuote ?? 30_000_852_951n)
    .u64(53, pool.realBase ?? 0n)
    .u64(61, pool.realQuote ?? 0n)
    .u64(69, pool.totalFundRaising ?? 85_000_000_000n)
    .key(141, pool.globalConfig)
    .key(173, pool.platformConfig)
    .key(205, pool.baseMint)
    .key(237, pool.quoteMint)
    .key(269, poolVaultAddress(at, pool.baseMint))
    .key(301, poolVaultAddress(at, pool.quoteMint))
    .key(333, pool.creator)
    .u8(365, pool.tokenPrograms ?? 0)
    .bytes();
  return { address: at, owner: LAUNCHLAB_PROGRAM, data };
}

/** The configuration of pools against a quote mint, at the address that follows from curve and index. */
export function launchlabGlobalConfig(quoteMint: Address, tradeFeeRate = 2500n, curveType = 0): LaunchlabAccount {
  const index = Uint8Array.of(0, 0);
  const seeds = [Buffer.from('global_config'), addressBytes(quoteMint), Uint8Array.of(curveType), index];
  const data = new Layout(371)
    .hex(0, '95089ccaa0fcb0d9')
    .u64(8, 900n)
    .u8(16, curveType)
    .u64(27, tradeFeeRate)
    .u64(35, 10_000n)
    .key(83, quoteMint)
    .bytes();
  return { address: derivedAddress(seeds, LAUNCHLAB_PROGRAM), owner: LAUNCHLAB_PROGRAM, data };
}

/** The configuration of a launch platform, at the address that follows from its administrator. */
function launchlabPlatformConfig(admin: Address, feeRate = 10_000n, creatorFeeRate = 0n): LaunchlabAccount {
  const data = new Layout(944)
    .hex(0, 'a04e8000f853e6a0')
    .u64(8, 900n)
    .key(16, admin)
    .key(48, admin)
    .u64(96, 1_000_000n)
    .u64(104, feeRate)
    .u64(720, creatorFeeRate)
    .bytes();
  const seeds = [Buffer.from('platform_config'), addressBytes(admin)];
  return { address: derivedAddress(seeds, LAUNCHLAB_PROGRAM), owner: LAUNCHLAB_PROGRAM, data };
}

/** A vault of a pool; `state` 1 is usable, 2 frozen. */
export function launchlabVault(pool: Address, mint: Address, amount: bigint, state = 1): LaunchlabAccount {
  const data = new Layout(165).key(0, mint).key(32, LAUNCHLAB_AUTHORITY).u64(64, amount).u8(108, state).bytes();
  return { address: poolVaultAddress(pool, mint), owner: TOKEN_PROGRAM, data };
}

/** All accounts that a pool trades with, its own first. The vaults hold what is unsold and what was raised. */
export function launchlabAccounts(
  pool: Omit<LaunchlabPool, 'globalConfig' | 'platformConfig'> & {
    readonly admin: Address;
    readonly curveType?: number;
  },
  rates: LaunchlabRates = {},
): readonly LaunchlabAccount[] {
  const global = launchlabGlobalConfig(pool.quoteMint, rates.trade, pool.curveType);
  const platform = launchlabPlatformConfig(pool.admin, rates.platform, rates.creator);
  const written = launchlabPool({ ...pool, globalConfig: global.address, platformConfig: platform.address });
  const unsold = (pool.supply ?? 1_000_000_000_000_000n) - (pool.realBase ?? 0n);
  return [
    written,
    global,
    platform,
    launchlabVault(written.address, pool.baseMint, unsold),
    launchlabVault(written.address, pool.quoteMint, pool.realQuote ?? 0n),
  ];
}
