import { describe, expect, it } from 'vitest';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { marketOf, REAL_BASE, REAL_QUOTE, trade } from '../../../test/venues/raydium-launchlab-world.ts';
import { U64_MAX } from '../arithmetic.ts';
import { isRefused } from '../venue.ts';

const FOR_SALE = 793_100_000_000_000n - REAL_BASE;

describe('golden numbers', () => {
  it.each([
    [100_000_000n, 3_376_989_672_690n],
    [1_000_000_000n, 32_821_873_456_249n],
    [5_000_000_000n, 145_904_950_315_636n],
  ])('a buy for %d lamports gives what the chain gave', (amount, out) => {
    expect(trade(marketOf(), 'buy', amount).received).toBe(out);
  });

  it('the fee of a buy is part of what is spent, that of a sale of what comes out', () => {
    const market = marketOf({ rates: { trade: 2_500n, platform: 10_000n, creator: 5_000n } });
    const buy = trade(market, 'buy', 1_000_000_001n);
    expect(buy.fees()).toEqual([
      { share: 'protocol', of: 'input', amount: 12_500_001n },
      { share: 'creator', of: 'input', amount: 5_000_000n },
    ]);
    const sell = trade(market, 'sell', 1_000_000_000_000n);
    const gross =
      (1_000_000_000_000n * (30_000_852_951n + REAL_QUOTE)) / (1_073_025_605_596_382n - REAL_BASE + 10n ** 12n);
    expect(sell.fees().every(({ of }) => of === 'output')).toBe(true);
    expect(sell.received + sell.fees().reduce((sum, { amount }) => sum + amount, 0n)).toBe(gross);
  });
});

describe('the curve', () => {
  const market = marketOf();

  it('asked about its quote token, it is the same market seen from the other side', () => {
    const mirrored = marketOf({}, WRAPPED_SOL);
    expect(mirrored.price).toEqual({ numerator: market.price.denominator, denominator: market.price.numerator });
    expect(mirrored.depth).toEqual({ mint: market.depth.other, other: market.depth.mint });
    expect(trade(mirrored, 'sell', 100_000_000n).received).toBe(trade(market, 'buy', 100_000_000n).received);
  });

  it('depth is what is for sale and what was raised', () => {
    expect(market.depth).toEqual({ mint: FOR_SALE, other: REAL_QUOTE });
  });

  it('more in never gives less, on both sides', () => {
    for (const side of ['buy', 'sell'] as const) {
      let last = 0n;
      for (let amount = 1n; amount < U64_MAX; amount = amount * 2n + 1n) {
        const quote = market.quote(side, amount);
        if (isRefused(quote)) continue;
        expect(quote.received).toBeGreaterThanOrEqual(last);
        last = quote.received;
      }
      expect(last).toBeGreaterThan(0n);
    }
  });

  it('there and back never gains', () => {
    for (const rates of [{}, { trade: 0n, platform: 0n, creator: 0n }]) {
      for (let amount = 1_000n; amount < 80_000_000_000n; amount *= 3n) {
        const there = trade(marketOf({ rates }), 'buy', amount);
        const back = there.afterwards().quote('sell', there.received);
        if (!isRefused(back)) expect(back.received).toBeLessThanOrEqual(amount);
      }
    }
  });

  it('a trade starts where the one before ended', () => {
    const { afterwards, received } = trade(market, 'buy', 2_000_000_000n);
    const raised = REAL_QUOTE + 2_000_000_000n - 30_000_000n;
    expect(afterwards().depth).toEqual({ mint: FOR_SALE - received, other: raised });
    const again = marketOf({ pool: { realBase: REAL_BASE + received, realQuote: raised } });
    expect(trade(afterwards(), 'sell', received).received).toBe(trade(again, 'sell', received).received);
  });

  it('nothing, less than a unit out, and more than 64 bits are refused', () => {
    expect(market.quote('buy', 0n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market.quote('sell', 1n)).toMatchObject({ refused: 'amount_too_small' });
    expect(market.quote('buy', U64_MAX + 1n)).toMatchObject({ refused: 'overflow' });
  });

  it('more than is for sale is refused, and so is selling more than was sold', () => {
    expect(market.quote('buy', 86_000_000_000n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(market.quote('sell', REAL_BASE + 1n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(isRefused(market.quote('sell', REAL_BASE))).toBe(false);
  });

  it('who buys all that is left completes the curve', () => {
    let [low, high] = [1n, 86_000_000_000n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (isRefused(market.quote('buy', middle))) high = middle;
      else low = middle;
    }
    const last = trade(market, 'buy', low);
    expect(last.afterwards().quote('sell', 1_000_000n)).toMatchObject({ refused: 'completed' });
    expect(last.afterwards().quote('buy', 1_000_000n)).toMatchObject({ refused: 'completed' });
  });
});
