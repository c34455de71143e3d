import {
  type DammV2Parameters,
  dammV2ConfigAccount,
  dammV2Pool,
  dammV2PoolAccount,
  dammV2Vaults,
  vaultAccount,
} from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { describe, expect, it } from 'vitest';
import { type Address, address, addressOf } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { BaseFee } from '../meteora-fees/base-fee.ts';
import type { AccountBytes, Accounts, Clock, OpenPool, Pool, Refused } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { CONFIGURATIONS, configuredPool, customizablePool } from './addresses.ts';
import { meteoraDammV2 } from './index.ts';
import { AUTHORITY, type DammV2PoolAccount, readPool } from './layout.ts';

const MINT = addressOf(new Uint8Array(32).fill(9));
const POOL = customizablePool(MINT, WRAPPED_SOL);
const CLOCK: Clock = { slot: 1_000n, unixTime: 1_000n, epoch: 1n };
/** Made once: deriving the vaults costs more than what is tested. */
const PLAIN = dammV2Pool({ address: POOL, mint: MINT });
const PLAIN_ACCOUNT = dammV2PoolAccount(POOL, PLAIN);
const parts = (given: Partial<DammV2Parameters>) => dammV2Pool({ address: POOL, mint: MINT, ...given });
const account = (given: Partial<DammV2Parameters>) => dammV2PoolAccount(POOL, parts(given));
const byAddress = (all: readonly AccountBytes[]): Accounts => new Map(all.map((one) => [one.address, one]));

function recognised(from: AccountBytes = PLAIN_ACCOUNT, mint: Address = MINT): Pool {
  const pool = meteoraDammV2.recognise(from, mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  return pool;
}

/** Opens a pool whose vaults hold 10^12 of each side, with some accounts put in the place of its own. */
function open(given: Partial<DammV2Parameters> = {}, instead: Iterable<[Address, AccountBytes | null]> = []) {
  const pool = parts(given);
  const all = [dammV2PoolAccount(POOL, pool), ...dammV2Vaults(pool, { a: 10n ** 12n, b: 10n ** 12n })];
  return recognised().open(new Map([...byAddress(all), ...instead]), CLOCK);
}

const written = (at: number, value: number): AccountBytes => {
  const data = PLAIN_ACCOUNT.data.slice();
  data[at] = value;
  return { ...PLAIN_ACCOUNT, data };
};

describe('recognising a pool of Meteora DAMM v2', () => {
  it('finds both sides, whichever is asked about, and reads back what was written', () => {
    const { a, b } = PLAIN.vaults;
    expect(recognised()).toMatchObject({
      mint: MINT,
      other: WRAPPED_SOL,
      vaults: { mint: a, other: b },
      needs: [a, b],
    });
    const flipped = recognised(PLAIN_ACCOUNT, WRAPPED_SOL);
    expect(flipped).toMatchObject({ mint: WRAPPED_SOL, other: MINT, vaults: { mint: b, other: a } });
    expect(readPool(PLAIN_ACCOUNT)).toEqual(PLAIN);
  });

  const falling = { cliff: 500_000_000n, periods: 300n, reduction: 1_500_000n };
  const byPrice = { ...falling, stepBps: 70_000n, expiration: 80_000n, initialSqrtPrice: 5n << 63n };
  const limiter = { cliff: 10_000_000n, increment: 0n, highest: 0n, duration: 0n, reference: 0n };
  it.each<[string, number, BaseFee]>([
    ['falls with time by the same amount', 0, { kind: 'time', ...falling, frequency: 60n, exponential: false }],
    ['falls with time by a share', 1, { kind: 'time', ...falling, frequency: 60n, exponential: true }],
    ['falls with the price by the same amount', 3, { kind: 'market_cap', ...byPrice, exponential: false }],
    ['falls with the price by a share', 4, { kind: 'market_cap', ...byPrice, exponential: true }],
    ['limits no rate, for all of its parameters are zero', 2, { kind: 'limiter', ...limiter, idle: true }],
    // 5 basis points are 500,000 parts of 10^9, and fill only the first byte of the parameters.
    ['limits the rate', 2, { kind: 'limiter', ...limiter, increment: 500_000n, idle: false }],
    ['limits the rate, by its last byte', 2, { kind: 'limiter', ...limiter, reference: 1n << 56n, idle: false }],
  ])('reads a base fee that %s', (_, mode, base) => {
    const parts = { ...PLAIN, fees: { ...PLAIN.fees, base } };
    const from = dammV2PoolAccount(POOL, parts);
    expect(from.data[16]).toBe(mode);
    expect(readPool(from)).toEqual(parts);
  });

  it('refuses another owner, another account, any other length, and another mint, in that order', () => {
    const recognise = (from: AccountBytes, mint = MINT) => meteoraDammV2.recognise(from, mint);
    expect(recognise({ ...PLAIN_ACCOUNT, owner: TOKEN_PROGRAM })).toMatchObject({ refused: 'foreign_owner' });
    expect(recognise(written(0, 0))).toMatchObject({ refused: 'wrong_layout' });
    const { data } = PLAIN_ACCOUNT;
    for (let length = 0; length < data.length; length += 1) {
      expect(recognise({ ...PLAIN_ACCOUNT, data: data.slice(0, length) })).toMatchObject({ refused: 'wrong_layout' });
    }
    expect(recognise({ ...PLAIN_ACCOUNT, data: new Uint8Array(1113) })).toMatchObject({ refused: 'wrong_layout' });
    expect(recognise(PLAIN_ACCOUNT, AUTHORITY)).toMatchObject({ refused: 'inconsistent' });
    expect(recognise(account({ mints: { a: MINT, b: MINT } }))).toMatchObject({ refused: 'inconsistent' });
  });

  it.each([
    ['base fee mode', 16, 5],
    ['activation type', 480, 2],
    ['collect fee mode', 484, 3],
    ['pool type', 485, 2],
    ['fee version', 486, 2],
    ['layout version', 696, 2],
  ])('an unknown %s is an unknown variant', (_, at, value) => {
    expect(meteoraDammV2.recognise(written(at, value), MINT)).toMatchObject({ refused: 'unknown_variant' });
  });

  it('shares of more than all are no layout', () => {
    expect(meteoraDammV2.recognise(written(48, 101), MINT)).toMatchObject({ refused: 'wrong_layout' });
    expect(meteoraDammV2.recognise(written(55, 0x28), MINT)).toMatchObject({ refused: 'wrong_layout' });
  });

  it('never throws, and never gives what it does not hold, on bytes that something wrote over', () => {
    let seed = 1;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return Math.floor((seed / 0x8000_0000) * below);
    };
    const bases = [PLAIN_ACCOUNT, account({ collectMode: 2 })];
    const vaults = dammV2Vaults(PLAIN, { a: 10n ** 12n, b: 10n ** 12n });
    for (let i = 0; i < 4_000; i += 1) {
      const data = (bases[i % 2] ?? PLAIN_ACCOUNT).data.slice();
      for (let j = next(6); j >= 0; j -= 1) data[8 + next(data.length - 8)] = next(256);
      const hostile = { ...PLAIN_ACCOUNT, data };
      const found = meteoraDammV2.recognise(hostile, MINT);
      if (isRefused(found)) continue;
      const opened = found.open(byAddress([...vaults, hostile]), CLOCK);
      expectSane(opened);
    }
  });
});

function expectSane(opened: OpenPool | Refused): void {
  if (isRefused(opened)) return;
  for (const side of ['buy', 'sell'] as const) {
    const quote = opened.market.quote(side, 10n ** 6n);
    if (isRefused(quote)) continue;
    expect(quote.received > 0n && quote.received <= 10n ** 12n).toBe(true);
    expect(quote.fees().every(({ amount }) => amount > 0n)).toBe(true);
  }
}

describe('opening a pool of Meteora DAMM v2', () => {
  it('gives a market, and the facts that its account holds', () => {
    const opened = open({ activationType: 1, activation: 900n, lockedLiquidity: (10n ** 12n) << 62n });
    if (isRefused(opened)) throw new Error(opened.detail);
    expect(opened.facts).toEqual({ creator: MINT, openedAt: 900n, lockedLiquidityBps: 2_500 });
    expect(isRefused(opened.market.quote('buy', 10n ** 6n))).toBe(false);
  });

  it('brings an account from before reserves were counted up to what its range takes', () => {
    const [old, counted] = [open({ reserves: null }), open()];
    if (isRefused(old) || isRefused(counted)) throw new Error('not open');
    expect(old.market.depth).toEqual(counted.market.depth);
    expect(old.facts.openedAt).toBeNull();
  });

  it.each<[string, Partial<DammV2PoolAccount>, string]>([
    ['disabled', { enabled: false }, 'disabled'],
    ['not activated yet', { activation: 1_001n }, 'not_open'],
    ['not activated yet by its clock', { activation: 1_001n, activationType: 1 }, 'not_open'],
    ['without liquidity', { liquidity: 0n, reserves: { a: 0n, b: 0n } }, 'insufficient_liquidity'],
    ['without reserves', { collectMode: 2, reserves: { a: 0n, b: 5n } }, 'insufficient_liquidity'],
    ['without a price', { sqrtPrice: 0n, reserves: { a: 1n, b: 1n } }, 'inconsistent'],
    ['priced beyond its range', { range: { low: 1n, high: 2n }, reserves: { a: 1n, b: 1n } }, 'inconsistent'],
    ['of other vaults than before', { vaults: { a: MINT, b: MINT } }, 'inconsistent'],
  ])('a pool that is %s', (_, given, refused) => {
    expect(open(given)).toMatchObject({ refused });
  });

  it('needs its own account and both vaults, of the right mint and authority, not frozen', () => {
    const { a } = PLAIN.vaults;
    const vault = { address: a, mint: MINT, authority: AUTHORITY, amount: 5n };
    const missing = recognised().open(byAddress([PLAIN_ACCOUNT]), CLOCK);
    expect(missing).toMatchObject({ refused: 'not_read' });
    expect(recognised().open(new Map(), CLOCK)).toMatchObject({ refused: 'not_read' });
    expect(open({}, [[POOL, null]])).toMatchObject({ refused: 'account_missing' });
    expect(open({}, [[a, null]])).toMatchObject({ refused: 'account_missing' });
    expect(open({}, [[a, PLAIN_ACCOUNT]])).toMatchObject({ refused: 'inconsistent' });
    expect(open({}, [[a, vaultAccount({ ...vault, mint: WRAPPED_SOL })]])).toMatchObject({ refused: 'inconsistent' });
    expect(open({}, [[a, vaultAccount({ ...vault, authority: MINT })]])).toMatchObject({ refused: 'inconsistent' });
    expect(open({}, [[a, vaultAccount({ ...vault, frozen: true })]])).toMatchObject({ refused: 'vault_frozen' });
  });
});

describe('where pools of Meteora DAMM v2 would be', () => {
  it('is the customizable pool, then the pool of each configuration that exists', () => {
    const [first, second] = CONFIGURATIONS;
    if (!first || !second) throw new Error('no configurations');
    const pair = { mint: MINT, other: WRAPPED_SOL };
    const existing = new Map([
      [first, dammV2ConfigAccount(first, 20_000n)],
      [second, null],
    ]);
    expect(meteoraDammV2.candidates(pair, existing)).toEqual([POOL, configuredPool(first, MINT, WRAPPED_SOL)]);
    expect(meteoraDammV2.candidates({ ...pair, other: MINT }, existing)).toEqual([]);
    expect(customizablePool(WRAPPED_SOL, MINT)).toBe(POOL);
  });

  it('knows the configurations of migrations', () => {
    expect(CONFIGURATIONS[0]).toBe(address('7F6dnUcRuyM2TwR8myT1dYypFXpPSxqwKNSFNkxyNESd'));
    expect(CONFIGURATIONS).toHaveLength(71);
  });
});
