import { describe, expect, it } from 'vitest';
import type { Served, Worked } from '#payments/bill.ts';
import type { RunningTill } from '#payments/till/model.ts';
import { billOf, KEY, PRICE, promised, Town } from './till-town.ts';

const refused = { code: 'too_many_requests', status: 429 };

/** A till whose work waits until it is let go on. */
class SlowTill {
  readonly town = new Town();
  readonly #gate = promised<void>();
  readonly #till: RunningTill = this.town.till();

  ask(names: readonly string[], { slow = false } = {}): Promise<Served<Worked>> {
    return this.#till.serve(billOf(names, { apiKey: KEY }), async (line) => {
      if (slow) await this.#gate.promise;
      return await this.town.work(line);
    });
  }

  goOn(): void {
    this.#gate.keep();
  }
}

describe('5.5 checks of a key that are under way', () => {
  it('are as many as its balance holds while none of its answers was free', async () => {
    const till = new SlowTill();
    till.town.books.balance = PRICE * 500n;
    const asked = Array.from({ length: 50 }, (_, n) => till.ask([`a${n}`], { slow: true }));
    till.goOn();
    expect((await Promise.all(asked)).length).toBe(50);
  });

  it('are no more than ten for each free answer that is left once one was free, and refused before any hold', async () => {
    const till = new SlowTill();
    till.town.books.balance = PRICE * 500n;
    await till.ask(['free']);
    const asked = Array.from({ length: 90 }, (_, n) => till.ask([`free${n}`], { slow: true }));
    const before = till.town.books.asked.length;
    await expect(till.ask(['a'])).rejects.toMatchObject(refused);
    expect(till.town.books.asked.length).toBe(before);
    till.goOn();
    await Promise.all(asked);
    expect(till.town.works).toBe(91);
  });

  it('are not bounded by a free answer for whoever pays for many', async () => {
    const till = new SlowTill();
    till.town.books.balance = PRICE * 500n;
    for (let n = 0; n < 20; n += 1) await till.ask([`a${n}`]);
    await till.ask(['free']);
    const asked = Array.from({ length: 110 }, (_, n) => till.ask([`b${n}`], { slow: true }));
    await expect(till.ask(['c'])).rejects.toMatchObject(refused);
    till.goOn();
    await Promise.all(asked);
    await till.ask(['c']);
  });
});
