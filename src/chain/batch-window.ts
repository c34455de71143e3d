import { isAtLongWork } from '#lib/long-work.ts';
import { now } from './rpc/rpc-limits.ts';

/** How often it is looked at whether waiting is still worth it, while anybody waits. A stall of the process is one look. */
const BEAT_MS = 25;
/** For so many looks nobody came or returned: 300 ms where all that are away have questions under way, a second where some compute. */
const BEATS_FOR_ANSWERS = 12;
const BEATS_FOR_WORK = 40;
/** Whoever waits longest waits so long at most, and not beyond its deadline, however many still come. */
const HELD_MS_MAX = 3_000;
/** Who let the others leave without it so often in a row is not waited for until it asks again. */
const MISSED_MAX = 2;

/** One reader's place in its batch window. */
export interface BatchPlace {
  /** Asks when the batch goes on: in the same turn of the event loop where nobody else is on his way. */
  inStep<T>(ask: () => Promise<T>): Promise<T>;
  /** The reader asks for nothing more; should it do so all the same, it is in the window again. */
  leave(): void;
}

interface Member {
  readonly deadline: number;
  held: number;
  underWay: number;
  missed: number;
}

/**
 * The readers of one session ask in step, so that what they ask shares HTTP requests: a question waits for as long as another
 * reader of the session computes, or has questions under way and none that waits. A reader alone never waits. One that is
 * over says so; one that does not is waited for until nobody in this process computes, since it might be the one.
 */
export class BatchWindow {
  readonly #members = new Set<Member>();
  #drain: { readonly gone: Promise<void>; readonly go: () => void } | null = null;
  #until = 0;
  #looking = false;
  #beat: NodeJS.Timeout | null = null;
  #still = 0;

  /** A place for a reader whose time is up at `deadline`, on the transport's clock. */
  join(deadline: number): BatchPlace {
    const member: Member = { deadline, held: 0, underWay: 0, missed: 0 };
    this.#members.add(member);
    return {
      inStep: async (ask) => {
        await this.#hold(member);
        try {
          return await ask();
        } finally {
          member.underWay -= 1;
          if (member.held === 0) this.#still = 0;
        }
      },
      leave: () => {
        this.#members.delete(member);
        if (this.#awaited().length === 0) this.#depart();
      },
    };
  }

  #hold(member: Member): Promise<void> {
    if (member.held === 0) this.#still = 0;
    this.#members.add(member);
    member.held += 1;
    member.missed = 0;
    if (this.#drain === null) this.#until = now() + HELD_MS_MAX;
    this.#drain ??= drain();
    this.#until = Math.min(this.#until, member.deadline);
    if (!this.#looking) {
      this.#looking = true;
      // Behind all that this turn still asks for, and before requests leave at its end.
      void Promise.resolve().then(() => process.nextTick(() => this.#look()));
    }
    return this.#drain.gone;
  }

  #look(): void {
    this.#looking = false;
    if (this.#awaited().length === 0) this.#depart();
    if (this.#drain === null || this.#beat !== null) return;
    this.#beat = setTimeout(() => this.#onBeat(), BEAT_MS);
  }

  #onBeat(): void {
    this.#beat = null;
    this.#still += 1;
    const awaited = this.#awaited();
    const working = awaited.filter(({ underWay }) => underWay === 0);
    if (!isAtLongWork()) for (const member of working) member.missed = MISSED_MAX;
    const isEnough = this.#still >= (working.length > 0 ? BEATS_FOR_WORK : BEATS_FOR_ANSWERS) || now() >= this.#until;
    if (isEnough) for (const member of awaited) member.missed += 1;
    if (isEnough || this.#awaited().length === 0) this.#depart();
    else this.#beat = setTimeout(() => this.#onBeat(), BEAT_MS);
  }

  /** Those whose next question is worth waiting for. */
  #awaited(): readonly Member[] {
    return [...this.#members].filter(({ held, missed }) => held === 0 && missed < MISSED_MAX);
  }

  #depart(): void {
    if (this.#drain === null) return;
    for (const member of this.#members) {
      member.underWay += member.held;
      member.held = 0;
    }
    if (this.#beat) clearTimeout(this.#beat);
    this.#beat = null;
    this.#still = 0;
    const { go } = this.#drain;
    this.#drain = null;
    go();
  }
}

function drain() {
  let go: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { gone, go };
}
