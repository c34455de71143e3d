import fc from 'fast-check';
import { VirtualClock } from '../../packages/core/test/support/virtual-clock.ts';
import type { Connection } from './memory-books.ts';

/**
 * The fate of a statement. `lost`: the connection breaks before the server has it. `late`: it breaks, and the server carries the statement
 * out some time after that. `unanswered`: it breaks once the statement is committed.
 */
export type Fate = 'fine' | 'lost' | 'late' | 'unanswered';

/** The fates of a scenario's statements: few are lost, anywhere. */
export const fates = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constant<Fate>('fine') },
    { weight: 1, arbitrary: fc.constantFrom<Fate[]>('lost', 'late', 'unanswered', 'unanswered') },
  ),
  { maxLength: 40, size: 'max' },
);

/** Far beyond what any interleaving takes: one that goes on for so long never ends. */
const STEPS_MAX = 50_000;

/** Two turns of the event loop: calls of the ledger leave at the end of the one in which they came. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** One order of events: the scheduler chooses the next one, and time goes on only if no other event is possible or by its choice. */
export class Interleaving {
  readonly clock = new VirtualClock();
  readonly #scheduler: fc.Scheduler;
  readonly #fates: readonly Fate[];
  #statements = 0;
  #isCalm = false;
  #awayUntilMs = 0;

  constructor(scheduler: fc.Scheduler, fates: readonly Fate[]) {
    this.#scheduler = scheduler;
    this.#fates = fates;
  }

  /** Resolves when the scheduler chooses so. */
  async point(label: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), label);
  }

  /** Steps in their order, at moments of the scheduler's choice. */
  sequence(events: readonly { readonly label: string; readonly happen: () => unknown }[]): void {
    const builders = events.map(({ label, happen }) => ({
      label,
      builder: async () => {
        happen();
      },
    }));
    this.#scheduler.scheduleSequence(builders);
  }

  /** From now on no statement is lost. */
  calm(): void {
    this.#isCalm = true;
  }

  /** For so long every statement is lost, or its answer is. */
  outage(ms: number): void {
    this.#awayUntilMs = this.clock.ms + ms;
  }

  nextFate(): Fate {
    this.#statements += 1;
    if (this.#isCalm) return 'fine';
    if (this.clock.ms < this.#awayUntilMs) return this.#statements % 4 === 0 ? 'unanswered' : 'lost';
    return this.#fates[this.#statements - 1] ?? 'fine';
  }

  /** Lets things happen until `work` is done; returns what it came to. */
  async until<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const outcome = Promise.allSettled([work]).then(([settled]) => {
      isOver = true;
      return settled;
    });
    for (let steps = 0; ; steps += 1) {
      await turn();
      if (isOver) break;
      if (steps > STEPS_MAX) throw new Error('the interleaving does not end');
      if (this.#scheduler.count() > 0) await this.#scheduler.waitOne();
      else if (!this.clock.advanceToNext()) throw new Error('nothing can happen any more');
    }
    const settled = await outcome;
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  /** Lets everything happen that is scheduled, without time going on. */
  async drained(): Promise<void> {
    for (await turn(); this.#scheduler.count() > 0; await turn()) await this.#scheduler.waitOne();
  }
}

/** The life of a process: once it is killed nothing more happens in it, and what it sent may still be carried out. */
export class Life {
  readonly #name: string;
  readonly #world: Interleaving;
  #isOver = false;
  #end: () => void = () => undefined;
  readonly #killed = new Promise<'killed'>((resolve) => {
    this.#end = () => resolve('killed');
  });

  constructor(world: Interleaving, name: string) {
    this.#world = world;
    this.#name = name;
  }

  kill(): void {
    this.#isOver = true;
    this.#end();
  }

  /** Resolves when the scheduler chooses so; never once the process is killed. */
  async point(label: string): Promise<void> {
    await this.#world.point(`${this.#name}: ${label}`);
    if (this.#isOver) await new Promise<never>(() => undefined);
  }

  /** The result of `work` as the caller of the process sees it. */
  async ofCaller<T>(work: Promise<T>): Promise<T | 'killed'> {
    return await Promise.race([work, this.#killed]);
  }

  /** The connection of the process to its database. */
  readonly connection: Connection = async (name, statement) => {
    const fate = this.#world.nextFate();
    await this.point(`sends ${name}`);
    if (fate === 'lost') throw connectionLost();
    if (fate === 'late') {
      this.#world
        .point(`${this.#name}: ${name} is carried out late`)
        .then(statement)
        .catch(() => undefined);
      throw connectionLost();
    }
    const result = statement();
    await this.point(`hears of ${name}${fate === 'fine' ? '' : ' nothing'}`);
    if (fate === 'unanswered') throw connectionLost();
    return result;
  };
}

function connectionLost(): Error {
  return Object.assign(new Error('the connection is gone'), { code: 'CONNECTION_CLOSED' });
}
