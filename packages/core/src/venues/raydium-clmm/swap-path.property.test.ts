import type { ClmmSpec } from 'assay-sandbox/pools/raydium-clmm.ts';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/support/cases.ts';
import { dynamicFee, opened, quoted, spec } from '../../../test/venues/clmm-world.ts';
import { RandomNumbers } from '../../../test/venues/random-numbers.ts';
import { facts } from '../../../test/venues/raydium-world.ts';
import type { Market, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { sqrtPriceAt } from './tick-price.ts';

const positions = [
  { lower: -6000, upper: 6000, liquidity: 10n ** 12n },
  { lower: -600, upper: 1200, liquidity: 10n ** 13n },
  { lower: 1200, upper: 2400, liquidity: 10n ** 11n },
  { lower: -3000, upper: -1200, liquidity: 10n ** 11n },
];
const orders = [
  { tick: 600, amount: 10n ** 11n },
  { tick: 1200, amount: 10n ** 10n, partFilled: 10n ** 9n },
  { tick: -300, amount: 10n ** 11n },
  { tick: -600, amount: 1n },
];
const WORLDS: readonly (readonly [string, Partial<ClmmSpec>])[] = [
  ['static fee', {}],
  ['fee on the output', { feeOn: 2 }],
  ['limit orders', { orders }],
  ['limit orders, fee on the output', { orders, feeOn: 1 }],
  ['dynamic fee', { dynamicFee }],
  ['dynamic fee and limit orders', { dynamicFee, orders }],
];
/** Swaps of each side in each world. */
const ASKED = cases(120);
const SIDES: readonly Side[] = ['buy', 'sell'];

/** All that the market says about a swap, and about the same swap once more. */
function outcomeOf(market: Market, side: Side, amount: bigint): object {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) return quote;
  const after = quote.afterwards();
  const again = after.quote(side, amount);
  return [facts(quote), after.price, isRefused(again) ? again : facts(again)];
}

/** For each tick at which something changes the least amount that comes to it, with what is beside that. */
function amountsToTicks(market: Market, side: Side): readonly bigint[] {
  const ticks = [...positions.flatMap(({ lower, upper }) => [lower, upper]), ...orders.map(({ tick }) => tick)];
  return ticks
    .filter((tick) => (side === 'buy' ? tick > 0 : tick < 0))
    .flatMap((tick) => {
      const [below, comes] = leastOf((amount) => comesTo(market, side, amount, sqrtPriceAt(tick) ** 2n));
      return [below, comes, comes + 1n, comes + 2n];
    });
}

/** The largest amount of which something does not hold yet, and the least of which it does. */
function leastOf(holds: (amount: bigint) => boolean): readonly [bigint, bigint] {
  let [below, least] = [1n, 1n << 50n];
  while (least - below > 1n) {
    const middle = (below + least) >> 1n;
    if (holds(middle)) least = middle;
    else below = middle;
  }
  return [below, least];
}

function comesTo(market: Market, side: Side, amount: bigint, price: bigint): boolean {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) return quote.refused !== 'amount_too_small';
  const { numerator } = quote.afterwards().price;
  return side === 'buy' ? numerator >= price : numerator <= price;
}

describe('a market of Raydium CLMM that was asked before', () => {
  it.each(WORLDS)('says what a new one says, whatever it was asked: %s', (_, changes) => {
    const chance = new RandomNumbers(17);
    const market = (): Market => opened(spec({ positions, ...changes })).market;
    const used = market();
    for (const side of SIDES) {
      const amounts = [
        ...amountsToTicks(used, side),
        ...Array.from({ length: 60 }, () => chance.magnitude(1n, 1n << 48n)),
      ];
      for (let i = 0; i < ASKED; i += 1) {
        const amount = chance.pick(amounts);
        expect(outcomeOf(used, side, amount)).toEqual(outcomeOf(market(), side, amount));
      }
    }
  });

  it('says the same behind orders whose unit is dearer than all that the next stretch takes', () => {
    const tick = 195_000;
    const dear = {
      sqrtPrice: sqrtPriceAt(tick),
      positions: [
        { lower: tick - 600, upper: tick + 60, liquidity: 10n ** 8n },
        { lower: tick + 120, upper: tick + 180, liquidity: 1n },
      ],
      orders: [{ tick: tick + 60, amount: 3n }],
    };
    const market = (): Market => opened(spec(dear)).market;
    const used = market();
    used.quote('buy', 10n ** 12n);
    for (let amount = 5n * 10n ** 9n; amount < 7n * 10n ** 9n; amount += 10n ** 7n) {
      expect(outcomeOf(used, 'buy', amount)).toEqual(outcomeOf(market(), 'buy', amount));
    }
  });

  it('spends every unit, also where limit orders are filled and leave less than one of theirs costs', () => {
    const dear = {
      sqrtPrice: sqrtPriceAt(30_000),
      positions: [{ lower: 24_000, upper: 36_000, liquidity: 10n ** 12n }],
    };
    const market = opened(spec({ ...dear, orders: [{ tick: 30_060, amount: 10n ** 6n }] })).market;
    const [, comes] = leastOf((amount) => comesTo(market, 'buy', amount, sqrtPriceAt(30_060) ** 2n));
    const there = quoted(market, 'buy', comes).received;
    const [, fills] = leastOf((amount) => {
      const quote = market.quote('buy', comes + amount);
      return isRefused(quote) || quote.received >= there + 10n ** 6n;
    });
    for (let amount = comes + fills - 2n; amount < comes + fills + 45n; amount += 1n) {
      const quote = quoted(market, 'buy', amount);
      const protocol = quote.fees().find(({ share }) => share === 'protocol')?.amount ?? 0n;
      expect(quote.afterwards().depth.other).toBe(market.depth.other + amount - protocol);
    }
  });
});
