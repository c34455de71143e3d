import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:timers/promises';

interface Timer {
  readonly fire: () => void;
  readonly everyMs: number | null;
  dueMs: number;
  ref(): Timer;
  unref(): Timer;
  hasRef(): boolean;
}

/**
 * The clock of one interleaving: timers, `performance.now` and the pauses of `node:timers/promises` run on it, and it stands still
 * until the test moves it. `setImmediate` stays real.
 */
export class VirtualClock {
  #ms = 1_000_000;
  readonly #timers = new Set<Timer>();

  get ms(): number {
    return this.#ms;
  }

  readonly now = (): number => this.#ms;

  /** Puts the process on this clock. Call what is returned in the end. */
  install(): () => void {
    const real = { setTimeout, setInterval, clearTimeout, clearInterval };
    const realPause = promises.setTimeout;
    const realNow = performance.now;
    const clear = (timer: unknown): void => void this.#timers.delete(timer as Timer);
    const start = (repeats: boolean) =>
      ((fire: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
        this.#start(() => fire(...args), ms, repeats)) as unknown;
    Object.assign(globalThis, { setTimeout: start(false), setInterval: start(true) });
    Object.assign(globalThis, { clearTimeout: clear, clearInterval: clear });
    promises.setTimeout = (<T>(ms?: number, value?: T) =>
      new Promise<T>((resolve) =>
        this.#start(() => resolve(value as T), ms ?? 0, false),
      )) as typeof promises.setTimeout;
    performance.now = this.now;
    syncBuiltinESMExports();
    return () => {
      Object.assign(globalThis, real);
      promises.setTimeout = realPause;
      performance.now = realNow;
      syncBuiltinESMExports();
    };
  }

  /** Goes on by so much at once, as after a stall: every timer that is due by then fires, in the order in which it is due. */
  advance(ms: number): void {
    const untilMs = this.#ms + ms;
    for (let timer = this.#next(); timer !== null && timer.dueMs <= untilMs; timer = this.#next()) this.#fire(timer);
    this.#ms = untilMs;
  }

  /** Goes on to the next timer; false when there is none. */
  advanceToNext(): boolean {
    const timer = this.#next();
    if (timer !== null) this.#fire(timer);
    return timer !== null;
  }

  #start(fire: () => void, ms: number, repeats: boolean): Timer {
    const everyMs = Math.max(1, ms);
    const timer: Timer = {
      fire,
      everyMs: repeats ? everyMs : null,
      dueMs: this.#ms + everyMs,
      ref: () => timer,
      unref: () => timer,
      hasRef: () => true,
    };
    this.#timers.add(timer);
    return timer;
  }

  #next(): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers) if (next === null || timer.dueMs < next.dueMs) next = timer;
    return next;
  }

  #fire(timer: Timer): void {
    this.#ms = Math.max(this.#ms, timer.dueMs);
    if (timer.everyMs === null) this.#timers.delete(timer);
    else timer.dueMs = this.#ms + timer.everyMs;
    timer.fire();
  }
}
