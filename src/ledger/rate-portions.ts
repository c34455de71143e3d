import type { Rate, RateCounter, RateStanding } from '#lib/rate.ts';
import type { RateWindows } from './rate-windows-model.ts';

export interface RateCounterDeps {
  readonly windows: RateWindows;
  readonly log: { warn(fields: object, message: string): void };
  /** Milliseconds on a clock that never goes back; the process's own when absent. */
  readonly now?: () => number;
}

/** How many labels are remembered; beyond them, the one that was asked about longest ago loses its portion. */
const LABELS_MAX = 10_000;
const PAUSE_MS = 2_000;
/** A portion is never more than this part of what is left, so that replicas do not take from each other what they never use. */
const SHARE = 20;
const FIRST_SHARE = 1_000;

/** What this process has of a label's window. */
interface Portion {
  /** Requests that may still be made without asking. */
  have: number;
  /** What was left for everybody when the portion was taken. */
  beyond: number;
  size: number;
  endsAt: number;
  spent: boolean;
  waiting: number;
  asking: Promise<void> | null;
}

/**
 * Takes requests of a window from the database in portions, so that most are counted without a statement. What the
 * database gave out never exceeds the rate; a portion that is not used lapses with its window. While the database is
 * away everything is let through: whatever costs money will ask it again.
 */
export class RatePortions implements RateCounter {
  readonly #deps: RateCounterDeps;
  readonly #now: () => number;
  readonly #portions = new Map<string, Portion>();
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** The log knows already: of an outage every request that was under way would tell. */
  #away = false;

  constructor(deps: RateCounterDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => performance.now());
  }

  take(label: string, rate: Rate): RateStanding | Promise<RateStanding> {
    const portion = this.#portions.get(label);
    return (portion && this.#atHand(portion)) ?? this.#paused(rate) ?? this.#taken(label, rate);
  }

  /** Null when the database has to be asked. */
  #atHand(portion: Portion): RateStanding | null {
    const msLeft = portion.endsAt - this.#now();
    if (msLeft <= 0) return null;
    if (portion.have > 0) {
      portion.have -= 1;
      return { allowed: true, left: portion.beyond + portion.have, msLeft };
    }
    return portion.spent ? { allowed: false, left: 0, msLeft } : null;
  }

  #paused({ seconds }: Rate): RateStanding | null {
    return this.#now() < this.#pausedUntil ? { allowed: true, left: null, msLeft: seconds * 1_000 } : null;
  }

  async #taken(label: string, rate: Rate): Promise<RateStanding> {
    const portion = this.#remembered(label);
    portion.waiting += 1;
    try {
      for (;;) {
        const standing = this.#atHand(portion) ?? this.#paused(rate);
        if (standing) return standing;
        portion.asking ??= this.#ask(label, rate, portion).finally(() => {
          portion.asking = null;
        });
        await portion.asking;
      }
    } finally {
      portion.waiting -= 1;
    }
  }

  #remembered(label: string): Portion {
    const none = { have: 0, beyond: 0, size: 0, endsAt: 0, spent: false, waiting: 0, asking: null };
    const portion = this.#portions.get(label) ?? none;
    this.#portions.delete(label);
    this.#portions.set(label, portion);
    const [oldest] = this.#portions.keys();
    if (this.#portions.size > LABELS_MAX && oldest !== undefined) this.#portions.delete(oldest);
    return portion;
  }

  /** The end of the window is reckoned from before the question: early at worst, never late. */
  async #ask(label: string, rate: Rate, portion: Portion): Promise<void> {
    const before = this.#now();
    const size = sizeOf(portion, rate, before);
    try {
      const { asked, msLeft } = await this.#deps.windows.ask(label, size, rate.seconds);
      portion.size = size;
      portion.have = Math.min(size, Math.max(0, rate.max - (asked - size)));
      portion.beyond = Math.max(0, rate.max - asked);
      portion.spent = asked >= rate.max;
      portion.endsAt = before + msLeft;
      this.#away = false;
    } catch (err) {
      this.#pausedUntil = this.#now() + PAUSE_MS;
      if (!this.#away) this.#deps.log.warn({ err }, 'requests are not counted while the database is away');
      this.#away = true;
    }
  }
}

/** Twice what was used up, within bounds; small in a new window, and at least for everybody who waits. */
function sizeOf({ size, beyond, endsAt, waiting }: Portion, { max }: Rate, now: number): number {
  const isNew = endsAt <= now;
  const wanted = isNew ? Math.floor(max / FIRST_SHARE) : Math.min(2 * size, Math.floor(beyond / SHARE));
  return Math.min(max, Math.max(1, wanted, waiting));
}
