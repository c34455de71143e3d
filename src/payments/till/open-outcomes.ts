import { FREE_ANSWERS_MAX, FREE_WINDOW_SECONDS } from '#ledger/holds/limits.ts';
import { Fault } from '#lib/fault.ts';

/** How many callers are remembered; beyond them, one that has nothing under way and came longest ago is forgotten. */
const CALLERS_MAX = 10_000;
const WINDOW_MS = FREE_WINDOW_SECONDS * 1_000;

/** How many checks may be under way for each free answer that is left: mostly one of them at most ends free. */
const CHECKS_PER_FREE_ANSWER = 10;

/** What became of a caller's checks in this process. */
interface Outcomes {
  underWay: number;
  /** When the newest free answers were given, oldest first and no more than are allowed. */
  free: readonly number[];
  /** Charged answers of an hour, and of the hour before it. */
  paid: readonly [number, number];
  hour: number;
}

/** How many checks of a bill were answered free, and how many were charged. */
export interface Counted {
  readonly free: number;
  readonly paid: number;
}

const TOO_MANY =
  'Answers to you were free within the last hour, so only so many checks may be under way at once: ten for each free answer that is left, and as many as were charged of late. Ask for fewer at once.';

/**
 * Bounds the checks of a caller that are under way while nobody knows whether they will end free: else all that are
 * admitted before the first of them is counted could be free, however few free answers an hour are allowed. Whoever had no
 * free answer within the hour is not bounded; whoever pays for most answers hardly is.
 */
export class OpenOutcomes {
  readonly #now: () => number;
  readonly #callers = new Map<string, Outcomes>();

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Takes places for checks until what is returned is called. `freeElsewhere` is what others counted within the hour. Throws
   * `too_many_requests`.
   */
  enter(caller: string, checks: number, freeElsewhere = 0): () => void {
    const outcomes = this.#of(caller);
    const free = Math.max(outcomes.free.length, freeElsewhere);
    const [now, before] = outcomes.paid;
    const placesMax = CHECKS_PER_FREE_ANSWER * (FREE_ANSWERS_MAX - free) + now + before;
    // Who used up all free answers is refused by whoever counts them for all replicas, with the time until the next.
    if (free > 0 && free < FREE_ANSWERS_MAX && outcomes.underWay + checks > placesMax) {
      throw new Fault('too_many_requests', TOO_MANY, { retryAfterSeconds: 1 });
    }
    outcomes.underWay += checks;
    return () => {
      outcomes.underWay -= checks;
    };
  }

  count(caller: string, { free, paid }: Counted): void {
    const outcomes = this.#of(caller);
    const [now, before] = outcomes.paid;
    outcomes.paid = [now + paid, before];
    outcomes.free = [...outcomes.free, ...new Array<number>(free).fill(this.#now())].slice(-FREE_ANSWERS_MAX);
  }

  /** The caller's outcomes as of now, as the newest of all. */
  #of(caller: string): Outcomes {
    const now = this.#now();
    const hour = Math.floor(now / WINDOW_MS);
    const outcomes = this.#callers.get(caller) ?? { underWay: 0, free: [], paid: [0, 0] as const, hour };
    if (outcomes.hour !== hour) {
      outcomes.paid = [0, outcomes.hour === hour - 1 ? outcomes.paid[0] : 0];
      outcomes.hour = hour;
    }
    outcomes.free = outcomes.free.filter((time) => time > now - WINDOW_MS);
    this.#callers.delete(caller);
    this.#callers.set(caller, outcomes);
    this.#forget();
    return outcomes;
  }

  #forget(): void {
    if (this.#callers.size <= CALLERS_MAX) return;
    for (const [caller, { underWay }] of this.#callers) {
      if (underWay > 0) continue;
      this.#callers.delete(caller);
      return;
    }
  }
}
