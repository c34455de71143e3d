import { type ClmmSpec, clmmTickArray } from 'assay-sandbox/pools/raydium-clmm.ts';
import { describe, expect, it } from 'vitest';
import {
  CLOCK,
  existingPool,
  key,
  MINT,
  OTHER,
  ok,
  opened,
  quoted,
  spec,
  the,
  vault,
} from '../../../test/venues/clmm-world.ts';
import type { AccountBytes } from '../venue.ts';
import { raydiumClmm } from './index.ts';
import { readTicks } from './tick-arrays.ts';
import { sqrtPriceAt } from './tick-price.ts';

type Changed = (accounts: Map<string, AccountBytes | null>, existingPool: ReturnType<typeof poolWith>) => void;
const poolWith = (changes: Partial<ClmmSpec> = {}) => existingPool(spec(changes));

/** What opening says after a change to the accounts. */
function openedAfter(change: Changed, changes: Partial<ClmmSpec> = {}) {
  const stands = poolWith(changes);
  change(stands.accounts, stands);
  return stands.pool.open(stands.accounts, CLOCK);
}

const patched = (account: AccountBytes, at: number, bytes: readonly number[]): AccountBytes => {
  const data = account.data.slice();
  data.set(bytes, at);
  return { ...account, data };
};

describe('opening a Raydium CLMM pool', () => {
  it('tells price, depth without what is owed, and facts, for either side', () => {
    const from = spec({ sqrtPrice: sqrtPriceAt(600), openTime: 5n, protocolOwed: [70n, 3n], fundOwed: [7n, 4n] });
    const [{ market, facts }, turned] = [opened(from, MINT), opened(from, OTHER).market];
    expect(market.price).toEqual({ numerator: sqrtPriceAt(600) ** 2n, denominator: 1n << 128n });
    expect(turned.price).toEqual({ numerator: 1n << 128n, denominator: sqrtPriceAt(600) ** 2n });
    const [zero, one] = existingPool(from).written.vaults.map(({ amount }) => amount);
    expect(market.depth).toEqual({ mint: (zero ?? 0n) - 77n, other: (one ?? 0n) - 7n });
    expect(turned.depth).toEqual({ mint: market.depth.other, other: market.depth.mint });
    expect(facts).toEqual({ creator: key(9), openedAt: 5n, lockedLiquidityBps: null });
    expect(market.bounds).toEqual([]);
  });

  it('knows no opening time where the pool has none', () => {
    expect(opened(spec()).facts.openedAt).toBeNull();
  });

  it('is refused while swaps are switched off, and with a status that is not known', () => {
    expect(openedAfter(() => {}, { status: 0b1_0000 })).toMatchObject({ refused: 'disabled' });
    expect(openedAfter(() => {}, { status: 0b1000_0000 })).toMatchObject({ refused: 'unknown_variant' });
    expect(openedAfter(() => {}, { status: 0b10_1111 })).toHaveProperty('market');
  });

  it('is refused until the second after the opening time', () => {
    expect(openedAfter(() => {}, { openTime: CLOCK.unixTime })).toMatchObject({ refused: 'not_open' });
    expect(openedAfter(() => {}, { openTime: CLOCK.unixTime - 1n })).toHaveProperty('market');
  });

  it('is refused when an account that it needs was not read, or is not there', () => {
    const { pool, accounts, written } = poolWith();
    const tickArrays = written.arrays.map(({ address }) => address);
    for (const address of [pool.address, ...pool.needs].filter((one) => !tickArrays.includes(one))) {
      const unread = new Map(accounts);
      unread.delete(address);
      expect(pool.open(unread, CLOCK)).toMatchObject({ refused: 'not_read' });
      expect(pool.open(new Map(accounts).set(address, null), CLOCK)).toMatchObject({ refused: 'account_missing' });
    }
  });

  it('is refused with a vault of another mint or owner, with one that is frozen, and with none', () => {
    const withVault = (mint: string, authority: string, state: number) =>
      openedAfter((accounts, { written, pool }) => {
        const { address } = written.vaults[0] as { address: typeof MINT };
        const of = { MINT, OTHER, pool: pool.address, thief: key(5) };
        const known = of as Record<string, typeof MINT>;
        accounts.set(address, vault(address, known[mint] as typeof MINT, known[authority] as typeof MINT, 9n, state));
      });
    expect(withVault('OTHER', 'pool', 1)).toMatchObject({ refused: 'inconsistent' });
    expect(withVault('MINT', 'thief', 1)).toMatchObject({ refused: 'inconsistent' });
    expect(withVault('MINT', 'pool', 2)).toMatchObject({ refused: 'vault_frozen' });
    expect(withVault('MINT', 'pool', 0)).toMatchObject({ refused: 'inconsistent' });
  });

  it('is refused when the pool is not the one that was recognised, and follows a price that moved', () => {
    const other = poolWith({ creator: key(8), sqrtPrice: sqrtPriceAt(60) });
    const moved = openedAfter((accounts) => accounts.set(other.pool.address, the(other.accounts, other.pool.address)));
    expect(ok(moved).market.price.numerator).toBe(sqrtPriceAt(60) ** 2n);
    const swapped = openedAfter((accounts, { pool }) => {
      accounts.set(pool.address, patched(the(accounts as never, pool.address), 137, [1, 2, 3]));
    });
    expect(swapped).toMatchObject({ refused: 'inconsistent' });
  });

  it('is refused with fee rates that the program would not take, and with reserved bytes of the configuration in use', () => {
    const withConfig = (at: number, bytes: readonly number[]) =>
      openedAfter((accounts, { written }) => {
        const { address } = written.configuration;
        accounts.set(address, patched(the(accounts as never, address), at, bytes));
      });
    expect(withConfig(47, [0x40, 0x42, 0x0f, 0])).toMatchObject({ refused: 'wrong_layout' });
    expect(withConfig(43, [0x40, 0x42, 0x0f, 0])).toMatchObject({ refused: 'wrong_layout' });
    expect(withConfig(57, [1])).toMatchObject({ refused: 'unknown_variant' });
    expect(withConfig(116, [1])).toMatchObject({ refused: 'unknown_variant' });
  });

  it('is refused with a tick array of another pool, or with ticks that are not where they say', () => {
    const withArray = (at: number, bytes: readonly number[]) =>
      openedAfter((accounts, { written }) => {
        const address = written.arrays[0]?.address ?? key(0);
        accounts.set(address, patched(the(accounts as never, address), at, bytes));
      });
    expect(withArray(8, [1])).toMatchObject({ refused: 'inconsistent' });
    expect(withArray(40, [1])).toMatchObject({ refused: 'inconsistent' });
    expect(withArray(0, [1])).toMatchObject({ refused: 'wrong_layout' });
    // The position begins at tick -6000, which is entry 20 of the array from -7200.
    expect(withArray(44 + 20 * 168, [0, 0, 0, 0])).toMatchObject({ refused: 'inconsistent' });
  });

  it('still quotes up to a tick array that cannot be had, and says why not further', () => {
    const positions = [
      { lower: -60, upper: 60, liquidity: 10n ** 12n },
      { lower: -9000, upper: 9000, liquidity: 10n ** 12n },
    ];
    const { pool, accounts, written } = poolWith({ positions });
    const far = written.arrays.at(-1)?.address ?? key(0);
    for (const [state, refused] of [
      [undefined, 'not_read'],
      [null, 'account_missing'],
    ] as const) {
      const cut = new Map(accounts);
      if (state === null) cut.set(far, null);
      else cut.delete(far);
      const { market } = ok(pool.open(cut, CLOCK));
      expect(quoted(market, 'buy', 10n ** 6n).received).toBe(997_499n);
      expect(market.quote('buy', 10n ** 11n)).toMatchObject({ refused });
    }
    const empty = patched(the(accounts, far), 44, new Array(60 * 168).fill(0));
    const { market } = ok(pool.open(new Map(accounts).set(far, empty), CLOCK));
    expect(market.quote('buy', 10n ** 11n)).toMatchObject({ refused: 'inconsistent' });
  });
});

describe('tick arrays of a Raydium CLMM pool', () => {
  it('hold positions and limit orders, new ones and those filled in part; ticks without either are not in use', () => {
    const written = clmmTickArray(key(3), -3600, 60, [
      { tick: -3600, net: -5n, gross: 7n },
      { tick: -60, orders: 3n, partFilled: 4n },
    ]);
    expect(readTicks({ ...written, lamports: 1n }, key(3), -3600, 60)).toEqual([
      { tick: -3600, net: -5n, positions: true, unfilled: 0n },
      { tick: -60, net: 0n, positions: false, unfilled: 7n },
    ]);
  });

  const fine = { index: 4, tickSpacing: 1, trade: 100 };

  it('are found in the extension where the price is beyond the pool’s own bitmap', () => {
    for (const tick of [-100_000, -61_441, -30_721, -30_720, 30_719, 30_720, 61_440, 100_000, 443_000]) {
      const positions = [{ lower: tick - 70, upper: tick + 70, liquidity: 10n ** 12n }];
      const { pool, accounts, written } = poolWith({ configuration: fine, sqrtPrice: sqrtPriceAt(tick), positions });
      expect(pool.needs).toContain(written.extension.address);
      const { market } = ok(pool.open(accounts, CLOCK));
      for (const side of ['buy', 'sell'] as const) {
        const amount = side === 'sell' ? 10n ** 15n / (market.price.numerator >> 96n || 1n) : 10n ** 6n;
        const result = market.quote(side, tick > 0 ? 10n ** 6n : amount);
        expect(['not_read', 'inconsistent']).not.toContain((result as { refused?: string }).refused);
      }
    }
  });

  it('are at most 13, the nearest ones in use', () => {
    const positions = Array.from({ length: 40 }, (_, i) => ({
      lower: i * 60 - 1200,
      upper: i * 60 - 1190,
      liquidity: 10n,
    }));
    const { pool, written } = poolWith({ configuration: fine, positions });
    const arrays = written.arrays.map(({ address }) => address).filter((address) => pool.needs.includes(address));
    expect(arrays).toEqual(written.arrays.slice(14, 27).map(({ address }) => address));
    expect(pool.needs).toHaveLength(1 + 2 + 1 + 13);
    expect(raydiumClmm.id).toBe('raydium_clmm');
  });
});
