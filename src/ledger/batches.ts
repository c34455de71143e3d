import { Fault } from '#lib/fault.ts';
import { isLocked, STATEMENT_MS_MAX, unlessDown } from './outage.ts';

/** How many calls share a statement: so few that one busy key keeps nobody waiting for long. */
export const BATCH_MAX = 256;

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

/** How calls are answered. */
export interface Answering<Q, A> {
  /** Answers one call that nobody else came with. */
  readonly one: (question: Q) => Promise<A>;
  /** Answers what one statement can, and returns the members that it left to be answered one by one. */
  readonly several: (members: readonly Member<Q, A>[]) => Promise<readonly Member<Q, A>[]>;
  /** Told of an answer that came when nobody waited for it any more. */
  readonly late?: (answer: A) => void;
}

/**
 * A queue with at most `lanes` statements under way. A call that finds a free one goes at once; what comes meanwhile goes
 * together in the next. Nothing waits for a timer. When a statement for several is refused, each is asked for by itself.
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
      void this.#send(members).finally(() => {
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
      for (const { question, answer } of await several(members)) answer(one(question));
    } catch (error) {
      // A fault says that the database is away. Anything else, and a lock that one of them waits for, is no matter of all.
      const isOfAll = error instanceof Fault && !isLocked(error.cause);
      for (const { question, answer, fail } of members) isOfAll ? fail(error) : answer(one(question));
    }
  }
}
