import { describe, expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { plainHop } from '../../../test/support/plain-market.ts';
import type { Market, RefusalCode } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { remembering } from './remembering.ts';

const { market } = plainHop(1, { tokens: 10n ** 12n, others: 10n ** 11n, lp: 2_500n }, addressOf(new Uint8Array(32)));

/** The market, and the amounts that it was really asked for. A purchase of `limit` and more is refused. */
function counted(limit = 10n ** 12n, code: RefusalCode = 'insufficient_liquidity') {
  const asked: bigint[] = [];
  const quote: Market['quote'] = (side, amountIn) => {
    asked.push(amountIn);
    return side === 'buy' && amountIn >= limit ? refuse(code, `${amountIn}`) : market.quote(side, amountIn);
  };
  return { asked, market: remembering({ ...market, quote }) };
}

describe('a market that remembers', () => {
  it('says what the market says, and asks it once for an amount and side', () => {
    const { asked, market: remembered } = counted();
    for (const side of ['buy', 'sell', 'buy', 'sell'] as const) {
      const [one, other] = [remembered.quote(side, 5_000n), market.quote(side, 5_000n)];
      if (isRefused(one) || isRefused(other)) throw new Error('refused');
      expect([one.spent, one.received]).toEqual([other.spent, other.received]);
    }
    expect(asked).toEqual([5_000n, 5_000n]);
    expect([remembered.price, remembered.depth, remembered.bounds]).toEqual([
      market.price,
      market.depth,
      market.bounds,
    ]);
  });

  it('works out fees and the market afterwards as the market does', () => {
    const [one, other] = [counted().market.quote('buy', 70_000n), market.quote('buy', 70_000n)];
    if (isRefused(one) || isRefused(other)) throw new Error('refused');
    expect(one.fees()).toEqual(other.fees());
    expect(one.afterwards().price).toEqual(other.afterwards().price);
  });

  it('does not ask for twice as much where an amount was too large, and asks for less', () => {
    const { asked, market: remembered } = counted(1_000n);
    for (const amount of [4_000n, 2_000n, 8_000n, 3_999n, 4_001n, 999n]) remembered.quote('buy', amount);
    expect(asked).toEqual([4_000n, 2_000n, 3_999n, 999n]);
    expect(remembered.quote('buy', 5_000n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(isRefused(remembered.quote('sell', 5_000n))).toBe(false);
  });

  it('takes no other refusal for one of every larger amount', () => {
    const { asked, market: remembered } = counted(1_000n, 'overflow');
    for (const amount of [2_000n, 4_000n]) remembered.quote('buy', amount);
    expect(asked).toEqual([2_000n, 4_000n]);
  });
});
