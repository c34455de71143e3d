import { Fault } from '#lib/fault.ts';
import { isLocked, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';
import { Locks, type LockWaiter, PROMPT_MS_MAX } from './locks.ts';

/** How many calls share a statement at most, so that calls of one busy key do not keep others waiting for long. */
export const BATCH_MAX = 256;

/** A call that waits for its answer. */
export interface WaitingCall<Q, A> {
  readonly question: Q;
  readonly answer: (answer: A | PromiseLike<A>) => void;
  readonly fail: (error: unknown) => void;
}

/** Answers calls. Those that arrive while the database is busy share a statement. */
export interface Batches<Q, A> {
  ask(question: Q): Promise<A>;
}

/** Takes a member whose row another transaction has locked, and a name that all calls of that row share. */
export type Skipped<M> = (member: M, lock: string) => void;

/** How calls are answered. */
export interface Answering<Q, A> {
  /** A name that calls of the same row share, as far as that is known before they are sent. */
  readonly name: (question: Q) => string;
  /** Answers one call by a statement of its own. */
  readonly one: (question: Q) => Promise<A>;
  /**
   * Answers as many as one statement can, and returns the members that have to be answered one by one. Without `skipped` it waits a little
   * for locked rows and rejects if they stay locked; with it, members with a locked row go there.
   */
  readonly several: <M extends WaitingCall<Q, A>>(members: readonly M[], skipped?: Skipped<M>) => Promise<readonly M[]>;
  /** Takes an answer that came after its caller had stopped waiting. */
  readonly onLate?: (answer: A) => void;
}

/**
 * A queue with at most `lanes` running statements, beside those that hang. Calls of one turn of the event loop share a
 * statement, and so do calls that arrive while all lanes are busy. No call waits for a timer. When a shared statement fails, each of its calls is sent by
 * itself. When it fails because of a locked row, the calls whose rows are free are sent together again; calls with a locked row wait in
 * the process, behind one call of each row.
 */
export function openBatches<Q, A>(lanes: number, answering: Answering<Q, A>, locks = new Locks()): Batches<Q, A> {
  return new Queue(lanes, answering, locks);
}

interface Waiting<Q, A> extends WaitingCall<Q, A> {
  /** When the caller stops waiting, in milliseconds of the process's own clock. */
  readonly until: number;
}

class Queue<Q, A> implements Batches<Q, A> {
  readonly #answering: Answering<Q, A>;
  readonly #locks: Locks;
  #free: number;
  #waiting: Waiting<Q, A>[] = [];
  #isStarting = false;

  constructor(lanes: number, answering: Answering<Q, A>, locks: Locks) {
    this.#free = lanes;
    this.#answering = answering;
    this.#locks = locks;
  }

  ask(question: Q): Promise<A> {
    const answered = new Promise<A>((answer, fail) => {
      this.#waiting.push({ question, answer, fail, until: performance.now() + STATEMENT_MS_MAX });
    });
    this.#startSoon();
    return unlessDown(answered, STATEMENT_MS_MAX, this.#answering.onLate);
  }

  /** At the end of this turn of the event loop, with the calls that other sockets of the same turn bring. */
  #startSoon(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      this.#start();
    });
  }

  #start(): void {
    while (this.#free > 0 && this.#waiting.length > 0) {
      const members = this.#waiting.splice(0, BATCH_MAX).filter((member) => this.#mayGo(member));
      if (members.length === 0) continue;
      this.#free -= 1;
      void this.#send(members).finally(() => {
        this.#free += 1;
        this.#startSoon();
      });
    }
  }

  #mayGo(member: Waiting<Q, A>): boolean {
    if (member.until <= performance.now()) return false;
    return !this.#locks.joins(this.#answering.name(member.question), this.#queued(member));
  }

  /** While another call hangs, a call that is alone could hang as well. So it is sent by the statement for several, which does not. */
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
      // A row that all of them need is locked as well.
      if (isLocked(error)) for (const member of members) wait(member, this.#answering.name(member.question));
      else this.#refused(members, error);
    }
  }

  /** A fault means that the database is away. Any other error may be caused by one of the calls. */
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

  /** A call that waits goes back into the queue when its row is free, with the others that waited for the same row. */
  #queued(member: Waiting<Q, A>): LockWaiter {
    const goOn = (): void => {
      this.#waiting.push(member);
      queueMicrotask(() => this.#start());
    };
    return { until: member.until, send: () => this.#one(member), goOn, fail: member.fail };
  }
}

/** Resolves when `sent` does, or after so long that the statement counts as hanging. */
async function briefly(sent: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PROMPT_MS_MAX);
  });
  await Promise.race([sent, hangs]).finally(() => clearTimeout(timer));
}
