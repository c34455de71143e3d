import { isLocked, STATEMENT_MS_MAX, unlessDown } from '../postgres/outage.ts';

/** A statement takes milliseconds. One that takes this long waits for a lock, and nobody else has to wait with it. */
export const PROMPT_MS_MAX = 500;

/** For how long those whose row was found locked wait behind all others: each of them would be found so again, in its time. */
const STUCK_MS = 5_000;

/** How many calls of rows that are known to be locked wait at the database at once: strangers need the other connections. */
const HANGING_MAX = 2;

/** A call that may have to wait behind another of its name. */
export interface Caller {
  /** The process's own clock, in milliseconds: from then on nobody waits for the answer. */
  readonly until: number;
  /** Asks for it by itself. Rejects with what it was refused with, which its caller is told without help. */
  readonly send: () => Promise<unknown>;
  /** Lets it go on, because what was in its way is over. */
  readonly goOn: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Calls that are asked for by themselves, and those that wait behind them without a connection: when a row stays locked, one
 * call finds out for all of its name, who share its refusal.
 */
export class Locks {
  /** Who waits behind the call that is under way, by name. */
  readonly #behind = new Map<string, Caller[]>();
  /** Names of locked rows for which no call is under way yet. */
  readonly #due: string[] = [];
  /** Those of them that wait behind the others. */
  readonly #dueLast: string[] = [];
  /** When the rows of names were last found locked until their wait was over, on the process's own clock; the latest at the end. */
  readonly #stuck = new Map<string, number>();
  #hanging = 0;

  /** Whether a call waits for a lock. */
  get hang(): boolean {
    return this.#hanging > 0;
  }

  /** Puts a call behind the one of its name that is under way; false when there is none. */
  joins(name: string, caller: Caller): boolean {
    const line = this.#behind.get(name);
    line?.push(caller);
    return line !== undefined;
  }

  /** Asks at once, or behind the call of its name that is under way. */
  alone(name: string, caller: Caller): void {
    if (this.joins(name, caller)) return;
    this.#behind.set(name, []);
    void this.#follow(name, caller.send(), true);
  }

  /**
   * Asks for a call of a row that is known to be locked, as soon as few enough others do. It may be locked only by a statement
   * of ours that itself waits a little for another row.
   */
  wait(name: string, caller: Caller): void {
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
   * What `work` brings, which is done behind a call of the same name that is under way. Throws the fault not_ready for one that
   * waits too long; `late` is told what it brought then.
   */
  async take<T>(name: string, work: () => Promise<T>, late: (result: T) => void): Promise<T> {
    const taken = new Promise<T>((answer, fail) => {
      const send = (): Promise<T> => {
        const done = work();
        answer(done);
        return done;
      };
      this.alone(name, { until: performance.now() + STATEMENT_MS_MAX, send, goOn: () => void send(), fail });
    });
    return await unlessDown(taken, STATEMENT_MS_MAX, late);
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

  #sendLocked(name: string, first: Caller): void {
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

function isAwaited({ until }: Caller): boolean {
  return until > performance.now();
}

/** What the call was refused with; null when it was answered. */
async function outcome(answered: Promise<unknown>): Promise<unknown> {
  return await answered.then(
    () => null,
    (error: unknown) => error,
  );
}
