import { type Address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { executeData, hookListAddress } from 'assay-core/solana/token/transfer-hook.ts';
import { PRESETS } from 'assay-core/venues/meteora-dlmm/presets.ts';
import type { PumpFeeRates, PumpFeeTier } from 'assay-core/venues/pump-fees/fee-config.ts';
import { PUMP_PROGRAM, PUMPSWAP_PROGRAM } from 'assay-core/venues/pump-fees/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { dlmmPreset } from '#pools/meteora-dlmm.ts';
import { feeTier } from '#pools/orca-whirlpool.ts';
import { pumpFeeConfigAccount, pumpGlobalAccount } from '#pools/pump-curve.ts';
import { pumpswapSettingsAccount } from '#pools/pumpswap.ts';
import { type ClmmConfigSpec, clmmConfig } from '#pools/raydium-clmm.ts';
import { type CpmmConfigSpec, cpmmConfig } from '#pools/raydium-cpmm.ts';
import { HOOK_PROGRAM } from '#program/install.ts';
import { lengthPrefixed, little } from '#program/script-parts.ts';
import { VENUE_PROGRAMS } from '#program/venues/trade.ts';
import { genesis } from './accounts.ts';

const MARK = executeData(0n).subarray(0, 8);

const CONFIG_BYTES = 32;

/** Kinds of entries, and of seeds and other locations in them (spl-tlv-account-resolution). */
const ENTRY = { ownSeeds: 1, stored: 2 } as const;

const SEED = { literal: 1, instruction: 2, key: 3, data: 4 } as const;

const IN_ACCOUNT = 2;

/** Places in the hook's instruction, and of the owner in a token account. */
const [SOURCE, MINT, DESTINATION] = [0, 1, 2];

const [OWNER_AT, AMOUNT_AT] = [32, 8];

const SOL = 1_000_000_000n;

/** PumpSwap's schedule on mainnet: market cap in SOL, and basis points for liquidity, protocol and creator. */
const PUMPSWAP_TIERS: readonly PumpFeeTier[] = (
  [
    [0, 2, 93, 30],
    [420, 20, 5, 95],
    [1_470, 20, 5, 90],
    [2_460, 20, 5, 85],
    [3_440, 20, 5, 80],
    [4_420, 20, 5, 75],
    [9_820, 20, 5, 70],
    [14_740, 20, 5, 65],
    [19_650, 20, 5, 60],
    [24_560, 20, 5, 55],
    [29_470, 20, 5, 50],
    [34_380, 20, 5, 45],
    [39_300, 20, 5, 40],
    [44_210, 20, 5, 35],
    [49_120, 20, 5, 30],
    [54_030, 20, 5, 28],
    [58_940, 20, 5, 25],
    [63_860, 20, 5, 23],
    [68_770, 20, 5, 20],
    [73_681, 20, 5, 18],
    [78_590, 20, 5, 15],
    [83_500, 20, 5, 13],
    [88_400, 20, 5, 10],
    [93_330, 20, 5, 8],
    [98_240, 20, 5, 5],
  ] as const
).map(([cap, lp, protocol, creator]) => ({
  threshold: BigInt(cap) * SOL,
  rates: { lp: BigInt(lp), protocol: BigInt(protocol), creator: BigInt(creator) },
}));

/** The fees of a canonical pool at a market cap in lamports. */
export function pumpswapRates(marketCap: bigint): PumpFeeRates {
  const rates = PUMPSWAP_TIERS.findLast(({ threshold }) => marketCap >= threshold)?.rates;
  if (!rates) throw new Error('no tier of PumpSwap for a negative market cap');
  return rates;
}

/** Fee configurations of Raydium CPMM by index, in parts of a million. */
const CPMM_RATES = [2_500n, 10_000n, 20_000n, 40_000n, 5_000n, 3_000n, 15_000n, 25_000n] as const;
const CPMM: readonly CpmmConfigSpec[] = [
  ...CPMM_RATES.map((trade, index) => ({ index, trade })),
  { index: 8, trade: 2_500n, creator: 5_500n },
];

/** Fee configurations of Raydium CLMM: index, parts of a million, tick spacing. */
const CLMM: readonly ClmmConfigSpec[] = (
  [
    [1, 2_500, 60],
    [3, 10_000, 120],
    [4, 100, 1],
    [5, 500, 1],
    [9, 20_000, 120],
  ] as const
).map(([index, trade, tickSpacing]) => ({ index, trade, tickSpacing }));

/** Orca's static tiers: tick spacing, parts of a million. */
const ORCA = [
  [1, 100],
  [2, 200],
  [4, 400],
  [8, 500],
  [16, 1_600],
  [64, 3_000],
  [96, 6_500],
  [128, 10_000],
  [256, 20_000],
  [32_896, 10_000],
] as const;

/** Presets of Meteora DLMM by index: step in basis points, and base factor. */
const DLMM = [
  [25, 10_000],
  [80, 12_500],
  [100, 10_000],
  [100, 20_000],
  [100, 50_000],
] as const;

/** The configuration of Raydium CLMM with an index. */
export function clmmConfiguration(index: number): ClmmConfigSpec {
  const found = CLMM.find((one) => one.index === index);
  if (!found) throw new Error(`the sandbox has no configuration ${index} of Raydium CLMM`);
  return found;
}

/** Orca's fee at a tick spacing, in parts of a million. */
export function orcaFee(tickSpacing: number): number {
  const found = ORCA.find(([spacing]) => spacing === tickSpacing);
  if (!found) throw new Error(`the sandbox has no tier ${tickSpacing} of Orca`);
  return found[1];
}

/** A preset of Meteora DLMM. */
export function dlmmPresetAt(index: number): { readonly address: Address; binStep: number; baseFactor: number } {
  const [address, values] = [PRESETS[index], DLMM[index]];
  if (!address || !values) throw new Error(`the sandbox has no preset ${index} of Meteora DLMM`);
  return { address, binStep: values[0], baseFactor: values[1] };
}

/** The accounts that hold for all pools of a venue, with values like mainnet's. */
export function venueSettings(): readonly AccountBytes[] {
  const presets = DLMM.map(([binStep, baseFactor], index) => ({
    address: dlmmPresetAt(index).address,
    owner: VENUE_PROGRAMS.meteoraDlmm,
    data: dlmmPreset(index, binStep, baseFactor),
  }));
  return [
    pumpGlobalAccount(),
    pumpFeeConfigAccount({ program: PUMP_PROGRAM }),
    pumpswapSettingsAccount(),
    pumpFeeConfigAccount({ program: PUMPSWAP_PROGRAM, tiers: PUMPSWAP_TIERS }),
    ...CPMM.map(cpmmConfig),
    ...CLMM.map(clmmConfig),
    ...ORCA.map(([spacing, fee]) => feeTier(spacing, fee)),
    ...presets,
  ].map((one) => genesis(one));
}

/**
 * The accounts of a mint with the sandbox's hook: the gate that lets transfers pass or not, and the list of accounts that the hook needs,
 * which has each way of finding one in it. Only the gate exists; the hook uses none of the others.
 */
export function gateAccounts(mint: Address, isOpen: boolean): readonly AccountBytes[] {
  const gate = derivedAddress([Buffer.from('gate'), addressBytes(mint)], HOOK_PROGRAM);
  const list = listData([
    entry(ENTRY.ownSeeds, [literal('gate'), [SEED.key, MINT]]),
    entry(ENTRY.ownSeeds, [literal('seat'), [SEED.data, DESTINATION, OWNER_AT, 32], [SEED.instruction, AMOUNT_AT, 8]]),
    entry(ENTRY.stored, [[IN_ACCOUNT, SOURCE, OWNER_AT]]),
  ]);
  return [
    genesis({ address: gate, owner: HOOK_PROGRAM, data: Buffer.of(isOpen ? 1 : 0) }),
    genesis({ address: hookListAddress(mint, HOOK_PROGRAM), owner: HOOK_PROGRAM, data: list }),
  ];
}

function literal(text: string): readonly number[] {
  return [SEED.literal, ...lengthPrefixed(Buffer.from(text))];
}

/** A kind, 32 bytes, and that it neither signs nor is written to. */
function entry(kind: number, config: readonly (readonly number[])[]): Uint8Array {
  const bytes = Buffer.alloc(1 + CONFIG_BYTES + 2);
  bytes[0] = kind;
  bytes.set(config.flat(), 1);
  return bytes;
}

function listData(entries: readonly Uint8Array[]): Uint8Array {
  const value = Buffer.concat([little(entries.length, 4), ...entries]);
  return Buffer.concat([MARK, little(value.length, 4), value]);
}
