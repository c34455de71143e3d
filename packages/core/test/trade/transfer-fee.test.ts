import { Layout } from 'assay-sandbox/pools/layout.ts';
import { cpmmConfig, cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { describe, expect, it } from 'vitest';
import { gatherTrade } from '#facts/trade/evidence.ts';
import { openConfigurations } from '#gather/market/configurations.ts';
import { openPoolMemory } from '#gather/market/pool-memory.ts';
import { judgeTrade } from '#rules/trade/verdict.ts';
import { address } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { someAddress, TRADE_POLICY, TradeWorld, tokenAccountBytes } from '../support/trade-world.ts';

const SOL = 1_000_000_000n;
const MINT = someAddress(1);
const U64_MAX = 2n ** 64n - 1n;
const CPMM_AUTHORITY = address('GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL');

/** A mint of Token-2022 that takes so much of every transfer, and a pool of it. */
function worldOf(fee: { readonly bps: number; readonly maximum: bigint }): TradeWorld {
  const world = new TradeWorld();
  const mint = new Layout(282)
    .u64(36, 10n ** 15n)
    .u8(44, 6)
    .u8(45, 1);
  mint.u8(165, 1).u16(166, 1).u16(168, 108);
  for (const term of [170 + 72, 170 + 90]) mint.u64(term + 8, fee.maximum).u16(term + 16, fee.bps);
  world.put(MINT, TOKEN_2022_PROGRAM, mint.bytes());
  const config = cpmmConfig({ index: 0, trade: 2_500n });
  const tokens = [{ mint: MINT, decimals: 6, program: TOKEN_2022_PROGRAM }, { mint: WRAPPED_SOL }] as const;
  const pool = cpmmPool({ config: config.address, tokens, creator: someAddress(77) });
  for (const one of [config, pool]) world.put(one.address, one.owner, one.data);
  const lpMint = new Layout(82).u32(0, 1).key(4, CPMM_AUTHORITY).u64(36, 900_000_000n).u8(44, 9).u8(45, 1);
  world.put(pool.lpMint, TOKEN_PROGRAM, lpMint.bytes());
  for (const vault of pool.vaults) {
    const amount = vault.mint === MINT ? 10n ** 14n : 100n * SOL;
    world.put(vault.address, vault.program, tokenAccountBytes(vault.mint, CPMM_AUTHORITY, amount));
  }
  return world;
}

async function judged(fee: { readonly bps: number; readonly maximum: bigint }) {
  const evidence = await gatherTrade({ subject: MINT, sizeLamports: SOL }, worldOf(fee), {
    configurations: openConfigurations(() => 0),
    memory: openPoolMemory(() => 0),
    stableMints: [],
    ...TRADE_POLICY,
  });
  return judgeTrade(evidence);
}

describe('a mint that takes a part of every transfer', () => {
  it('of everything is untradeable for that fee, and for nothing else', async () => {
    const { verdict, reasons, flags, metrics } = await judged({ bps: 10_000, maximum: U64_MAX });
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['UNTRADEABLE', ['TRANSFER_FEE_TAKES_ALL']]);
    expect(reasons[0]?.evidence).toMatchObject({ transfer_fee_bps: 10_000 });
    expect(flags).toContain('TRANSFER_FEE');
    expect(flags).not.toContain('CLOSED_POOL');
    expect(metrics.pools).toMatchObject([{ refused: 'fee_takes_all', refused_leg: 'buy' }]);
  });

  it('of everything up to a small maximum can be traded', async () => {
    const { verdict, reasons } = await judged({ bps: 10_000, maximum: 1_000n });
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['ACCEPTABLE_COST', ['ROUND_TRIP_COST_LOW']]);
  });

  it('of nearly everything is excessive in cost', async () => {
    const { verdict, reasons } = await judged({ bps: 9_900, maximum: U64_MAX });
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['UNTRADEABLE', ['ROUND_TRIP_COST_EXCESSIVE']]);
  });
});
