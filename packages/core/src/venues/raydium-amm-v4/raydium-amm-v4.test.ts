import { describe, expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import * as w from '../../../test/venues/raydium-world.ts';
import type { AccountBytes } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { raydiumAmmV4 } from './index.ts';

const AMOUNTS = [1_000_000_000_000n, 50_000_000_000n] as const;
const [COIN, PC] = w.MINTS;

function patched(pool: AccountBytes, at: number, value: number): AccountBytes {
  return { ...pool, data: pool.data.with(at, value) };
}

function opened(world: w.World) {
  const pool = raydiumAmmV4.recognise(world.pool, COIN);
  return isRefused(pool) ? pool : pool.open(world.accounts, w.CLOCK);
}

describe('recognising a Raydium AMM v4 pool', () => {
  const world = w.ammWorld({ amounts: AMOUNTS });

  it('orients the pool to coin or pc and needs both vaults and the LP mint', () => {
    const [coin, pc] = world.vaults.map(({ address }) => address);
    const forCoin = w.granted(raydiumAmmV4.recognise(world.pool, COIN));
    const forPc = w.granted(raydiumAmmV4.recognise(world.pool, PC));
    expect(forCoin).toMatchObject({
      venue: 'raydium_amm_v4',
      mint: COIN,
      other: PC,
      vaults: { mint: coin, other: pc },
    });
    expect(forPc).toMatchObject({ mint: PC, other: COIN, vaults: { mint: pc, other: coin } });
    expect(forCoin.needs).toEqual([coin, pc, world.lpMint]);
    expect(forCoin.liquidity).toEqual({ mint: world.lpMint });
  });

  it('refuses a foreign owner first, then every other length', () => {
    expect(w.codeOf(raydiumAmmV4.recognise({ ...world.pool, owner: w.key(5), data: new Uint8Array(3) }, COIN))).toBe(
      'foreign_owner',
    );
    for (let length = 0; length < 800; length += 1) {
      if (length === 752) continue;
      const data = new Uint8Array(length);
      data.set(world.pool.data.subarray(0, length));
      expect(w.codeOf(raydiumAmmV4.recognise({ ...world.pool, data }, COIN))).toBe('wrong_layout');
    }
  });

  it('refuses another mint, a status or nonce that is not known, and a fee of the whole input', () => {
    const code = (pool: AccountBytes) => w.codeOf(raydiumAmmV4.recognise(pool, COIN));
    expect(w.codeOf(raydiumAmmV4.recognise(world.pool, w.key(3)))).toBe('inconsistent');
    expect([code(patched(world.pool, 0, 0)), code(patched(world.pool, 0, 8))]).toEqual([
      'wrong_layout',
      'unknown_variant',
    ]);
    expect(code(patched(world.pool, 8, 253))).toBe('unknown_variant');
    const fee = (numerator: bigint, denominator: bigint) =>
      code(w.ammWorld({ amounts: AMOUNTS, spec: { fee: { numerator, denominator } } }).pool);
    expect([fee(1n, 1n), fee(0n, 0n), fee(0n, 1n)]).toEqual(['wrong_layout', 'wrong_layout', 'accepted']);
  });

  it('refuses a pool of one mint against itself, which the program does not swap', () => {
    expect(
      w.codeOf(raydiumAmmV4.recognise(w.ammWorld({ amounts: AMOUNTS, spec: { pc: { mint: COIN } } }).pool, COIN)),
    ).toBe('inconsistent');
  });

  it('never throws and never pays out more than it holds, whatever is changed in its accounts', () => {
    w.expectHarmless(raydiumAmmV4, world, 4_000);
  });

  it('never recognises noise of the right owner and length', () => {
    w.expectNoneInNoise(raydiumAmmV4, 752, 500);
  });

  it('derives no pools, since their addresses do not follow from the mints', () => {
    expect(raydiumAmmV4.candidates({ mint: COIN, other: PC }, new Map())).toEqual([]);
  });
});

describe('opening a Raydium AMM v4 pool', () => {
  it('opens in the three statuses that swap and in no other', () => {
    const codes = [1n, 2n, 3n, 4n, 5n, 6n, 7n].map((status) =>
      w.codeOf(opened(w.ammWorld({ amounts: AMOUNTS, spec: { status } }))),
    );
    expect(codes).toEqual(['accepted', ...Array(4).fill('disabled'), 'accepted', 'accepted']);
  });

  it('waits for the opening only in the status that waits', () => {
    const code = (status: bigint, openTime: bigint) =>
      w.codeOf(opened(w.ammWorld({ amounts: AMOUNTS, spec: { status, openTime } })));
    const now = w.CLOCK.unixTime;
    expect([code(7n, now), code(7n, now + 1n), code(6n, now + 1n)]).toEqual(['accepted', 'not_open', 'accepted']);
  });

  it('says for a pool of the old first status that orders are not counted', () => {
    const bounds = (status: bigint) =>
      w.granted(opened(w.ammWorld({ amounts: AMOUNTS, spec: { status } }))).market.bounds.length;
    expect([bounds(1n), bounds(6n), bounds(7n)]).toEqual([1, 0, 0]);
  });

  it('tells an account that nobody read from one that is not there', () => {
    const world = w.ammWorld({ amounts: AMOUNTS });
    for (const address of world.accounts.keys()) {
      const without = new Map(world.accounts);
      without.delete(address);
      // The LP mint moves no price: without it only the locked share is unknown.
      const [unread, absent] = address === world.lpMint ? ['accepted', 'accepted'] : ['not_read', 'account_missing'];
      expect(w.codeOf(opened({ ...world, accounts: without }))).toBe(unread);
      expect(w.codeOf(opened({ ...world, accounts: without.set(address, null) }))).toBe(absent);
    }
  });

  it('refuses vaults of another mint, authority or program, and a frozen one', () => {
    const world = w.ammWorld({ amounts: AMOUNTS });
    const vault = world.vaults[1].address;
    const good = { mint: PC, authority: raydiumAmmV4.authority!, amount: AMOUNTS[1] };
    const withVault = (held: Partial<Parameters<typeof w.tokenAccount>[1]>) =>
      w.codeOf(
        opened({ ...world, accounts: new Map(world.accounts).set(vault, w.tokenAccount(vault, { ...good, ...held })) }),
      );
    expect([withVault({ mint: COIN }), withVault({ authority: w.key(3) })]).toEqual(['inconsistent', 'inconsistent']);
    expect([withVault({ program: TOKEN_2022_PROGRAM }), withVault({ frozen: true })]).toEqual([
      'inconsistent',
      'vault_frozen',
    ]);
    expect(withVault({})).toBe('accepted');
  });

  it('refuses a pool that has become another one, an empty one, and one that owes more than it holds', () => {
    const world = w.ammWorld({ amounts: AMOUNTS });
    const other = patched(world.pool, 340, (world.pool.data[340] ?? 0) ^ 1);
    const changed = new Map(world.accounts).set(world.pool.address, other);
    expect(w.codeOf(w.granted(raydiumAmmV4.recognise(world.pool, COIN)).open(changed, w.CLOCK))).toBe('inconsistent');
    expect(w.codeOf(opened(w.ammWorld({ amounts: [5n, 0n] })))).toBe('insufficient_liquidity');
    const spec = { coin: { mint: COIN, owed: 6n } };
    expect(w.codeOf(opened(w.ammWorld({ amounts: [6n, 9n], spec })))).toBe('insufficient_liquidity');
  });

  it('counts LP tokens as locked only when they were burned, and names no creator', () => {
    const facts = (lpIssued: bigint, lpSupply: bigint, openTime = 0n) =>
      w.granted(opened(w.ammWorld({ amounts: AMOUNTS, spec: { lpIssued, openTime }, lpSupply }))).facts;
    const bps = [
      facts(4_000_000_000n, 1_000_000_000n),
      facts(4_000_000_000n, 3_000_000_000n),
      facts(1_000_000_000n, 0n),
    ];
    expect(bps.map(({ lockedLiquidityBps }) => lockedLiquidityBps)).toEqual([5_000, 0, null]);
    expect(facts(1n, 0n)).toMatchObject({ creator: null, openedAt: null });
    expect(facts(1n, 0n, 99n).openedAt).toBe(99n);
  });
});
