import { Fault } from '#lib/fault.ts';
import { isLocked, STATEMENT_MS_MAX, unlessDown } from './outage.ts';

/** How many calls share a statement: so few that one busy key keeps nobody waiting for long. */
export const BATCH_MAX = 256;

/** A statement takes milliseconds. One that takes this long waits for a lock, and nobody else has to wait with it. */
const LANE_MS_MAX = 500;

/** A call that waits to be answered. */
export interface Member<Q, A> {
  readonly question: Q;
  readonly answer: (answer: A | PromiseLike<A>) => void;
  readonly fail: (error: unknown) => void;
}

/** Answers calls, those that come while the database is busy with others together. */
export interface Batches<Q, A> {
  ask(question: Q): Promise<A>;
}

/** What a statement for several does about rows that somebody else has locked: waits a little and is refused, or leaves them alone. */
export type Locked = 'wait' | 'skip';

/** How calls are answered. */
export interface Answering<Q, A> {
  /** Answers one call that nobody else came with. */
  readonly one: (question: Q) => Promise<A>;
  /** Answers what one statement can, and returns the members that it left to be answered one by one. */
  readonly several: (members: readonly Member<Q, A>[], locked: Locked) => Promise<readonly Member<Q, A>[]>;
  /** Told of an answer that came when nobody waited for it any more. */
  readonly late?: (answer: A) => void;
}

/**
 * A queue with at most `lanes` statements under way, beside those that hang. A call that finds a free lane goes at once; what
 * comes meanwhile goes together in the next. No call waits for a timer. When a statement for several is refused, each is asked
 * for by itself; when it is refused for a lock, those whose rows are free are asked together again.
 */
export function openBatches<Q, A>(lanes: number, answering: Answering<Q, A>): Batches<Q, A> {
  return new Queue(lanes, answering);
}

interface Waiting<Q, A> extends Member<Q, A> {
  /** The process's own clock, in milliseconds: from then on nobody waits for the answer. */
  readonly until: number;
}

class Queue<Q, A> implements Batches<Q, A> {
  readonly #answering: Answering<Q, A>;
  #free: number;
  #waiting: Waiting<Q, A>[] = [];

  constructor(lanes: number, answering: Answering<Q, A>) {
    this.#free = lanes;
    this.#answering = answering;
  }

  async ask(question: Q): Promise<A> {
    const answered = new Promise<A>((answer, fail) => {
      this.#waiting.push({ question, answer, fail, until: performance.now() + STATEMENT_MS_MAX });
    });
    this.#start();
    return await unlessDown(answered, STATEMENT_MS_MAX, this.#answering.late);
  }

  #start(): void {
    while (this.#free > 0 && this.#waiting.length > 0) {
      const now = performance.now();
      const members = this.#waiting.splice(0, BATCH_MAX).filter(({ until }) => until > now);
      if (members.length === 0) continue;
      this.#free -= 1;
      void briefly(this.#send(members)).finally(() => {
        this.#free += 1;
        this.#start();
      });
    }
  }

  async #send(members: readonly Member<Q, A>[]): Promise<void> {
    const { one, several } = this.#answering;
    const [only] = members;
    if (only && members.length === 1) {
      await one(only.question).then(only.answer, only.fail);
      return;
    }
    try {
      for (const { question, answer } of await several(members, 'wait')) answer(one(question));
    } catch (error) {
      if (error instanceof Fault && isLocked(error.cause)) return await this.#sendUnlocked(members);
      // A fault says that the database is away. Anything else may be the doing of one of them.
      for (const { question, answer, fail } of members) error instanceof Fault ? fail(error) : answer(one(question));
    }
  }

  /** Those who wait for the lock take one connection among them, because strangers need the others. */
  async #sendUnlocked(members: readonly Member<Q, A>[]): Promise<void> {
    const { one, several } = this.#answering;
    const left = await several(members, 'skip').catch(() => members);
    for (const { question, answer } of left) {
      const answered = one(question);
      answer(answered);
      await answered.catch(() => undefined);
    }
  }
}

/** Over when `sent` is, or when it has taken so long that it hangs. */
async function briefly(sent: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LANE_MS_MAX);
  });
  await Promise.race([sent, hangs]).finally(() => clearTimeout(timer));
}
