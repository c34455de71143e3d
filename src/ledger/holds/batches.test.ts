import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { type Answering, BATCH_MAX, type Batches, openBatches, type Skipped, type WaitingCall } from './batches.ts';

const lockRefusal = new Fault('not_ready');
lockRefusal.cause = Object.assign(new Error('lock timeout'), { code: '55P03' });

/** Numbers of the same hundred belong together; those below stand for themselves. */
function sortOf(n: number): string {
  return n < 100 ? String(n) : `${Math.floor(n / 100)} hundred`;
}

/** Doubles numbers and records the size of each batch; the test ends each statement. */
class Doubling implements Answering<number, number> {
  readonly sent: (readonly number[])[] = [];
  /** The numbers that a statement for several leaves alone. */
  readonly left = new Set<number>();
  refusal: Error | null = null;
  /** The numbers whose rows somebody has locked; those of a sort share a row. */
  readonly locked = new Set<number>();
  #end: (() => void)[] = [];

  readonly name = (n: number): string => sortOf(n);

  async one(n: number): Promise<number> {
    await this.#underWay([n]);
    if (this.locked.has(n)) throw lockRefusal;
    return 2 * n;
  }

  async several<M extends WaitingCall<number, number>>(
    members: readonly M[],
    skipped?: Skipped<M>,
  ): Promise<readonly M[]> {
    await this.#underWay(members.map(({ question }) => question));
    if (this.refusal) throw this.refusal;
    const locked = members.filter(({ question }) => this.locked.has(question));
    if (locked.length > 0 && !skipped) throw lockRefusal;
    for (const member of locked) skipped?.(member, sortOf(member.question));
    const free = members.filter((member) => !locked.includes(member));
    for (const { question, answer } of free) if (!this.left.has(question)) answer(2 * question);
    return free.filter(({ question }) => this.left.has(question));
  }

  #underWay(numbers: readonly number[]): Promise<void> {
    this.sent.push(numbers);
    return new Promise((resolve) => this.#end.push(resolve));
  }

  /** Ends what is under way. */
  async end(): Promise<void> {
    for (const end of this.#end.splice(0)) end();
    await turn();
  }

  /** Ends what is under way and what follows from it. */
  async endAll(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet = this.#end.length === 0 ? quiet + 1 : 0) await this.end();
  }
}

/** Asks the first numbers in turns of their own, one for each lane, and the others at once while these are under way. */
async function asked(
  lanes: number,
  numbers: readonly number[],
): Promise<readonly [Doubling, { readonly answers: Promise<PromiseSettledResult<number>[]> }]> {
  const doubling = new Doubling();
  const batches: Batches<number, number> = openBatches(lanes, doubling);
  const answers: Promise<number>[] = [];
  for (const n of numbers.slice(0, lanes)) {
    answers.push(batches.ask(n));
    await turn();
  }
  answers.push(...numbers.slice(lanes).map((n) => batches.ask(n)));
  return [doubling, { answers: Promise.allSettled(answers) }];
}

function values(results: readonly PromiseSettledResult<number>[]): unknown[] {
  return results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason));
}

describe('calls of one moment', () => {
  it('go at once while a lane is free, and then together in the order in which they came', async () => {
    const [doubling, { answers }] = await asked(2, [1, 2, 3, 4, 5]);
    expect(doubling.sent).toEqual([[1], [2]]);
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2], [3, 4, 5]]);
    expect(values(await answers)).toEqual([2, 4, 6, 8, 10]);
  });

  it('share a statement where they came in one turn of the event loop', async () => {
    const doubling = new Doubling();
    const batches: Batches<number, number> = openBatches(2, doubling);
    const answers = Promise.all([1, 2, 3].map((n) => batches.ask(n)));
    await turn();
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1, 2, 3]]);
    expect(await answers).toEqual([2, 4, 6]);
  });

  it('are no more than the bound at once', async () => {
    const numbers = Array.from({ length: BATCH_MAX + 3 }, (_, n) => n);
    const [doubling, { answers }] = await asked(1, numbers);
    await doubling.endAll();
    expect(doubling.sent.map(({ length }) => length)).toEqual([1, BATCH_MAX, 2]);
    expect(values(await answers)).toEqual(numbers.map((n) => 2 * n));
  });

  it('are answered one by one where the statement for several left them alone', async () => {
    const [doubling, { answers }] = await asked(1, [1, 2, 3, 4]);
    doubling.left.add(3);
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3, 4], [3]]);
    expect(values(await answers)).toEqual([2, 4, 6, 8]);
  });

  it('are answered one by one when the statement for several is refused', async () => {
    const [doubling, { answers }] = await asked(1, [1, 2, 3]);
    doubling.refusal = new Error('deadlock detected');
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3], [2], [3]]);
    expect(values(await answers)).toEqual([2, 4, 6]);
  });

  it('are asked together again when one of them waits for a lock, which is then left alone and asked for by itself', async () => {
    const [doubling, { answers }] = await asked(1, [1, 2, 3, 4, 5]);
    doubling.locked.add(3).add(5);
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3, 4, 5], [2, 3, 4, 5], [3], [5]]);
    expect(values(await answers)).toEqual([2, 4, lockRefusal, 8, lockRefusal]);
  });

  it('of one locked row wait behind one of them, share its refusal, and keep nobody waiting who was left alone', async () => {
    const [doubling, { answers }] = await asked(1, [1, 301, 302, 2, 303, 3]);
    for (const n of [301, 302, 303]) doubling.locked.add(n);
    doubling.left.add(2).add(3);
    await doubling.endAll();
    const together = [301, 302, 2, 303, 3];
    expect(doubling.sent).toEqual([[1], together, together, [301], [2], [3]]);
    expect(values(await answers)).toEqual([2, lockRefusal, lockRefusal, 4, lockRefusal, 6]);
  });

  it('go on together when the row of the one that they wait behind is free', async () => {
    const [doubling, { answers }] = await asked(1, [1, 301, 302, 303]);
    for (const n of [302, 303]) doubling.locked.add(n);
    await doubling.end();
    await doubling.end();
    await doubling.end();
    expect(doubling.sent).toEqual([[1], [301, 302, 303], [301, 302, 303], [302]]);
    doubling.locked.clear();
    await doubling.endAll();
    expect(doubling.sent.slice(4)).toEqual([[303]]);
    expect(values(await answers)).toEqual([2, 602, 604, 606]);
  });

  it('of locked rows are two at a time, of however many rows', async () => {
    const [doubling, { answers }] = await asked(1, [1, 2, 3, 4, 5]);
    for (const n of [2, 3, 4, 5]) doubling.locked.add(n);
    for (let n = 0; n < 3; n += 1) await doubling.end();
    expect(doubling.sent.slice(3)).toEqual([[2], [3]]);
    await doubling.endAll();
    expect(doubling.sent.slice(3)).toEqual([[2], [3], [4], [5]]);
    expect(values(await answers)).toEqual([2, ...Array<Fault>(4).fill(lockRefusal)]);
  });

  it('all learn that the database is away, and are not asked again', async () => {
    const [doubling, { answers }] = await asked(1, [1, 2, 3]);
    doubling.refusal = new Fault('not_ready');
    await doubling.endAll();
    expect(doubling.sent).toEqual([[1], [2, 3]]);
    expect(values(await answers)).toEqual([2, doubling.refusal, doubling.refusal]);
  });
});
