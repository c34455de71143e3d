import { cpmmConfig } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { describe, expect, it } from 'vitest';
import { inByteOrder } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM } from '#solana/token/programs.ts';
import * as w from '../../../test/venues/raydium-world.ts';
import type { AccountBytes } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { raydiumCpmm } from './index.ts';
import { PROGRAM, poolAddress } from './layout.ts';

const AMOUNTS = [1_000_000_000_000n, 50_000_000_000n] as const;
const [ZERO, ONE] = w.MINTS;

/** The pool's account with bytes of it replaced. */
function patched(pool: AccountBytes, at: number, value: number): AccountBytes {
  return { ...pool, data: pool.data.with(at, value) };
}

function opened(world: w.World, clock = w.CLOCK) {
  const pool = raydiumCpmm.recognise(world.pool, ZERO);
  return isRefused(pool) ? pool : pool.open(world.accounts, clock);
}

describe('recognising a Raydium CPMM pool', () => {
  const world = w.cpmmWorld({ amounts: AMOUNTS });

  it('orients the pool to either of its mints and needs vaults, configuration and LP mint', () => {
    const forZero = w.granted(raydiumCpmm.recognise(world.pool, ZERO));
    const forOne = w.granted(raydiumCpmm.recognise(world.pool, ONE));
    const [vault0, vault1] = world.vaults.map(({ address }) => address);
    expect(forZero).toMatchObject({
      venue: 'raydium_cpmm',
      mint: ZERO,
      other: ONE,
      vaults: { mint: vault0, other: vault1 },
    });
    expect(forOne).toMatchObject({ mint: ONE, other: ZERO, vaults: { mint: vault1, other: vault0 } });
    expect(forZero.liquidity).toEqual({ mint: world.lpMint });
    expect(forZero.needs).toEqual([vault0, vault1, cpmmConfig({ index: 0, trade: 0n }).address, world.lpMint]);
  });

  it('refuses a foreign owner before anything else, then the discriminator, then the length', () => {
    const data = new Uint8Array(3);
    expect(w.codeOf(raydiumCpmm.recognise({ ...world.pool, owner: w.key(5), data }, ZERO))).toBe('foreign_owner');
    expect(w.codeOf(raydiumCpmm.recognise(patched(world.pool, 0, 1), ZERO))).toBe('wrong_layout');
    expect(w.codeOf(raydiumCpmm.recognise({ ...world.pool, data: new Uint8Array(638) }, ZERO))).toBe('wrong_layout');
  });

  it('refuses the account cut at every length', () => {
    for (let length = 0; length < world.pool.data.length; length += 1) {
      const cut = { ...world.pool, data: world.pool.data.slice(0, length) };
      expect(w.codeOf(raydiumCpmm.recognise(cut, ZERO))).toBe('wrong_layout');
    }
  });

  it('refuses another mint, an unknown creator fee mode, status bit, token program and reserved bytes in use', () => {
    const refusal = (at: number, value: number) =>
      w.codeOf(raydiumCpmm.recognise(patched(world.pool, at, value), ZERO));
    expect(w.codeOf(raydiumCpmm.recognise(world.pool, w.key(3)))).toBe('inconsistent');
    expect([refusal(389, 3), refusal(329, 8), refusal(232, 1)]).toEqual(Array(3).fill('unknown_variant'));
    expect([refusal(391, 1), refusal(413, 1), refusal(636, 1)]).toEqual(Array(3).fill('unknown_variant'));
    expect(refusal(390, 2)).toBe('wrong_layout');
  });

  it('never throws and never pays out more than it holds, whatever is changed in its accounts', () => {
    w.expectHarmless(raydiumCpmm, world, 4_000);
  });

  it('never recognises noise of the right owner and length', () => {
    w.expectNoneInNoise(raydiumCpmm, 637, 500);
  });
});

describe('finding Raydium CPMM pools of a pair', () => {
  it('derives one canonical pool a configuration that exists, in either order of the mints', () => {
    const [first, third] = [cpmmConfig({ index: 0, trade: 2_500n }), cpmmConfig({ index: 2, trade: 20_000n })];
    const accounts = w.accountsOf([
      w.account(first.address, PROGRAM, first.data),
      w.account(third.address, PROGRAM, third.data),
    ]);
    accounts.set(raydiumCpmm.configurations[1]!, null);
    accounts.set(raydiumCpmm.configurations[3]!, w.account(raydiumCpmm.configurations[3]!, w.key(4), first.data));
    const pools = [first, third].map(({ address }) => poolAddress(address, inByteOrder(ZERO, ONE)));
    for (const [mint, other] of [w.MINTS, [ONE, ZERO] as const]) {
      expect(raydiumCpmm.candidates({ mint, other }, accounts)).toEqual(pools);
    }
    expect(raydiumCpmm.candidates({ mint: ZERO, other: ZERO }, accounts)).toEqual([]);
    expect(pools[0]).toBe(w.cpmmWorld({ amounts: AMOUNTS }).pool.address);
  });
});

describe('opening a Raydium CPMM pool', () => {
  it('refuses while swaps are off, and before trading opens', () => {
    const withStatus = (status: number) => w.codeOf(opened(w.cpmmWorld({ amounts: AMOUNTS, spec: { status } })));
    expect([0, 1, 2, 3, 4, 7].map(withStatus)).toEqual([...Array(4).fill('accepted'), 'disabled', 'disabled']);
    const later = (openTime: bigint) => w.codeOf(opened(w.cpmmWorld({ amounts: AMOUNTS, spec: { openTime } })));
    expect([later(w.CLOCK.unixTime), later(w.CLOCK.unixTime + 1n)]).toEqual(['accepted', 'not_open']);
  });

  it('tells an account that nobody read from one that is not there', () => {
    const world = w.cpmmWorld({ amounts: AMOUNTS });
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
    const world = w.cpmmWorld({ amounts: AMOUNTS });
    const vault = world.vaults[0].address;
    const good = { mint: ZERO, authority: raydiumCpmm.authority!, amount: AMOUNTS[0] };
    const withVault = (held: Partial<Parameters<typeof w.tokenAccount>[1]>) =>
      w.codeOf(
        opened({ ...world, accounts: new Map(world.accounts).set(vault, w.tokenAccount(vault, { ...good, ...held })) }),
      );
    expect([withVault({ mint: ONE }), withVault({ authority: w.key(3) })]).toEqual(['inconsistent', 'inconsistent']);
    expect([withVault({ program: TOKEN_2022_PROGRAM }), withVault({ frozen: true })]).toEqual([
      'inconsistent',
      'vault_frozen',
    ]);
    expect(withVault({})).toBe('accepted');
  });

  it('refuses a pool that has become another one, an empty one, and one that owes more than it holds', () => {
    const world = w.cpmmWorld({ amounts: AMOUNTS });
    const changed = new Map(world.accounts).set(
      world.pool.address,
      patched(world.pool, 80, (world.pool.data[80] ?? 0) ^ 1),
    );
    expect(w.codeOf(w.granted(raydiumCpmm.recognise(world.pool, ZERO)).open(changed, w.CLOCK))).toBe('inconsistent');
    expect(w.codeOf(opened(w.cpmmWorld({ amounts: [0n, 5n] })))).toBe('insufficient_liquidity');
    const tokens = [{ mint: ZERO, owed: { fund: 1n, creator: 5n } }, { mint: ONE }] as const;
    expect(w.codeOf(opened(w.cpmmWorld({ amounts: [6n, 9n], spec: { tokens } })))).toBe('insufficient_liquidity');
  });

  it('refuses rates that the program would not have accepted and a configuration of a later version', () => {
    const withConfig = (config: object) => w.codeOf(opened(w.cpmmWorld({ amounts: AMOUNTS, config })));
    expect(withConfig({ trade: 999_999n })).toBe('accepted');
    expect(withConfig({ trade: 999_999n, creator: 1n })).toBe('wrong_layout');
    expect(withConfig({ protocol: 900_000n, fund: 100_001n })).toBe('wrong_layout');
    const world = w.cpmmWorld({ amounts: AMOUNTS });
    const config = world.accounts.get(raydiumCpmm.configurations[0]!)!;
    expect(
      w.codeOf(opened({ ...world, accounts: new Map(world.accounts).set(config.address, patched(config, 200, 1)) })),
    ).toBe('unknown_variant');
  });

  it('opens a pool of a Token-2022 mint', () => {
    const tokens = [{ mint: ZERO, program: TOKEN_2022_PROGRAM }, { mint: ONE }] as const;
    expect(w.codeOf(opened(w.cpmmWorld({ amounts: AMOUNTS, spec: { tokens } })))).toBe('accepted');
  });

  it('counts LP tokens as locked only when they were burned, and not those that were redeemed or withheld', () => {
    const bps = (lpIssued: bigint, lpSupply: bigint) =>
      w.granted(opened(w.cpmmWorld({ amounts: AMOUNTS, spec: { lpIssued }, lpSupply }))).facts.lockedLiquidityBps;
    expect([bps(1_000_000n, 999_900n), bps(1_000_000n, 499_900n), bps(1_000_000n, 0n)]).toEqual([0, 5_000, 9_999]);
    expect([bps(100n, 0n), bps(1_000_000n, 1_000_001n), bps(1_000_000n, 999_950n)]).toEqual([null, null, 0]);
  });

  it('names the creator and the opening', () => {
    expect(w.granted(opened(w.cpmmWorld({ amounts: AMOUNTS, spec: { openTime: 77n } }))).facts).toMatchObject({
      creator: w.CREATOR,
      openedAt: 77n,
    });
  });
});
