import { Fault } from '#lib/fault.ts';
import { isLocked, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';
import { type Caller, Locks, PROMPT_MS_MAX } from './locks.ts';

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

/** Told of a member whose row somebody has locked, and of a name that the calls of that row share. */
export type Skipped<M> = (member: M, lock: string) => void;

/** How calls are answered. */
export interface Answering<Q, A> {
  /** What calls share that need the same row, as far as that is known beforehand. */
  readonly name: (question: Q) => string;
  /** Answers one call that nobody else came with. */
  readonly one: (question: Q) => Promise<A>;
  /**
   * Answers what one statement can, and returns the members that it left to be answered one by one. It waits a little for
   * locked rows and is refused, or leaves them alone where there is somebody to be told of those members instead.
   */
  readonly several: <M extends Member<Q, A>>(members: readonly M[], skipped?: Skipped<M>) => Promise<readonly M[]>;
  /** Told of an answer that came when nobody waited for it any more. */
  readonly late?: (answer: A) => void;
}

/**
 * A queue with at most `lanes` statements under way, beside those that hang. A call that finds a free lane goes at once; what
 * comes meanwhile goes together in the next. No call waits for a timer. When a statement for several is refused, each is asked
 * for by itself; when it is refused for a lock, those whose rows are free are asked together again. Those whose rows are
 * locked wait in the process, behind one of each row.
 */
export function openBatches<Q, A>(lanes: number, answering: Answering<Q, A>, locks = new Locks()): Batches<Q, A> {
  return new Queue(lanes, answering, locks);
}

interface Waiting<Q, A> extends Member<Q, A> {
  /** The process's own clock, in milliseconds: from then on nobody waits for the answer. */
  readonly until: number;
}

class Queue<Q, A> implements Batches<Q, A> {
  readonly #answering: Answering<Q, A>;
  readonly #locks: Locks;
  #free: number;
  #waiting: Waiting<Q, A>[] = [];

  constructor(lanes: number, answering: Answering<Q, A>, locks: Locks) {
    this.#free = lanes;
    this.#answering = answering;
    this.#locks = locks;
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
      const members = this.#waiting.splice(0, BATCH_MAX).filter((member) => this.#mayGo(member));
      if (members.length === 0) continue;
      this.#free -= 1;
      void this.#send(members).finally(() => {
        this.#free += 1;
        this.#start();
      });
    }
  }

  #mayGo(member: Waiting<Q, A>): boolean {
    if (member.until <= performance.now()) return false;
    return !this.#locks.joins(this.#answering.name(member.question), this.#queued(member));
  }

  /** While a call hangs, whoever comes alone could be the next: a statement for several finds out without hanging. */
  async #send(members: readonly Waiting<Q, A>[]): Promise<void> {
    const [only] = members;
    if (!only || members.length > 1 || this.#locks.hang) return await briefly(this.#sendSeveral(members));
    await this.#locks.watch(this.#answering.name(only.question), this.#one(only));
  }

  async #sendSeveral(members: readonly Waiting<Q, A>[]): Promise<void> {
    try {
      this.#sendLeft(await this.#answering.several(members));
    } catch (error) {
      if (isLocked(error)) await this.#sendUnlocked(members);
      else this.#refused(members, error);
    }
  }

  async #sendUnlocked(members: readonly Waiting<Q, A>[]): Promise<void> {
    const wait = (member: Waiting<Q, A>, lock: string): void => this.#locks.wait(lock, this.#queued(member));
    try {
      this.#sendLeft(await this.#answering.several(members, wait));
    } catch (error) {
      // A row that none of them can do without is locked as well.
      if (isLocked(error)) for (const member of members) wait(member, this.#answering.name(member.question));
      else this.#refused(members, error);
    }
  }

  /** A fault says that the database is away. Anything else may be the doing of one of them. */
  #refused(members: readonly Waiting<Q, A>[], error: unknown): void {
    if (error instanceof Fault) for (const { fail } of members) fail(error);
    else this.#sendLeft(members);
  }

  #sendLeft(members: readonly Waiting<Q, A>[]): void {
    for (const member of members) {
      const caller = { ...this.#queued(member), goOn: () => void this.#one(member) };
      this.#locks.alone(this.#answering.name(member.question), caller);
    }
  }

  #one({ question, answer }: Waiting<Q, A>): Promise<A> {
    const answered = this.#answering.one(question);
    answer(answered);
    return answered;
  }

  /** What has to wait goes on from the queue, with all others that waited for the same. */
  #queued(member: Waiting<Q, A>): Caller {
    const goOn = (): void => {
      this.#waiting.push(member);
      queueMicrotask(() => this.#start());
    };
    return { until: member.until, send: () => this.#one(member), goOn, fail: member.fail };
  }
}

/** Over when `sent` is, or when it has taken so long that it hangs. */
async function briefly(sent: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PROMPT_MS_MAX);
  });
  await Promise.race([sent, hangs]).finally(() => clearTimeout(timer));
}
