import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { type Address, address, derivedAddress } from '#lib/address.ts';
import { DAMM_V1_PROGRAM } from '#venues/meteora-damm-v1/addresses.ts';
import type { Pool, PoolFacts, VenueId } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';
import { account, mintAccount, tokenAccount } from '../../../test/venues/raydium-world.ts';
import { type LpReading, liquidityParts, lpQuestions, lpReading } from './liquidity.ts';

const wallet = (n: number): Address => address(Keypair.fromSeed(new Uint8Array(32).fill(n)).publicKey.toBase58());
const INCINERATOR = address('1nc1nerator11111111111111111111111111111111');
const RAYDIUM_LOCK = address('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH');
const UNCX = address('BzKincxjgFQjj4FmhaWrwHES1ekBGN73YesA7JwJJo7X');
const OFF_CURVE = derivedAddress([new Uint8Array(3)], wallet(99));

const poolOf = (venue: VenueId, lpMint?: Address): Pool => ({
  venue,
  address: wallet(20),
  mint: wallet(21),
  other: wallet(22),
  vaults: { mint: wallet(23), other: wallet(24) },
  ...(lpMint ? { liquidity: { mint: lpMint } } : {}),
  needs: [],
  open: () => refuse('not_read', 'never opened'),
});
const facts = (lockedLiquidityBps: number | null): PoolFacts => ({ creator: null, openedAt: null, lockedLiquidityBps });
const lp = (supply: bigint, ...holders: readonly (readonly [Address, bigint, Address?])[]): LpReading => ({
  supply,
  holders: holders.map(([owner, tokens, program]) => ({ owner, tokens, program: program ?? null })),
});

describe('the parts of a pool', () => {
  it.each(['pump_curve', 'raydium_launchlab', 'meteora_dbc'] as const)('belong to the program on %s', (venue) => {
    expect(liquidityParts(poolOf(venue), facts(null), null)).toEqual([{ how: 'program', owner: null, bps: 10_000 }]);
  });

  it.each(['raydium_amm_v4', 'raydium_cpmm', 'pumpswap'] as const)('split what is left after a burn on %s', (venue) => {
    const reading = lp(1_000n, [wallet(1), 500n], [RAYDIUM_LOCK, 250n], [wallet(1), 100n], [OFF_CURVE, 100n]);
    expect(liquidityParts(poolOf(venue), facts(4_000), reading)).toEqual([
      { how: 'burned', owner: null, bps: 4_000 },
      { how: 'wallet', owner: wallet(1), bps: 3_600 },
      { how: 'locked', owner: RAYDIUM_LOCK, bps: 1_500 },
      { how: 'unknown', owner: OFF_CURVE, bps: 600 },
    ]);
  });

  it('know tokens of a dead address as burned, and take no lock for granted that may have ended', () => {
    const reading = lp(100n, [INCINERATOR, 60n], [UNCX, 40n]);
    expect(liquidityParts(poolOf('raydium_amm_v4'), facts(0), reading)).toEqual([
      { how: 'burned', owner: INCINERATOR, bps: 6_000 },
      { how: 'unknown', owner: UNCX, bps: 4_000 },
    ]);
  });

  it('take an unknown burned share for none', () => {
    expect(liquidityParts(poolOf('raydium_cpmm'), facts(null), lp(10n, [wallet(1), 10n]))).toEqual([
      { how: 'wallet', owner: wallet(1), bps: 10_000 },
    ]);
  });

  it('count escrows of DAMM v1 once, as a share of the supply', () => {
    const reading = lp(1_000n, [OFF_CURVE, 300n, DAMM_V1_PROGRAM], [wallet(1), 700n]);
    expect(liquidityParts(poolOf('meteora_damm_v1'), facts(3_000), reading)).toEqual([
      { how: 'wallet', owner: wallet(1), bps: 7_000 },
      { how: 'locked', owner: null, bps: 3_000 },
    ]);
  });

  it('are what DAMM v2 locks for good, and nothing about the rest', () => {
    expect(liquidityParts(poolOf('meteora_damm_v2'), facts(6_000), null)).toEqual([
      { how: 'locked', owner: null, bps: 6_000 },
    ]);
    expect(liquidityParts(poolOf('meteora_damm_v2'), facts(0), null)).toEqual([]);
  });

  it('are unknown where positions were not read, where nothing was issued, and where nobody could be asked', () => {
    for (const venue of ['meteora_dlmm', 'orca_whirlpool', 'raydium_clmm'] as const) {
      expect(liquidityParts(poolOf(venue), facts(null), null)).toBeNull();
    }
    expect(liquidityParts(poolOf('raydium_cpmm'), facts(null), lp(0n))).toBeNull();
    expect(liquidityParts(poolOf('pumpswap'), facts(null), null)).toBeNull();
  });

  it('never come to more than the whole, though accounts and supply are of two moments', () => {
    for (const [venue, away] of [
      ['raydium_cpmm', 2_000],
      ['meteora_damm_v1', 9_000],
    ] as const) {
      const parts = liquidityParts(poolOf(venue), facts(away), lp(100n, [wallet(1), 90n], [wallet(2), 60n])) ?? [];
      expect(parts.reduce((sum, { bps }) => sum + bps, 0)).toBeLessThanOrEqual(10_000);
      expect(parts).toHaveLength(3);
    }
  });
});

describe('who to ask about', () => {
  const ask = (n: number, bps: number | null, venue: VenueId = 'raydium_cpmm') => ({
    pool: poolOf(venue, wallet(n)),
    facts: facts(bps),
  });

  it('are the LP mints of pools that are not settled, three at most, each once', () => {
    const pools = [ask(1, 8_001), ask(2, 8_000), ask(2, null), ask(3, null), ask(4, 0), ask(5, 0)];
    expect(lpQuestions(pools)).toEqual([wallet(2), wallet(3), wallet(4)]);
    expect(lpQuestions([{ pool: poolOf('orca_whirlpool'), facts: facts(null) }])).toEqual([]);
  });
});

describe('the holders of an LP mint', () => {
  const [mint, one, two] = [wallet(30), wallet(31), wallet(32)];
  const large = [
    { account: one, amount: 9n },
    { account: two, amount: 8n },
    { account: wallet(33), amount: 7n },
  ];
  const accounts = new Map([
    [mint, mintAccount(mint, wallet(34), 20n)],
    [one, tokenAccount(one, { mint, authority: OFF_CURVE, amount: 9n })],
    [two, tokenAccount(two, { mint: wallet(35), authority: wallet(1), amount: 8n })],
  ]);
  const owners = new Map([[OFF_CURVE, account(OFF_CURVE, DAMM_V1_PROGRAM, new Uint8Array(0))]]);

  it('are the accounts that hold it, with the program of their owner', () => {
    const holders = [{ owner: OFF_CURVE, program: DAMM_V1_PROGRAM, tokens: 9n }];
    expect(lpReading(mint, large, accounts, owners)).toEqual({ supply: 20n, holders });
    expect(lpReading(mint, large, new Map(), owners)).toBeNull();
  });
});
