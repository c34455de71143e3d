import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Lot, LotQueue, sumOfLots } from './lots.ts';

const lot = (order: number, units: bigint, basis: bigint | null): Lot => ({
  order,
  units,
  basis,
  acquiredAt: order,
  receivedAt: order,
});

function queueOf(...lots: readonly Lot[]): LotQueue {
  const queue = new LotQueue();
  for (const one of lots) queue.put(one);
  return queue;
}

describe('lots', () => {
  it('leave in the order of acquisition, however they were put in', () => {
    const queue = queueOf(lot(2, 1n, 2n), lot(0, 1n, 0n), lot(3, 1n, 3n), lot(1, 1n, 1n), lot(0, 1n, 9n));
    expect(queue.take(5n).map(({ basis }) => basis)).toEqual([0n, 9n, 1n, 2n, 3n]);
  });

  it('give a part its share of the basis rounded up, and the last part the rest', () => {
    const queue = queueOf(lot(1, 3n, 10n));
    expect([1n, 1n, 1n].flatMap((units) => queue.take(units)).map(({ basis }) => basis)).toEqual([4n, 3n, 3n]);
  });

  it('know nothing of a basis that was forgotten, and say what it was', () => {
    const queue = queueOf(lot(1, 3n, 10n), lot(2, 3n, null), lot(3, 1n, 5n));
    expect(queue.forgetBasis()).toBe(15n);
    expect(sumOfLots(queue.take(7n))).toEqual({ units: 7n, known: 0n, basis: 0n });
  });

  it('are never fewer than nothing', () => {
    expect(() => queueOf(lot(1, 3n, 10n)).take(4n)).toThrow('more units leave than came');
    expect(() => queueOf(lot(1, 0n, 10n))).toThrow('a lot has units');
  });

  it('keep units and basis through any number of moves between two queues', () => {
    const step = fc.tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 1n, max: 100n }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const [own, kept] = [new LotQueue(), new LotQueue()];
        let [units, basis] = [0n, 0n];
        for (const [at, [isMove, percent, more]] of steps.entries()) {
          if (isMove) {
            const [from, to] = at % 2 === 0 ? [own, kept] : [kept, own];
            to.putAll(from.take((from.units * percent) / 100n));
          } else {
            own.put(lot(at + 1, more, percent));
            units += more;
            basis += percent;
          }
        }
        expect([own.units + kept.units, own.basis + kept.basis]).toEqual([units, basis]);
        own.putAll(kept.take(kept.units));
        const all = own.take(units);
        expect(all.map(({ order }) => order)).toEqual(all.map(({ order }) => order).sort((a, b) => a - b));
        expect(sumOfLots(all)).toEqual({ units, known: units, basis });
      }),
    );
  });
});
