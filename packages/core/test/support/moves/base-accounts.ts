import { Layout } from 'assay-sandbox/pools/layout.ts';
import { curveMintAccount, pumpFeeConfigAccount, pumpGlobalAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { pumpswapSettingsAccount } from 'assay-sandbox/pools/pumpswap.ts';
import { clmmConfig } from 'assay-sandbox/pools/raydium-clmm.ts';
import { launchlabGlobalConfig } from 'assay-sandbox/pools/raydium-launchlab.ts';
import type { Label, LabelCategory, LabelTable } from '#chain/labels/label.ts';
import { tableOf } from '#derive/token/issuers/issuer-table.ts';
import type { TradeOptions } from '#facts/trade/evidence.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import type { TokenOptions } from '#gather/token/second-round.ts';
import { enoughDepth } from '#rules/token/depth.ts';
import { COST_BOUNDS, HIGHEST_PRIORITY_MICRO_LAMPORTS } from '#rules/trade/policy.ts';
import { type Address, address } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { PUMP_PROGRAM, PUMPSWAP_PROGRAM } from '#venues/pump-fees/programs.ts';
import { USDC } from '../recorded-worlds.ts';
import { NOW_SLOT, NOW_UNIX, named, SOL } from './chain.ts';
import { CPMM_CONFIG, marketWriters } from './markets.ts';
import { CLMM_CONFIG, DLMM_PRESET, WHIRLPOOL_TIER } from './position-markets.ts';

const SYSVAR = address('Sysvar1111111111111111111111111111111111111');
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');

/** Exchanges that pay out, a bridge, and an account that takes tips of bundles. */
export const exchanges: readonly Address[] = [0, 1, 2].map((n) => named(`exchange ${n}`));
export const BRIDGE_PROGRAM = named('a bridge');

const labelled = new Map<Address, Label>([
  ...exchanges.map((one, n) => [one, labelOf(one, `Exchange ${n}`, 'cex')] as const),
  [BRIDGE_PROGRAM, labelOf(BRIDGE_PROGRAM, 'Bridge', 'bridge_program')],
]);

/** The labels of every world. */
const labels: LabelTable = { size: labelled.size, find: (of) => labelled.get(of) ?? null };

function labelOf(of: Address, label: string, category: LabelCategory): Label {
  return {
    address: of,
    label,
    exchange: null,
    category,
    fundingClass: 'program',
    grade: 'strong',
    date: '2026-11',
    onCurve: true,
    sources: [],
  };
}

function clockBytes(): Uint8Array {
  const epoch = BigInt(Math.floor(NOW_SLOT / 432_000));
  return new Layout(40).u64(0, BigInt(NOW_SLOT)).u64(16, epoch).i64(32, BigInt(NOW_UNIX)).bytes();
}

/** A pool of 100,000 SOL at 150 dollars. */
const hub = marketWriters.raydium_cpmm({
  mint: USDC,
  program: TOKEN_PROGRAM,
  tokens: 15_000_000_000_000n,
  lamports: 100_000n * SOL,
  parkedLamports: 0n,
  index: 0,
  creator: named('a maker of pools'),
  openedAtUnix: 1,
  complete: false,
  lockedBps: 0,
});

const poolFees = { lp: 25n, protocol: 5n, creator: 70n };

/** What is on every chain: sysvars, SOL, a stable coin with its pool, and the venues' configurations. */
export const baseAccounts: readonly {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}[] = [
  { address: CLOCK, owner: SYSVAR, data: clockBytes() },
  { address: RENT, owner: SYSVAR, data: new Layout(17).u64(0, 3_480n).hex(8, '0000000000000040').bytes() },
  { address: WRAPPED_SOL, owner: TOKEN_PROGRAM, data: new Layout(82).u8(44, 9).u8(45, 1).bytes() },
  curveMintAccount({ mint: USDC, supply: 8_000_000_000_000_000n }),
  ...hub.accounts,
  CPMM_CONFIG,
  clmmConfig(CLMM_CONFIG),
  WHIRLPOOL_TIER,
  DLMM_PRESET,
  pumpGlobalAccount(),
  pumpFeeConfigAccount({ program: PUMP_PROGRAM }),
  pumpswapSettingsAccount(),
  pumpFeeConfigAccount({ program: PUMPSWAP_PROGRAM, flat: poolFees, tiers: [{ threshold: 0n, rates: poolFees }] }),
  launchlabGlobalConfig(WRAPPED_SOL, 2_500n),
];

/** They are the same on every chain and never grow old, so one book serves all. */
const configurations = openConfigurations(() => 0);

/** The options of a check that remembers nothing but the pool of the stable coin. */
export function optionsOf(): TokenOptions & TradeOptions {
  const memory = openPoolMemory(() => 0);
  memory.rememberHubs(USDC, [hub.pool]);
  return {
    configurations,
    memory,
    labels,
    stableMints: [USDC],
    dollarMint: USDC,
    enoughDepth,
    issuers: tableOf([]),
    reviewedUnix: () => null,
    costBoundsBps: COST_BOUNDS,
    highestPriorityMicroLamports: HIGHEST_PRIORITY_MICRO_LAMPORTS,
  };
}
