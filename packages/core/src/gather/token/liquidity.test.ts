import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { type Lock, permanentLock, secondsHorizon } from '#derive/token/locks/lock.ts';
import { type Address, address, derivedAddress } from '#solana/address.ts';
import { releaseAt } from '#solana/token/release.ts';
import { DAMM_V1_PROGRAM } from '#venues/meteora-damm-v1/addresses.ts';
import type { Accounts, Pool, PoolFacts, VenueId } from '#venues/venue.ts';
import { refuse } from '#venues/venue.ts';
import { account, mintAccount, tokenAccount } from '../../../test/venues/raydium-world.ts';
import { heldTokens, type LpReading, liquidityParts, lpQuestions, lpReading } from './liquidity.ts';

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
const NOW = 1_790_000_000n;
const HORIZON = secondsHorizon({ unixTime: NOW });
const DAYS = 86_400n;
type Holder = readonly [owner: Address, tokens: bigint, lock?: Lock, isCounted?: boolean];
const lp = (supply: bigint, ...holders: readonly Holder[]): LpReading => ({
  supply,
  holders: holders.map(([owner, tokens, lock, isCounted = false]) => ({
    owner,
    tokens,
    isCounted,
    locks: lock ? [lock] : [],
  })),
});
const forGood = permanentLock('Raydium', wallet(30), 1_000n);
const lockUntil = (days: bigint, changes: Partial<Lock> = {}): Lock => {
  return { ...forGood, recipient: wallet(7), releases: [releaseAt(NOW + days * DAYS, 1_000n)], ...changes };
};
const partsOf = (pool: Pool, away: PoolFacts, reading: LpReading | null) =>
  liquidityParts(pool, away, reading, HORIZON);

describe('the parts of a pool', () => {
  it.each(['pump_curve', 'raydium_launchlab', 'meteora_dbc'] as const)('belong to the program on %s', (venue) => {
    expect(partsOf(poolOf(venue), facts(null), null)).toEqual([{ how: 'program', owner: null, bps: 10_000 }]);
  });

  it.each(['raydium_amm_v4', 'raydium_cpmm', 'pumpswap'] as const)('split what is left after a burn on %s', (venue) => {
    const reading = lp(1_000n, [wallet(1), 500n], [RAYDIUM_LOCK, 250n, forGood], [wallet(1), 100n], [OFF_CURVE, 100n]);
    expect(partsOf(poolOf(venue), facts(4_000), reading)).toEqual([
      { how: 'burned', owner: null, bps: 4_000 },
      { how: 'wallet', owner: wallet(1), bps: 3_600 },
      { how: 'locked', owner: RAYDIUM_LOCK, bps: 1_500 },
      { how: 'unknown', owner: OFF_CURVE, bps: 600 },
    ]);
  });

  it('know tokens of a dead address as burned, and take no lock for granted that may have ended', () => {
    const reading = lp(100n, [INCINERATOR, 60n], [UNCX, 40n]);
    expect(partsOf(poolOf('raydium_amm_v4'), facts(0), reading)).toEqual([
      { how: 'burned', owner: INCINERATOR, bps: 6_000 },
      { how: 'unknown', owner: UNCX, bps: 4_000 },
    ]);
  });

  it('take an unknown burned share for none', () => {
    expect(partsOf(poolOf('raydium_cpmm'), facts(null), lp(10n, [wallet(1), 10n]))).toEqual([
      { how: 'wallet', owner: wallet(1), bps: 10_000 },
    ]);
  });

  it('count escrows of DAMM v1 once, as a share of the supply', () => {
    const reading = lp(1_000n, [OFF_CURVE, 300n, forGood, true], [wallet(1), 700n]);
    expect(partsOf(poolOf('meteora_damm_v1'), facts(3_000), reading)).toEqual([
      { how: 'wallet', owner: wallet(1), bps: 7_000 },
      { how: 'locked', owner: null, bps: 3_000 },
    ]);
  });

  it('of DAMM v1 count nothing of a dead address, whose tokens anybody may burn for the others', () => {
    const reading = lp(1_000n, [INCINERATOR, 500n], [OFF_CURVE, 250n, forGood, true], [wallet(1), 250n]);
    expect(partsOf(poolOf('meteora_damm_v1'), facts(2_500), reading)).toEqual([
      { how: 'locked', owner: null, bps: 5_000 },
      { how: 'wallet', owner: wallet(1), bps: 5_000 },
    ]);
  });

  it('are locked as long as a lock keeps them, and its owner gets what it releases', () => {
    const until = (lock: Lock) => partsOf(poolOf('raydium_cpmm'), facts(0), lp(1_000n, [OFF_CURVE, 1_000n, lock]));
    const part = { how: 'locked', owner: wallet(7), bps: 10_000 };
    expect(until(lockUntil(31n))).toEqual([{ ...part, unlocksAtUnix: Number(NOW + 31n * DAYS) }]);
    expect(until(lockUntil(29n))).toEqual([{ ...part, unlocksAtUnix: Number(NOW + 29n * DAYS) }]);
    expect(until(lockUntil(-1n))).toEqual([{ ...part, how: 'wallet' }]);
    expect(until(lockUntil(365n, { cancelableBy: [wallet(8)] }))).toEqual([
      { how: 'wallet', owner: wallet(8), bps: 10_000 },
    ]);
    const steps = { at: NOW, amount: 1_000n, steps: 10n, every: 20n * DAYS };
    expect(until(lockUntil(0n, { releases: [steps] }))).toEqual([
      { ...part, bps: 8_000, unlocksAtUnix: Number(NOW + 40n * DAYS) },
      { ...part, bps: 1_000, unlocksAtUnix: Number(NOW + 20n * DAYS) },
      { ...part, bps: 1_000, how: 'wallet' },
    ]);
  });

  it('are what DAMM v2 locks for good, and nothing about the rest', () => {
    expect(partsOf(poolOf('meteora_damm_v2'), facts(6_000), null)).toEqual([
      { how: 'locked', owner: null, bps: 6_000 },
    ]);
    expect(partsOf(poolOf('meteora_damm_v2'), facts(0), null)).toEqual([]);
  });

  it('are unknown where positions were not read, where nothing was issued, and where nobody could be asked', () => {
    for (const venue of ['meteora_dlmm', 'orca_whirlpool', 'raydium_clmm'] as const) {
      expect(partsOf(poolOf(venue), facts(null), null)).toBeNull();
    }
    expect(partsOf(poolOf('raydium_cpmm'), facts(null), lp(0n))).toBeNull();
    expect(partsOf(poolOf('pumpswap'), facts(null), null)).toBeNull();
  });

  it('never come to more than the whole, though accounts and supply are of two moments', () => {
    for (const [venue, away] of [
      ['raydium_cpmm', 2_000],
      ['meteora_damm_v1', 9_000],
    ] as const) {
      const parts = partsOf(poolOf(venue), facts(away), lp(100n, [wallet(1), 90n], [wallet(2), 60n])) ?? [];
      expect(parts.reduce((sum, { bps }) => sum + bps, 0)).toBeLessThanOrEqual(10_000);
      expect(parts).toHaveLength(3);
    }
  });
});

describe('who to ask about', () => {
  const ask = (n: number, bps: number | null, venue: VenueId = 'raydium_cpmm') => ({
    pool: poolOf(venue, wallet(n)),
    open: { facts: facts(bps) },
  });

  it('are the pools with LP tokens that are not settled', () => {
    const pools = [ask(1, 8_001), ask(2, 8_000), ask(3, null), ask(4, 0), ask(5, 0)];
    expect(lpQuestions(pools)).toEqual(pools.slice(1));
    expect(lpQuestions([{ pool: poolOf('orca_whirlpool'), open: { facts: facts(null) } }])).toEqual([]);
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
  const held = heldTokens(mint, large, accounts);

  it('are the accounts that hold it, with their locks, of which an escrow of the pool counts already', () => {
    expect(held).toEqual([{ account: one, owner: OFF_CURVE, mint, tokens: 9n }]);
    const holder = { owner: OFF_CURVE, tokens: 9n, locks: [forGood] };
    const locks = new Map([[one, [forGood]]]);
    const read = (venue: VenueId, known: Accounts = accounts) =>
      lpReading(poolOf(venue, mint), held, { accounts: known, owners, locks });
    expect(read('meteora_damm_v1')).toEqual({ supply: 20n, holders: [{ ...holder, isCounted: true }] });
    expect(read('raydium_cpmm')).toEqual({ supply: 20n, holders: [{ ...holder, isCounted: false }] });
    expect(read('raydium_cpmm', new Map())).toBeNull();
  });
});
