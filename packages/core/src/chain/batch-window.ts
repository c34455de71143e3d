import { isAtLongWork } from '#lib/long-work.ts';
import { now } from './rpc/rpc-limits.ts';

/** How often the window is examined while a batch waits in it. A stall of the process counts as one examination. */
const BEAT_MS = 25;
/** A batch leaves after so many beats in which no reader asked or got an answer: 300 ms where all have questions under way. */
const BEATS_FOR_ANSWERS = 12;
/** The same where a reader computes: a second. */
const BEATS_FOR_WORK = 40;
/** No batch waits longer than this, nor beyond the deadline of a reader whose question is in it. */
const WAIT_MS_MAX = 3_000;
/** A reader that so many batches in a row left without is not waited for until it asks again. */
const MISSED_MAX = 2;

/** One reader's place in the batch window. */
export interface BatchPlace {
  /** The reader has a question, which is loaded next and leaves with the batch. */
  asks(): void;
  /** A question that left is answered. */
  answered(): void;
  /** The reader asks nothing more. If it does, it is in the window again. */
  leave(): void;
}

interface Member {
  readonly deadline: number;
  waiting: number;
  underWay: number;
  missed: number;
}

/**
 * Decides when the batches of one session's loaders leave, so that questions of its readers share HTTP requests. A batch waits while
 * another reader of the session computes, or has questions under way and none in the batch. A single reader never waits. A reader that
 * ends calls `leave`. A batch waits for a reader that never does until nothing in this process computes any more.
 */
export class BatchWindow {
  readonly #members = new Set<Member>();
  readonly #batches: (() => void)[] = [];
  #until = 0;
  #isCheckSet = false;
  #beat: NodeJS.Timeout | null = null;
  #stillBeats = 0;

  /** A place for a reader whose time is up at `deadline`, on the transport's clock. */
  join(deadline: number): BatchPlace {
    const member: Member = { deadline, waiting: 0, underWay: 0, missed: 0 };
    this.#members.add(member);
    return {
      asks: () => this.#asks(member),
      answered: () => {
        member.underWay -= 1;
        if (member.waiting === 0) this.#stillBeats = 0;
      },
      leave: () => {
        this.#members.delete(member);
        if (this.#awaited().length === 0) this.#depart();
      },
    };
  }

  /** The `batchScheduleFn` of the session's loaders: `dispatch` is called when the batch leaves. */
  readonly schedule = (dispatch: () => void): void => {
    this.#batches.push(dispatch);
    this.#setCheck();
  };

  #asks(member: Member): void {
    if (member.waiting === 0) this.#stillBeats = 0;
    this.#members.add(member);
    member.waiting += 1;
    member.missed = 0;
    if (this.#batches.length === 0 && !this.#isCheckSet) this.#until = now() + WAIT_MS_MAX;
    this.#until = Math.min(this.#until, member.deadline);
    this.#setCheck();
  }

  #setCheck(): void {
    if (this.#isCheckSet) return;
    this.#isCheckSet = true;
    // After everything that this turn of the event loop still asks, and before requests leave at its end.
    void Promise.resolve().then(() => process.nextTick(() => this.#check()));
  }

  #check(): void {
    this.#isCheckSet = false;
    if (this.#awaited().length === 0) this.#depart();
    if (this.#batches.length === 0 || this.#beat !== null) return;
    this.#beat = setTimeout(() => this.#onBeat(), BEAT_MS);
  }

  #onBeat(): void {
    this.#beat = null;
    this.#stillBeats += 1;
    const awaited = this.#awaited();
    const working = awaited.filter(({ underWay }) => underWay === 0);
    if (!isAtLongWork()) for (const member of working) member.missed = MISSED_MAX;
    const beatsMax = working.length > 0 ? BEATS_FOR_WORK : BEATS_FOR_ANSWERS;
    const isEnough = this.#stillBeats >= beatsMax || now() >= this.#until;
    if (isEnough) for (const member of awaited) member.missed += 1;
    if (isEnough || this.#awaited().length === 0) this.#depart();
    else this.#beat = setTimeout(() => this.#onBeat(), BEAT_MS);
  }

  /** The readers whose next question is worth waiting for. */
  #awaited(): readonly Member[] {
    return [...this.#members].filter(({ waiting, missed }) => waiting === 0 && missed < MISSED_MAX);
  }

  #depart(): void {
    if (this.#batches.length === 0) return;
    for (const member of this.#members) {
      member.underWay += member.waiting;
      member.waiting = 0;
    }
    if (this.#beat) clearTimeout(this.#beat);
    this.#beat = null;
    this.#stillBeats = 0;
    for (const dispatch of this.#batches.splice(0)) dispatch();
  }
}
