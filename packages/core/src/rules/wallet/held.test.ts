import { describe, expect, it } from 'vitest';
import { type HeldToken, heldSums, unrealizedPnl } from './held.ts';

const token = (changes: Partial<HeldToken> = {}): HeldToken => ({
  mint: 'coin',
  units: 100n,
  currency: 'sol',
  bought: 100n,
  cost: 40n,
  quoted: { value: 70n, pool: 'pool', why: null },
  ...changes,
});
const unread = { value: null, pool: null, why: 'not_read' } as const;

describe('the profit of what is held', () => {
  it('is the value of what was bought, less its cost', () => {
    expect(unrealizedPnl(token())).toBe(30n);
    expect(unrealizedPnl(token({ cost: 90n }))).toBe(-20n);
  });

  it('counts nothing of what has no known cost, and rounds down', () => {
    expect(unrealizedPnl(token({ bought: 50n }))).toBe(-5n);
    expect(unrealizedPnl(token({ units: 3n, bought: 1n, cost: 0n }))).toBe(23n);
  });

  it('is null without a cost or a value', () => {
    expect(unrealizedPnl(token({ cost: null, bought: 0n }))).toBeNull();
    expect(unrealizedPnl(token({ quoted: unread }))).toBeNull();
  });
});

describe('the sums of what is held', () => {
  it('keep currencies apart, and set apart what has no value and what has no cost', () => {
    const gift = token({ cost: null, bought: 0n, quoted: { value: 5n, pool: 'pool', why: null } });
    const dead = token({ cost: 8n, quoted: unread });
    const dollars = token({ currency: 'usd', cost: null, bought: 0n, quoted: { value: 9n, pool: null, why: null } });
    expect(heldSums([dollars, token(), gift, dead])).toEqual([
      { currency: 'sol', value: 75n, cost: 40n, unrealizedPnl: 30n, unquotedCost: 8n },
      { currency: 'usd', value: 9n, cost: 0n, unrealizedPnl: 0n, unquotedCost: 0n },
    ]);
    expect(heldSums([])).toEqual([]);
  });
});
