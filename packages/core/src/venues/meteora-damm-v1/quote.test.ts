import { describe, expect, it } from 'vitest';
import { marketOf, opened, stableWorld, trade } from '../../../test/venues/meteora-damm-v1-world.ts';
import { U64_MAX } from '../arithmetic.ts';
import { isRefused } from '../venue.ts';

const MARKETS = [
  ['constant product', marketOf()],
  ['stable', marketOf(stableWorld({ amplification: 100n }))],
  [
    'stable with tokens of different decimals',
    marketOf({
      ...stableWorld({ amplification: 8_000n, multiplierA: 1_000n }),
      b: { total: 10n ** 16n, supply: 10n ** 16n, shares: 10n ** 15n, cash: 10n ** 16n, lockedProfit: 0n },
    }),
  ],
] as const;

describe('golden numbers', () => {
  it('the recorded USDC/SOL pool gives what SDK and program give', () => {
    const market = marketOf();
    expect(trade(market, 'sell', 1_000_000n).received).toBe(13_563_294n);
    expect(trade(market, 'buy', 100_000_000n).received).toBe(7_334_459n);
  });

  it('a fee of less than a unit is one unit, and the protocol comes first', () => {
    expect(trade(marketOf(), 'sell', 100n).fees()).toEqual([
      { share: 'lp', of: 'input', amount: 0n },
      { share: 'protocol', of: 'input', amount: 1n },
    ]);
  });

  it('the fee is split between liquidity and protocol', () => {
    expect(trade(marketOf(), 'sell', 1_000_000n).fees()).toEqual([
      { share: 'lp', of: 'input', amount: 2_000n },
      { share: 'protocol', of: 'input', amount: 500n },
    ]);
  });

  it('profit that a vault still locks is no reserve, and is released over time', () => {
    const now = marketOf({ a: { lockedProfit: 4_000_000_000_000n } });
    const later = opened(
      { a: { lockedProfit: 4_000_000_000_000n } },
      { slot: 1n, unixTime: 1_785_463_978n, epoch: 900n },
    );
    if (isRefused(later)) throw new Error(later.detail);
    expect(now.depth.mint).toBeLessThan(later.depth.mint);
    expect(later.depth.mint).toBe(marketOf({ a: { lockedProfit: 0n } }).depth.mint);
  });

  it('a stable pool in balance trades at its multipliers and its virtual price', () => {
    const { price } = marketOf(stableWorld({ amplification: 100n }));
    expect(price.numerator).toBe(price.denominator);
    const depegged = marketOf({
      ...stableWorld({ amplification: 100n, depeg: 'spl_stake', virtualPrice: 1_250_000n, cachedAt: 1_785_363_978n }),
      b: { total: 8n * 10n ** 12n, supply: 10n ** 12n, shares: 10n ** 11n, cash: 10n ** 13n, lockedProfit: 0n },
    });
    expect(depegged.price.numerator * 5n).toBe(depegged.price.denominator * 4n);
  });
});

describe.each(MARKETS)('%s', (_, market) => {
  it.each(['buy', 'sell'] as const)('%s: more in never gives less, and never all that there is', (side) => {
    let last = 0n;
    for (let amount = 1n; amount < U64_MAX; amount = amount * 3n + 1n) {
      const quote = market.quote(side, amount);
      if (isRefused(quote)) continue;
      expect(quote.spent).toBe(amount);
      expect(quote.received).toBeGreaterThanOrEqual(last);
      expect(quote.received).toBeLessThan(side === 'buy' ? market.depth.mint : market.depth.other);
      last = quote.received;
    }
    expect(last).toBeGreaterThan(0n);
  });

  it('there and back never gains', () => {
    for (let amount = 10n; amount < 10n ** 12n; amount *= 7n) {
      const there = market.quote('buy', amount);
      if (isRefused(there)) continue;
      const back = there.afterwards().quote('sell', there.received);
      if (!isRefused(back)) expect(back.received).toBeLessThanOrEqual(amount);
    }
  });

  it('the price moves with a trade, and back with its reverse', () => {
    const after = trade(market, 'buy', 10n ** 9n).afterwards();
    const higher = after.price.numerator * market.price.denominator;
    expect(higher).toBeGreaterThan(market.price.numerator * after.price.denominator);
    expect(after.depth.mint).toBeLessThan(market.depth.mint);
    expect(after.depth.other).toBeGreaterThan(market.depth.other);
  });

  it('nothing, less than a unit out, and more than 64 bits are refused', () => {
    expect(market.quote('buy', 0n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market.quote('sell', -1n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market.quote('buy', 1n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market.quote('sell', U64_MAX + 1n)).toMatchObject({ refused: 'overflow' });
  });
});

describe('vaults', () => {
  it('what a vault has lent out cannot be paid', () => {
    const market = marketOf({ b: { cash: 13_563_295n } });
    expect(trade(market, 'sell', 1_000_000n).received).toBe(13_563_294n);
    expect(marketOf({ b: { cash: 13_563_294n } }).quote('sell', 1_000_000n)).toMatchObject({
      refused: 'insufficient_liquidity',
    });
    expect(market.depth.other).toBe(13_563_295n);
  });

  it('a vault that takes no deposits can only be traded out of', () => {
    const market = marketOf({ a: { enabled: 0 } });
    expect(market.quote('sell', 1_000_000n)).toMatchObject({ refused: 'disabled' });
    expect(trade(market, 'buy', 100_000_000n).received).toBe(7_334_459n);
  });

  it('a trade is what follows from the market after the one before', () => {
    const first = trade(marketOf(), 'sell', 5_000_000_000n);
    const second = trade(first.afterwards(), 'sell', 5_000_000_000n);
    expect(second.received).toBeLessThan(first.received);
    const both = trade(marketOf(), 'sell', 10_000_000_000n);
    expect(both.received - first.received - second.received).toBeLessThan(both.received / 1000n);
  });
});
