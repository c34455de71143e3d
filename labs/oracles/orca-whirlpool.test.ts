import type { WhirlpoolState } from 'assay-core/venues/orca-whirlpool/quote.ts';
import { sqrtPriceAt, tickAt } from 'assay-core/venues/orca-whirlpool/tick-math.ts';
import type { Quote, Refused } from 'assay-core/venues/venue.ts';
import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { type Answer, afterSwap, asked, core, MAX_TICK, own } from './orca-whirlpool-core.ts';
import { edgePools, randomPool, readBack } from './orca-whirlpool-pools.ts';
import { CASES } from './sdk.ts';

/** We refuse since 256 bits do not hold a product which the package cuts off: see above. */
function isCutOff(pool: WhirlpoolState, ours: Answer): boolean {
  const nets = [...pool.arrays.values()].flat().map(({ net }) => (net < 0n ? -net : net));
  return ours === 'overflow' && nets.reduce((sum, net) => sum + net, pool.liquidity) >> 95n > 0n;
}

/** What one unit of rounding, of the input or of the square-root price, is worth in the output. */
function roundingUnit({ sqrtPrice, liquidity, arrays }: WhirlpoolState, zeroForOne: boolean): bigint {
  const nets = [...arrays.values()].flat().map(({ net }) => (net < 0n ? -net : net));
  const most = nets.reduce((sum, net) => sum + net, liquidity);
  const square = sqrtPrice * sqrtPrice;
  return zeroForOne ? (square >> 128n) + 1n + (most >> 64n) : (1n << 128n) / square + 1n + (most << 64n) / square;
}

function received(quote: Quote | Refused): { readonly received: bigint; readonly fee: bigint } | null {
  if ('refused' in quote) return null;
  return { received: quote.received, fee: quote.fees().reduce((sum, { amount }) => sum + amount, 0n) };
}

describe('Whirlpool quotes against Orca', () => {
  it('prices of ticks and ticks of prices are the same over the whole range', () => {
    const chance = new RandomNumbers(1);
    for (let i = 0; i < CASES; i += 1) {
      const tick = Number(chance.between(BigInt(-MAX_TICK), BigInt(MAX_TICK - 1)));
      const at = sqrtPriceAt(tick);
      expect(at).toBe(core.tickIndexToSqrtPrice(tick));
      for (const price of [at, sqrtPriceAt(tick + 1) - 1n, chance.between(at, sqrtPriceAt(tick + 1) - 1n)]) {
        expect([price, tickAt(price)]).toEqual([price, core.sqrtPriceToTickIndex(price)]);
      }
    }
    for (const tick of [-MAX_TICK, MAX_TICK]) {
      expect(sqrtPriceAt(tick)).toBe(core.tickIndexToSqrtPrice(tick));
      expect(tickAt(sqrtPriceAt(tick))).toBe(core.sqrtPriceToTickIndex(sqrtPriceAt(tick)));
    }
  });

  it('random pools, static and adaptive, give the same to the last unit or refuse alike, also after a swap', () => {
    const chance = new RandomNumbers(2);
    const seen = { numbers: 0, adaptive: 0, refused: 0, cutOff: 0 };
    const compare = (pool: WhirlpoolState, label: string): WhirlpoolState | null => {
      const zeroForOne = chance.fraction() < 0.5;
      const amount = chance.magnitude(1n, chance.pick([1n << 20n, 1n << 40n, (1n << 64n) - 1n]));
      const ours = own(pool, amount, zeroForOne);
      const theirs = asked(pool, amount, zeroForOne);
      if (ours !== theirs && isCutOff(pool, ours)) seen.cutOff += 1;
      else expect({ label, ours }).toEqual({ label, ours: theirs });
      if (typeof ours === 'string') {
        seen.refused += 1;
        return null;
      }
      seen.numbers += 1;
      if (pool.adaptive) seen.adaptive += 1;
      return afterSwap(pool, amount, zeroForOne);
    };
    for (let i = 0; i < CASES; i += 1) {
      const after = compare(randomPool(chance), `case ${i}`);
      if (after) compare(after, `case ${i}, after a swap`);
    }
    expect(seen.numbers).toBeGreaterThan(CASES);
    expect(seen.adaptive).toBeGreaterThan(CASES / 3);
    expect(seen.cutOff).toBeLessThan(CASES / 500);
  });

  it('a swap in two parts gives what Orca says of the whole, but for what is rounded once more', () => {
    const chance = new RandomNumbers(3);
    let compared = 0;
    for (let i = 0; i < CASES / 10; i += 1) {
      const pool = randomPool(chance);
      const zeroForOne = chance.fraction() < 0.5;
      const [one, other] = [chance.magnitude(1n, 1n << 60n), chance.magnitude(1n, 1n << 60n)];
      const whole = asked(pool, one + other, zeroForOne);
      const first = own(pool, one, zeroForOne);
      if (typeof whole === 'string' || typeof first === 'string') continue;
      const second = own(afterSwap(pool, one, zeroForOne), other, zeroForOne);
      if (typeof second === 'string') continue;
      const difference = whole.received - first.received - second.received;
      const unit = roundingUnit(pool, zeroForOne);
      expect({ case: i, near: difference >= -4n * unit && difference <= 4n * unit }).toEqual({ case: i, near: true });
      compared += 1;
    }
    expect(compared).toBeGreaterThan(CASES / 40);
  });

  it('a pool that is read from its bytes gives the same from both of its mints', () => {
    const chance = new RandomNumbers(4);
    let numbers = 0;
    for (let i = 0; i < CASES / 50; i += 1) {
      const pool = randomPool(chance);
      const [mintA, mintB] = readBack(chance, pool);
      for (const [market, side, zeroForOne] of [
        [mintA, 'sell', true],
        [mintA, 'buy', false],
        [mintB, 'buy', true],
        [mintB, 'sell', false],
      ] as const) {
        const amount = chance.magnitude(1n, 1n << 45n);
        const ours = received(market.quote(side, amount));
        const theirs = asked(pool, amount, zeroForOne);
        expect(ours).toEqual(typeof theirs === 'string' || theirs.received === 0n ? null : theirs);
        if (ours) numbers += 1;
      }
    }
    expect(numbers).toBeGreaterThan(CASES / 50);
  });

  it('ends of the range, full-range pools and single units give the same or refuse alike', () => {
    const amounts = [1n, 2n, 999n, 1_000_000n, 1n << 40n, 1n << 63n, (1n << 64n) - 1n];
    let numbers = 0;
    for (const pool of edgePools()) {
      for (const [amount, zeroForOne] of amounts.flatMap((one) => [[one, true] as const, [one, false] as const])) {
        const ours = own(pool, amount, zeroForOne);
        const { tickSpacing, tick, liquidity } = pool;
        const label = [tickSpacing, tick, liquidity, amount, zeroForOne];
        expect({ label, ours }).toEqual({ label, ours: asked(pool, amount, zeroForOne) });
        if (typeof ours !== 'string') numbers += 1;
      }
    }
    expect(numbers).toBeGreaterThan(200);
  });
});
