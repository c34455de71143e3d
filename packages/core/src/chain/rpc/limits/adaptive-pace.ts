import { ASKED_PAUSE_MS_MAX } from '../rpc-limits.ts';
import type { CallRate } from './refusal-texts.ts';

const SECOND_MS = 1_000;

/**
 * A window is longer than the time that a limit counts, because calls arrive unevenly. It grows while a pace that was accepted is
 * refused, until five sixths of the limit are used.
 */
const MARGIN_MIN = 1.16;
const MARGIN_MAX = 1.2;
const MARGIN_STEP = 0.01;

/** How long a refused number of calls is not tried again. */
const REFUSED_MS = 15_000;

/** How long a rate that the endpoint named bounds the pace. */
const SAID_MS = 600_000;

/** The shortest and the longest pause of an endpoint that asked for none. */
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 2_000;

/**
 * A pace that fell below this share of the accepted rate may have met an empty bucket, as of units that are counted over ten seconds. Half
 * of that rate is tried again when nothing was refused for so long.
 */
const FALLEN_SHARE = 0.25;
const EMPTY_MS = 2_500;

/** A pace that is used to this share may rise. */
const USED_SHARE = 0.9;

/** Calls that left together: when, and how many had left within the window, with them. */
export interface Departure {
  readonly calls: number;
  readonly level: number;
  readonly at: number;
}

/** What an endpoint says when it refuses calls as too many: the pause and the rate that it names; null where it does not. */
interface SaidOfPace {
  readonly retryAfterMs: number | null;
  readonly rate: CallRate | null;
}

/** A pace as it is kept over restarts: calls within so many seconds. */
export interface KeptPace {
  readonly callsMax: number;
  readonly seconds: number;
}

/**
 * How many calls may leave within a window. There is no bound until calls are refused as too many. A rate that the endpoint names is kept
 * to. Without one the pace follows refusals: it falls to the accepted rate, or to half, and rises towards the lowest number that was
 * refused (additive increase, multiplicative decrease). Times are milliseconds of a clock that never goes back.
 */
export class AdaptivePace {
  #callsMax = Number.POSITIVE_INFINITY;
  #seconds = 1;
  #margin = MARGIN_MIN;
  #saidMax = Number.POSITIVE_INFINITY;
  #saidUntil = 0;
  /** The most calls within a window that were accepted, and the fewest that were refused. */
  #accepted = 0;
  #refused = Number.POSITIVE_INFINITY;
  #refusedAt = 0;
  #slowedAt = Number.NEGATIVE_INFINITY;
  #raisedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #vain = 0;
  /** The most calls within a window that were accepted; half of it after each time that it was tried again. */
  #best = 0;
  #pauses = 0;
  #left: { readonly at: number; calls: number }[] = [];
  #used = 0;

  /** The most calls within a window; null where none is known. */
  get callsMax(): number | null {
    return Number.isFinite(this.#callsMax) ? this.#callsMax : null;
  }

  get #windowMs(): number {
    return this.#seconds * SECOND_MS * this.#margin;
  }

  /** Calls a second; null where no bound is known. */
  get perSecond(): number | null {
    return this.callsMax === null ? null : (this.callsMax * SECOND_MS) / this.#windowMs;
  }

  /** Refusals in a row without an accepted call between them. */
  get refusalsInRow(): number {
    return this.#vain;
  }

  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** Whether the endpoint named its rate lately. */
  isSaidAt(time: number): boolean {
    return this.#saidUntil > time;
  }

  kept(): KeptPace | null {
    return this.callsMax === null ? null : { callsMax: this.callsMax, seconds: this.#seconds };
  }

  restore({ callsMax, seconds }: KeptPace): void {
    this.#callsMax = callsMax;
    this.#seconds = seconds;
  }

  /** True where calls may have to wait. */
  isBoundedAt(time: number): boolean {
    return this.callsMax !== null || this.#pausedUntil > time;
  }

  /** How many calls may leave at `time`, of which `ahead` may exceed the pace. */
  room(time: number, ahead = 0): number {
    if (this.#pausedUntil > time) return 0;
    if (this.callsMax === null) return Number.POSITIVE_INFINITY;
    this.#forgetBefore(time - this.#windowMs);
    return Math.max(0, this.#callsMax + ahead - this.#used);
  }

  /** Milliseconds until `calls` more calls may have left. */
  msUntilRoom(time: number, calls = 1): number {
    const pauseMs = Math.max(0, this.#pausedUntil - time);
    if (this.callsMax === null) return pauseMs;
    this.#forgetBefore(time - this.#windowMs);
    const windows = Math.floor((calls - 1) / this.#callsMax);
    let room = this.#callsMax - this.#used;
    const wanted = calls - windows * this.#callsMax;
    if (room >= wanted) return Math.max(pauseMs, windows * this.#windowMs);
    for (const { at, calls: free } of this.#left) {
      room += free;
      if (room >= wanted) return Math.max(pauseMs, at + this.#windowMs - time + windows * this.#windowMs);
    }
    return Math.max(pauseMs, (windows + 1) * this.#windowMs);
  }

  /** Counts calls that leave at `time`. */
  spend(calls: number, time: number): Departure {
    this.#forgetBefore(time - this.#windowMs);
    const newest = this.#left.at(-1);
    if (newest?.at === time) newest.calls += calls;
    else this.#left.push({ at: time, calls });
    this.#used += calls;
    return { calls, level: this.#used, at: time };
  }

  /** Notes that calls were accepted. */
  accepted({ level, at }: Departure, time: number): void {
    if (at < this.#slowedAt) return;
    this.#vain = 0;
    this.#pauses = 0;
    this.#accepted = Math.max(this.#accepted, level);
    this.#best = Math.max(this.#best, level);
    if (this.callsMax === null || level < this.#callsMax * USED_SHARE) return;
    if (time - this.#raisedAt < this.#windowMs || time - this.#slowedAt < this.#windowMs) return;
    this.#raisedAt = time;
    this.#raise(time);
  }

  /** Keeps to a rate that the endpoint names. */
  follow({ calls, seconds }: CallRate, time: number): void {
    this.#saidMax = Math.max(1, Math.floor(calls));
    this.#saidUntil = time + SAID_MS;
    if (seconds === this.#seconds && this.#callsMax <= this.#saidMax) return;
    this.#seconds = seconds;
    this.#callsMax = this.#saidMax;
  }

  /**
   * Notes that `refused` of the calls that left together were refused as too many. `retryAfterMs` is the pause that the endpoint asked
   * for, `rate` the one that it named; null where it did not. Calls that left before the pace last fell say nothing new.
   */
  refusedAs(departure: Departure, refused: number, said: SaidOfPace, time: number): void {
    const { at, calls, level } = departure;
    this.#pausedUntil = Math.max(this.#pausedUntil, time + Math.min(ASKED_PAUSE_MS_MAX, said.retryAfterMs ?? 0));
    if (at < this.#slowedAt) {
      this.giveBack(departure, refused);
      return;
    }
    this.#vain = refused < calls ? 1 : this.#vain + 1;
    this.#slowedAt = time;
    if (said.rate) this.follow(said.rate, time);
    if (refused < calls) this.#accepted = Math.max(this.#accepted, level - refused);
    this.#slow(refused < calls ? level - refused + 1 : level, time);
    if (said.retryAfterMs !== null) return;
    // An array may be longer than the remaining number. A shorter one is tried, the first time at once.
    const isShorter = this.#callsMax < calls;
    if (isShorter) this.giveBack(departure, refused);
    this.#pauses = isShorter ? 0 : this.#pauses + 1;
    const isAtOnce = isShorter && this.#vain === 1;
    const pauseMs = isAtOnce ? 0 : Math.min(PAUSE_MS_MAX, PAUSE_MS_MIN * 2 ** Math.max(0, this.#pauses - 1));
    this.#pausedUntil = Math.max(this.#pausedUntil, time + pauseMs);
  }

  #slow(level: number, time: number): void {
    const wasAccepted = level <= this.#accepted || (this.isSaidAt(time) && level <= this.#saidMax);
    if (wasAccepted && this.#vain === 1 && this.#margin < MARGIN_MAX) {
      this.#margin = Math.min(MARGIN_MAX, this.#margin + MARGIN_STEP);
      return;
    }
    if (level <= this.#accepted) this.#accepted = Math.floor(this.#accepted * (this.#vain > 1 ? 0.5 : USED_SHARE));
    this.#refused = Math.max(level, this.#accepted + 1);
    this.#refusedAt = time;
    const lower = this.#accepted > 0 ? this.#accepted : Math.floor(level / 2);
    this.#callsMax = Math.max(1, Math.min(this.#callsMax, lower));
  }

  #raise(time: number): void {
    if (!this.isSaidAt(time) && this.#callsMax < this.#best * FALLEN_SHARE && time - this.#slowedAt > EMPTY_MS) {
      this.#best = Math.floor(this.#best / 2);
      this.#callsMax = this.#best;
      return;
    }
    if (time - this.#refusedAt > REFUSED_MS) this.#refused = Number.POSITIVE_INFINITY;
    const most = Math.min(this.#refused - 1, this.isSaidAt(time) ? this.#saidMax : Number.POSITIVE_INFINITY);
    // Towards a bound by half of the way; without one as from a slow start.
    const step = Number.isFinite(most) ? (most - this.#callsMax) / 2 : this.#callsMax / 2;
    this.#callsMax = Math.max(this.#callsMax, Math.min(most, this.#callsMax + Math.max(1, Math.floor(step))));
  }

  /** Whether as many calls within a window were accepted before, so that their number is no reason for a refusal. */
  knows({ level }: Departure): boolean {
    return level <= this.#accepted;
  }

  /** Takes back calls that the endpoint did not count, because it refused them: all that left together, or so many of them. */
  giveBack({ at, calls: left }: Departure, calls = left): void {
    const group = this.#left.find((one) => one.at === at);
    if (!group) return;
    const back = Math.min(calls, group.calls);
    group.calls -= back;
    this.#used -= back;
  }

  #forgetBefore(time: number): void {
    const kept = this.#left.findIndex(({ at }) => at > time);
    const gone = this.#left.splice(0, kept < 0 ? this.#left.length : kept);
    for (const { calls } of gone) this.#used -= calls;
  }
}
