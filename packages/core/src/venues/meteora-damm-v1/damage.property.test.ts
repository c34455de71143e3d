import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { accountsOf, CLOCK, MINT_A, POOL, recognised } from '../../../test/venues/meteora-damm-v1-world.ts';
import { RandomNumbers } from '../../../test/venues/random-numbers.ts';
import type { AccountBytes, Market } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { meteoraDammV1 } from './index.ts';

/** The bytes with a few of them changed, and now and then cut short. */
function damaged(data: Uint8Array, chance: RandomNumbers): Uint8Array {
  const length = chance.fraction() < 0.25 ? Math.floor(chance.fraction() * data.length) : data.length;
  const changed = data.slice(0, length);
  for (let changes = chance.between(0n, 5n); changes > 0n; changes -= 1n) {
    changed[Math.floor(chance.fraction() * Math.min(length, 1300))] = Number(chance.between(0n, 255n));
  }
  return changed;
}

/** What every quote keeps to, whatever the accounts say. */
function checkQuotes(market: Market): void {
  for (const side of ['buy', 'sell'] as const) {
    for (const amount of [1n, 1_000_000n, 1n << 63n]) {
      const quote = market.quote(side, amount);
      if (!isRefused(quote)) expect(quote.received).toBeLessThan(market.depth[side === 'buy' ? 'mint' : 'other']);
    }
  }
}

describe('a pool of Meteora DAMM v1 of any bytes', () => {
  it('random bytes are never a pool', () => {
    const chance = new RandomNumbers(7);
    const account = accountsOf().get(POOL) as AccountBytes;
    for (let i = 0; i < cases(1_000); i += 1) {
      const data = Uint8Array.from({ length: Number(chance.between(0n, 1_500n)) }, () =>
        Number(chance.between(0n, 255n)),
      );
      expect(isRefused(meteoraDammV1.recognise({ ...account, data }, MINT_A))).toBe(true);
    }
  });

  it('changed bytes of any account never throw', () => {
    const chance = new RandomNumbers(8);
    const good = accountsOf();
    const pool = recognised(good);
    for (let i = 0; i < cases(3_000); i += 1) {
      const old = good.get(chance.pick([...good.keys()])) as AccountBytes;
      const open = pool.open(new Map(good).set(old.address, { ...old, data: damaged(old.data, chance) }), CLOCK);
      if (!isRefused(open)) checkQuotes(open.market);
    }
  });
});
