import { RANKS, type Rank } from './call-wait.ts';
import { now } from './rpc-limits.ts';

/**
 * Allows at most `callsMax` calls within any `windowMs` milliseconds of a clock that the caller reads. A call may be made ahead of
 * its time. It then counts from that time on, so that it is missing from the next window.
 */
export class Pace {
  readonly #callsMax: number;
  readonly #windowMs: number;
  /** The newest calls, at most `callsMax`, ordered by the time from which they count. */
  readonly #groups: Group[] = [];
  #calls = 0;

  constructor(callsMax: number, windowMs: number) {
    this.#callsMax = callsMax;
    this.#windowMs = windowMs;
  }

  /** How many calls may be made at `now` if they may count from up to `aheadMs` later. */
  room(now: number, aheadMs = 0): number {
    const until = now + aheadMs;
    this.#forgetBefore(now - this.#windowMs);
    if (this.#newest() > until) return 0;
    let room = this.#callsMax - this.#calls;
    for (const { at, calls } of this.#groups) {
      if (at + this.#windowMs > until) break;
      room += calls;
    }
    return room;
  }

  /** Milliseconds from `now` until a call may be made; 0 when it may now. */
  msUntilRoom(now: number, aheadMs = 0): number {
    return Math.max(0, this.#timeOfNext() - aheadMs - now);
  }

  /** Counts calls that are made at `now`, even where there is no room. */
  spend(calls: number, now: number): void {
    this.#forgetBefore(now - this.#windowMs);
    for (let left = calls; left > 0; ) {
      const at = Math.max(now, this.#timeOfNext());
      const [oldest] = this.#groups;
      const free = this.#callsMax - this.#calls;
      const taken = Math.min(left, free > 0 ? free : (oldest?.calls ?? left));
      if (free === 0) this.#forget(taken);
      this.#note(taken, at);
      left -= taken;
    }
  }

  /** When one more call may count: not before the newest one, and a window after the one it displaces. */
  #timeOfNext(): number {
    const [oldest] = this.#groups;
    const isFull = this.#calls === this.#callsMax;
    return Math.max(this.#newest(), isFull && oldest ? oldest.at + this.#windowMs : Number.NEGATIVE_INFINITY);
  }

  #newest(): number {
    return this.#groups.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  }

  #forgetBefore(time: number): void {
    for (let oldest = this.#groups[0]; oldest && oldest.at <= time; oldest = this.#groups[0])
      this.#forget(oldest.calls);
  }

  #forget(calls: number): void {
    const [oldest] = this.#groups;
    if (!oldest) return;
    oldest.calls -= calls;
    this.#calls -= calls;
    if (oldest.calls === 0) this.#groups.shift();
  }

  #note(calls: number, at: number): void {
    const newest = this.#groups.at(-1);
    if (newest?.at === at) newest.calls += calls;
    else this.#groups.push({ at, calls });
    this.#calls += calls;
  }
}

const SECOND_MS = 1_000;
/** A settlement may leave so many milliseconds ahead of its time. Everything else then waits until that time has come. */
const AHEAD_MS = SECOND_MS;
/** Payments together use at most three quarters of the budget, on average over so many seconds. */
const PAYMENTS = { seconds: 3, withinSeconds: 4 };
/** Of that, calls that anybody can cause without paying use at most half of the budget. */
const UNPAID = { seconds: 1, withinSeconds: 2 };

/**
 * How many calls may leave for all endpoints together within any second. Each item of an array counts. Calls of the first rank go
 * first. No rank can use up the budget for long: calls that leave ahead of their time are missing from the next second.
 */
export class CallBudget {
  readonly isBounded: boolean;
  readonly #all: Pace;
  readonly #payments: Pace;
  readonly #unpaid: Pace;
  /** What to call when calls of one of the ranks may leave. */
  readonly #waiting = new Map<() => void, readonly Rank[]>();
  #timer: NodeJS.Timeout | null = null;
  #due = 0;
  #releases = 0;

  /** `perSecond` is null where calls are not bounded. */
  constructor(perSecond: number | null) {
    const paceOf = (seconds: number, withinSeconds: number): Pace =>
      new Pace((perSecond ?? 0) * seconds, withinSeconds * SECOND_MS);
    this.isBounded = perSecond !== null;
    this.#all = paceOf(1, 1);
    this.#payments = paceOf(PAYMENTS.seconds, PAYMENTS.withinSeconds);
    this.#unpaid = paceOf(UNPAID.seconds, UNPAID.withinSeconds);
  }

  /** How many calls of the rank may leave now: 0 while an earlier rank waits that may leave. */
  room(rank: Rank): number {
    if (!this.isBounded) return Number.POSITIVE_INFINITY;
    const own = this.#roomOf(rank);
    if (own === 0) return 0;
    const earlier = RANKS.slice(0, RANKS.indexOf(rank));
    const waiting = new Set([...this.#waiting.values()].flat());
    return earlier.some((one) => waiting.has(one) && this.#roomOf(one) > 0) ? 0 : own;
  }

  /** Counts calls of the rank that leave now. */
  spend(rank: Rank, calls: number): void {
    if (!this.isBounded) return;
    const time = now();
    for (const pace of this.#pacesOf(rank)) pace.spend(calls, time);
  }

  /** Calls `goOn` once when calls of one of the ranks may leave. Earlier ranks go first; endpoints of one rank take turns. */
  wait(ranks: readonly Rank[], goOn: () => void): void {
    if (!this.isBounded) return;
    this.#waiting.set(goOn, ranks);
    const time = now();
    const ms = Math.min(...ranks.map((rank) => this.#msUntilRoomOf(rank, time)));
    this.#releaseAt(time + Math.max(1, Math.ceil(ms)));
  }

  /** Forgets that `goOn` waits. */
  leave(goOn: () => void): void {
    this.#waiting.delete(goOn);
  }

  #roomOf(rank: Rank): number {
    const time = now();
    return Math.min(...this.#pacesOf(rank).map((pace) => pace.room(time, this.#aheadMs(rank, pace))));
  }

  #msUntilRoomOf(rank: Rank, time: number): number {
    return Math.max(...this.#pacesOf(rank).map((pace) => pace.msUntilRoom(time, this.#aheadMs(rank, pace))));
  }

  #pacesOf(rank: Rank): readonly Pace[] {
    if (rank === 'check') return [this.#all];
    return rank === 'payment' ? [this.#all, this.#payments, this.#unpaid] : [this.#all, this.#payments];
  }

  #aheadMs(rank: Rank, pace: Pace): number {
    return rank === 'settlement' && pace === this.#all ? AHEAD_MS : 0;
  }

  #releaseAt(due: number): void {
    if (this.#timer !== null && this.#due <= due) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#release(), due - now()).unref();
  }

  #release(): void {
    this.#timer = null;
    const all = [...this.#waiting];
    const turn = this.#releases++ % Math.max(1, all.length);
    const inTurn = [...all.slice(turn), ...all.slice(0, turn)];
    const earliest = (ranks: readonly Rank[]): number => Math.min(...ranks.map((rank) => RANKS.indexOf(rank)));
    for (const [goOn] of inTurn.sort(([, a], [, b]) => earliest(a) - earliest(b))) {
      this.leave(goOn);
      goOn();
    }
  }
}

/** Calls that count from the same moment. */
interface Group {
  readonly at: number;
  calls: number;
}
