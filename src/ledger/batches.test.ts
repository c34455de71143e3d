import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { type Answering, BATCH_MAX, type Batches, openBatches } from './batches.ts';

/** Doubles numbers, and notes in what company; each statement ends when it is told to. */
class Doubling implements Answering<number, number> {
  readonly sent: (readonly number[])[] = [];
  /** The numbers that a statement for several leaves alone. */
  readonly left = new Set<number>();
  refusal: Error | null = null;
  /** Whether what is refused is so because of rows that somebody has locked. */
  isLocked = false;
  #end: (() => void)[] = [];

  async one(n: number): Promise<number> {
    await this.#underWay([n]);
    return 2 * n;
  }

  async several(...[members, locked]: Parameters<Answering<number, number>['several']>) {
    await this.#underWay(members.map(({ question }) => question));
    if (this.refusal && (locked === 'wait' || !this.isLocked)) throw this.refusal;
    return await this.undecided(members);
  }

  async undecided(members: Parameters<Answering<number, number>['several']>[0]) {
    for (const { question, answer } of members) if (!this.left.has(question)) answer(2 * question);
    return members.filter(({ question }) => this.left.has(question));
  }

  #underWay(numbers: readonly number[]): Promise<void> {
    this.sent.push(numbers);
    return new Promise((resolve) => this.#end.push(resolve));
  }

  /** Ends what is under way and what follows from it. */
  async endAll(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = this.#end.length === 0 ? quiet + 1 : 0) {
      for (const end of this.#end.splice(0)) end();
      await turn();
    }
  }
}

function asked(lanes: number, numbers: readonly number[]): [Doubling, Promise<PromiseSettledResult<number>[]>] {
  const doubling = new Doubling();
  const batches: Batches<number, number> = openBatches(lanes, {
    one: (n) => doubling.one(n),
    several: (members, locked) => doubling.several(members, locked),
  });
  return [doubling, Promise.allSettled(numbers.map((n) => batches.ask(n)))];
}

function values(results: readonly PromiseSettledResult<number>[]): unknown[] {
  return results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason));
}

describe('calls of one moment', () => {
  it('go at once while a lane is free, and then together in the order in which they came', async () => {
    const [doubling, answers] = asked(2, [1, 2, 3, 4, 5]);
    expect(doubling.sent).toEqual([[1], [2]]);
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2], [3, 4, 5]]);
    expect(values(await answers)).toEqual([2, 4, 6, 8, 10]);
  });

  it('are no more than the bound at once', async () => {
    const numbers = Array.from({ length: BATCH_MAX + 3 }, (_, n) => n);
    const [doubling, answers] = asked(1, numbers);
    await doubling.endAll();
    expect(doubling.sent.map(({ length }) => length)).toEqual([1, BATCH_MAX, 2]);
    expect(values(await answers)).toEqual(numbers.map((n) => 2 * n));
  });

  it('are answered one by one where the statement for several left them alone', async () => {
    const [doubling, answers] = asked(1, [1, 2, 3, 4]);
    doubling.left.add(3);
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3, 4], [3]]);
    expect(values(await answers)).toEqual([2, 4, 6, 8]);
  });

  it('are answered one by one when the statement for several is refused', async () => {
    const [doubling, answers] = asked(1, [1, 2, 3]);
    doubling.refusal = new Error('deadlock detected');
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3], [2], [3]]);
    expect(values(await answers)).toEqual([2, 4, 6]);
  });

  it('are asked together again when one of them waits for a lock, which is then left alone and asked for by itself', async () => {
    const [doubling, answers] = asked(1, [1, 2, 3, 4, 5]);
    doubling.refusal = new Fault('not_ready');
    doubling.refusal.cause = Object.assign(new Error('lock timeout'), { code: '55P03' });
    doubling.isLocked = true;
    doubling.left.add(3).add(5);
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3, 4, 5], [2, 3, 4, 5], [3], [5]]);
    expect(values(await answers)).toEqual([2, 4, 6, 8, 10]);
  });

  it('all learn that the database is away, and are not asked again', async () => {
    const [doubling, answers] = asked(1, [1, 2, 3]);
    doubling.refusal = new Fault('not_ready');
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3]]);
    expect(values(await answers)).toEqual([2, doubling.refusal, doubling.refusal]);
  });
});
