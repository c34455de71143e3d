import { isLocked, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';

/** A statement takes milliseconds. One that takes this long waits for a lock and counts as hanging. */
export const PROMPT_MS_MAX = 500;

/** For how long calls of a row that stayed locked come after all others, because they would probably wait in vain again. */
const STUCK_MS = 5_000;

/** How many calls of locked rows wait at the database at once. Other calls need the remaining connections. */
const HANGING_MAX = 2;

/** A call that may have to wait behind another call of the same name. */
export interface LockWaiter {
  /** When the caller stops waiting, in milliseconds of the process's own clock. */
  readonly until: number;
  /** Sends the call by itself, and answers its caller. Rejects with the same error as the call. */
  readonly send: () => Promise<unknown>;
  /** Lets the call go on, because the one before it is over. */
  readonly goOn: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Calls that are sent by themselves, and calls of the same name that wait behind them without a connection. When a row stays locked, one
 * call finds that out, and all that wait behind it fail with its error.
 */
export class Locks {
  /** Calls that wait behind the one that is under way, by name. */
  readonly #behind = new Map<string, LockWaiter[]>();
  /** Names of locked rows for which no call is under way yet. */
  readonly #due: string[] = [];
  /** Names of rows that stayed locked before; they come after the others. */
  readonly #dueLast: string[] = [];
  /** When a call of each name last failed because its row stayed locked, on the process's own clock; the latest at the end. */
  readonly #stuck = new Map<string, number>();
  #hanging = 0;

  /** Whether a call waits for a lock. */
  get hang(): boolean {
    return this.#hanging > 0;
  }

  /** Queues a call behind the one of its name that is under way; false when there is none. */
  joins(name: string, caller: LockWaiter): boolean {
    const line = this.#behind.get(name);
    line?.push(caller);
    return line !== undefined;
  }

  /** Sends a call at once, or queues it behind the one of its name that is under way. */
  alone(name: string, caller: LockWaiter): void {
    if (this.joins(name, caller)) return;
    this.#behind.set(name, []);
    void this.#follow(name, caller.send(), true);
  }

  /**
   * Sends a call of a locked row as soon as few enough others wait at the database. The lock may belong to a statement of ours which
   * itself waits a little for another row.
   */
  wait(name: string, caller: LockWaiter): void {
    if (this.joins(name, caller)) return;
    this.#behind.set(name, [caller]);
    (this.#isStuck(name) ? this.#dueLast : this.#due).push(name);
    this.#sendDue();
  }

  /** Resolves when the call is answered, or when it hangs: then calls of its name wait behind it. */
  async watch(name: string, answered: Promise<unknown>): Promise<void> {
    await this.#follow(name, answered, false);
  }

  /**
   * The result of `work`, which is done behind a call of the same name that is under way. Throws the fault not_ready when it takes too
   * long; `onLate` takes its result then.
   */
  async take<T>(name: string, work: () => Promise<T>, onLate: (result: T) => void): Promise<T> {
    const taken = new Promise<T>((answer, fail) => {
      const send = (): Promise<T> => {
        const done = work();
        answer(done);
        return done;
      };
      this.alone(name, { until: performance.now() + STATEMENT_MS_MAX, send, goOn: () => void send(), fail });
    });
    return await unlessDown(taken, STATEMENT_MS_MAX, onLate);
  }

  #follow(name: string, answered: Promise<unknown>, isFirst: boolean): Promise<void> {
    let [leads, hangs] = [isFirst, false];
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        hangs = true;
        this.#hanging += 1;
        if (!this.#behind.has(name)) {
          this.#behind.set(name, []);
          leads = true;
        }
        resolve();
      }, PROMPT_MS_MAX);
      void outcome(answered).then((refusal) => {
        clearTimeout(timer);
        if (hangs) this.#hanging -= 1;
        if (leads) this.#release(name, refusal);
        this.#sendDue();
        resolve();
      });
    });
  }

  #sendDue(): void {
    while (this.#hanging < HANGING_MAX) {
      const name = this.#due.shift() ?? this.#dueLast.shift();
      if (name === undefined) return;
      const [first, ...others] = (this.#behind.get(name) ?? []).filter(isAwaited);
      this.#behind.set(name, others);
      if (first) this.#sendLocked(name, first);
      else this.#behind.delete(name);
    }
  }

  #sendLocked(name: string, first: LockWaiter): void {
    this.#hanging += 1;
    void outcome(first.send()).then((refusal) => {
      this.#hanging -= 1;
      this.#release(name, refusal);
      this.#sendDue();
    });
  }

  #isStuck(name: string): boolean {
    const since = performance.now() - STUCK_MS;
    for (const [stuck, at] of this.#stuck) {
      if (at > since) break;
      this.#stuck.delete(stuck);
    }
    return this.#stuck.has(name);
  }

  #release(name: string, refusal: unknown): void {
    const line = this.#behind.get(name) ?? [];
    this.#behind.delete(name);
    this.#stuck.delete(name);
    if (isLocked(refusal)) this.#stuck.set(name, performance.now());
    for (const caller of line.filter(isAwaited)) isLocked(refusal) ? caller.fail(refusal) : caller.goOn();
  }
}

function isAwaited({ until }: LockWaiter): boolean {
  return until > performance.now();
}

/** The error that the call failed with; null when it was answered. */
async function outcome(answered: Promise<unknown>): Promise<unknown> {
  return await answered.then(
    () => null,
    (error: unknown) => error,
  );
}
