import { missing } from '#lib/reading.ts';
import { Interest, type Rank } from '../rpc/interest.ts';
import type { Answered } from '../rpc/transport.ts';

/** How long a waiting reader is of use: `deadline` on the transport's clock, and what it grants one HTTP answer. */
export interface Wait {
  readonly deadline: number;
  readonly patienceMs: number;
  /** Who goes first where calls are rationed; `check` when absent. */
  readonly rank?: Rank;
}

/** Something under way that several readers can wait for. */
export interface Pending<T> {
  /** True when it was given up before it was answered, so that a new one is needed. */
  readonly abandoned: boolean;
  /** Calls `deliver` once with the answer. The returned function stops waiting. */
  wait(wait: Wait, deliver: (answer: Answered<T>) => void): () => void;
}

/** A call that starts when the first reader waits for it and is given up when the last one leaves. */
export class Flight<T> implements Pending<T> {
  readonly #start: (interest: Interest) => Promise<Answered<T>>;
  readonly #interest = new Interest();
  #answer: Promise<Answered<T>> | null = null;
  #landed = false;

  constructor(start: (interest: Interest) => Promise<Answered<T>>) {
    this.#start = start;
  }

  get abandoned(): boolean {
    return this.#interest.abandoned;
  }

  /** When the call left for the endpoint that answers it; null before that. What it brings is no older. */
  get sentAt(): number | null {
    return this.#interest.sentAt;
  }

  wait(wait: Wait, deliver: (answer: Answered<T>) => void): () => void {
    this.#interest.join(wait.deadline, wait.patienceMs, wait.rank);
    this.#answer ??= this.#fly();
    let waiting = true;
    void this.#answer.then((answer) => {
      if (waiting) deliver(answer);
    });
    return () => {
      waiting = false;
      if (!this.#landed) this.#interest.leave();
    };
  }

  async #fly(): Promise<Answered<T>> {
    try {
      return await this.#start(this.#interest);
    } catch (error) {
      // A reader of answers that throws is a mistake of ours; the check must end in a gap all the same.
      return { reading: missing('rpc', 'unreadable', `the answer could not be read: ${String(error)}`), bytes: 0 };
    } finally {
      this.#landed = true;
    }
  }
}

/** A part of what a flight brings, e.g. one account of a hundred. */
export function part<T, U>(flight: Pending<T>, take: (answer: Answered<T>) => Answered<U>): Pending<U> {
  return {
    get abandoned() {
      return flight.abandoned;
    },
    wait: (wait, deliver) => flight.wait(wait, (answer) => deliver(take(answer))),
  };
}

/** What is pending, or what `further` is begun where its answer does not stand. */
export function unless<T>(pending: Pending<T>, further: (answer: Answered<T>) => Pending<T> | null): Pending<T> {
  return {
    get abandoned() {
      return pending.abandoned;
    },
    wait(wait, deliver) {
      let leave = pending.wait(wait, (answer) => {
        const next = further(answer);
        if (next) leave = next.wait(wait, deliver);
        else deliver(answer);
      });
      return () => leave();
    },
  };
}

/** Something that is known already. */
export function landed<T>(answer: Answered<T>): Pending<T> {
  return {
    abandoned: false,
    wait(_wait, deliver) {
      let waiting = true;
      queueMicrotask(() => {
        if (waiting) deliver(answer);
      });
      return () => {
        waiting = false;
      };
    },
  };
}
