import { launchlabVault } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { describe, expect, it } from 'vitest';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { RandomNumbers } from '../../../test/venues/random-numbers.ts';
import {
  accountsOf,
  BASE,
  CLOCK,
  CREATOR,
  key,
  marketOf,
  opened,
  POOL,
  recognised,
} from '../../../test/venues/raydium-launchlab-world.ts';
import type { AccountBytes, Market } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { raydiumLaunchlab } from './index.ts';

const good = accountsOf().get(POOL) as AccountBytes;

/** The bytes with a few of them changed, and now and then cut short. */
function damaged(bytes: Uint8Array, chance: RandomNumbers): Uint8Array {
  const length = chance.fraction() < 0.2 ? Math.floor(chance.fraction() * bytes.length) : bytes.length;
  const data = bytes.slice(0, length);
  for (let changes = chance.between(0n, 4n); changes > 0n; changes -= 1n) {
    data[Math.floor(chance.fraction() * length)] = Number(chance.between(0n, 255n));
  }
  return data;
}

/** What every quote keeps to, whatever the accounts say. */
function checkQuote(market: Market, chance: RandomNumbers): void {
  const side = chance.pick(['buy', 'sell'] as const);
  const quote = market.quote(side, chance.magnitude(1n, 1n << 64n));
  if (!isRefused(quote)) expect(quote.received).toBeLessThanOrEqual(market.depth[side === 'buy' ? 'mint' : 'other']);
}

describe('what is a pool of Raydium LaunchLab', () => {
  it('a pool is recognised for either of its mints, with all that its price needs', () => {
    const pool = recognised(accountsOf());
    expect(pool).toMatchObject({ venue: 'raydium_launchlab', address: POOL, mint: BASE, other: WRAPPED_SOL });
    expect(new Set(pool.needs)).toEqual(new Set([...accountsOf().keys()].slice(1)));
    const mirrored = recognised(accountsOf(), WRAPPED_SOL);
    expect(mirrored).toMatchObject({ mint: WRAPPED_SOL, other: BASE });
    expect(mirrored.vaults).toEqual({ mint: pool.vaults.other, other: pool.vaults.mint });
  });

  it('the candidate of a pair is where the pool is', () => {
    const pair = { mint: BASE, other: WRAPPED_SOL };
    expect(raydiumLaunchlab.candidates(pair, new Map())).toEqual([POOL]);
  });

  it('foreign owners, other discriminators, lengths and mints are refused, in this order', () => {
    const recognise = (change: Partial<AccountBytes>) => raydiumLaunchlab.recognise({ ...good, ...change }, BASE);
    expect(recognise({ owner: TOKEN_PROGRAM, data: new Uint8Array() })).toMatchObject({ refused: 'foreign_owner' });
    expect(recognise({ data: good.data.map((byte, at) => (at === 7 ? 0 : byte)) })).toMatchObject({
      refused: 'wrong_layout',
    });
    for (let length = 0; length < 450; length += 1) {
      const data = new Uint8Array(length);
      data.set(good.data.subarray(0, length));
      expect(isRefused(recognise({ data }))).toBe(length !== 429);
    }
    expect(raydiumLaunchlab.recognise(good, key(9))).toMatchObject({ refused: 'inconsistent' });
  });

  it('random bytes are never a pool', () => {
    const chance = new RandomNumbers(3);
    for (let i = 0; i < 2_000; i += 1) {
      const data = Uint8Array.from({ length: Number(chance.between(0n, 500n)) }, () =>
        Number(chance.between(0n, 255n)),
      );
      expect(isRefused(raydiumLaunchlab.recognise({ ...good, data }, BASE))).toBe(true);
    }
  });
});

describe('when a pool of Raydium LaunchLab can be traded', () => {
  it.each([
    [1, 'completed'],
    [2, 'completed'],
    [3, 'unknown_variant'],
  ])('status %i is %s', (status, refused) => {
    expect(opened({ pool: { status } })).toMatchObject({ refused });
  });

  it.each([1, 2, 3])('curve type %i is not known', (curveType) => {
    expect(opened({ pool: { curveType } })).toMatchObject({ refused: 'unknown_variant' });
  });

  it('a curve that has sold or raised all is complete', () => {
    expect(opened({ pool: { realBase: 793_100_000_000_000n } })).toMatchObject({ refused: 'completed' });
    expect(opened({ pool: { realQuote: 85_000_000_000n } })).toMatchObject({ refused: 'completed' });
  });

  it('a curve that ends beyond its reserves is inconsistent', () => {
    expect(opened({ pool: { totalBaseSell: 1_073_025_605_596_382n } })).toMatchObject({ refused: 'inconsistent' });
    expect(opened({ pool: { virtualQuote: 0n } })).toMatchObject({ refused: 'inconsistent' });
  });

  it('fees of more than everything are refused', () => {
    expect(opened({ rates: { trade: 1n, platform: 1_000_000n } })).toMatchObject({ refused: 'wrong_layout' });
    expect(opened({ rates: { trade: (1n << 64n) - 1n } })).toMatchObject({ refused: 'wrong_layout' });
  });

  it('every account that is needed is asked for: absent is not read, null is missing', () => {
    const pool = recognised(accountsOf());
    for (const need of [...pool.needs, POOL]) {
      const accounts = accountsOf();
      accounts.delete(need);
      expect(pool.open(accounts, CLOCK)).toMatchObject({ refused: 'not_read', detail: expect.stringContaining(need) });
      accounts.set(need, null);
      expect(pool.open(accounts, CLOCK)).toMatchObject({
        refused: 'account_missing',
        detail: expect.stringContaining(need),
      });
    }
  });

  it('a frozen vault is told, one of another mint inconsistent', () => {
    const accounts = accountsOf();
    const pool = recognised(accounts);
    const frozen = { ...launchlabVault(POOL, BASE, 1n, 2), lamports: 1n };
    expect(pool.open(new Map(accounts).set(frozen.address, frozen), CLOCK)).toMatchObject({ refused: 'vault_frozen' });
    const foreign = { ...launchlabVault(POOL, WRAPPED_SOL, 1n), lamports: 1n };
    const swapped = new Map(accounts).set(frozen.address, { ...foreign, address: frozen.address });
    expect(pool.open(swapped, CLOCK)).toMatchObject({ refused: 'inconsistent' });
  });

  it('a configuration for another quote mint is inconsistent, one of another program foreign', () => {
    const accounts = accountsOf();
    const pool = recognised(accounts);
    const global = accounts.get(pool.needs[2] ?? POOL) as AccountBytes;
    const data = global.data.slice().fill(9, 83, 115);
    expect(pool.open(new Map(accounts).set(global.address, { ...global, data }), CLOCK)).toMatchObject({
      refused: 'inconsistent',
    });
    expect(pool.open(new Map(accounts).set(global.address, { ...global, owner: key(9) }), CLOCK)).toMatchObject({
      refused: 'foreign_owner',
    });
  });

  it('a pool that changed its vaults since it was recognised is inconsistent', () => {
    const accounts = accountsOf();
    const pool = recognised(accounts);
    const data = good.data.slice().fill(9, 269, 301);
    expect(pool.open(accounts.set(POOL, { ...good, data }), CLOCK)).toMatchObject({ refused: 'inconsistent' });
  });

  it('changed bytes of any account never throw, and never pay more than there is', () => {
    const chance = new RandomNumbers(5);
    const accounts = accountsOf();
    const pool = recognised(accounts);
    for (let i = 0; i < 3_000; i += 1) {
      const old = accounts.get(chance.pick([...accounts.keys()])) as AccountBytes;
      const open = pool.open(new Map(accounts).set(old.address, { ...old, data: damaged(old.data, chance) }), CLOCK);
      if (!isRefused(open)) checkQuote(open.market, chance);
    }
  });

  it('facts name the creator; opening and locked liquidity are not known of a curve', () => {
    const accounts = accountsOf();
    const open = recognised(accounts).open(accounts, CLOCK);
    expect(isRefused(open) ? open : open.facts).toEqual({ creator: CREATOR, openedAt: null, lockedLiquidityBps: null });
    expect(marketOf().bounds).toEqual([]);
  });
});
