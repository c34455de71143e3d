import { missing } from '#lib/reading.ts';
import { onAbort, SharedWait, type Wait } from '../rpc/call-wait.ts';
import type { AnsweredCall } from '../rpc/rpc-caller.ts';

/** A call under way that several readers can wait for. */
export interface Pending<T> {
  /** True when it was aborted before its answer came, so that a new call is needed. */
  readonly abandoned: boolean;
  /** Calls `deliver` once with the answer, unless the signal of `wait` aborts first. */
  wait(wait: Wait, deliver: (answer: AnsweredCall<T>) => void): void;
}

/** A call that starts when the first reader waits for it, and is aborted when the last one leaves. */
export class SharedCall<T> implements Pending<T> {
  readonly #start: (wait: Wait) => Promise<AnsweredCall<T>>;
  readonly #shared = new SharedWait();
  #answer: Promise<AnsweredCall<T>> | null = null;
  #answered = false;

  constructor(start: (wait: Wait) => Promise<AnsweredCall<T>>) {
    this.#start = start;
  }

  get abandoned(): boolean {
    return this.#shared.signal.aborted;
  }

  /** Runs `use` unless a caller waits for the call by the next turn of the event loop. Such a call never starts, and so never ends. */
  ifNobodyWaits(use: () => void): void {
    setImmediate(() => {
      if (this.#answer === null) use();
    });
  }

  /** When the call left for the endpoint that answers it; null before. The answer is no older. */
  get sentAt(): number | null {
    return this.#shared.sentAt;
  }

  wait(wait: Wait, deliver: (answer: AnsweredCall<T>) => void): void {
    this.#shared.join(wait);
    this.#answer ??= this.#call();
    const stay = onAbort(wait.signal, () => {
      if (!this.#answered) this.#shared.leave();
    });
    void this.#answer.then((answer) => {
      if (wait.signal.aborted) return;
      stay();
      deliver(answer);
    });
  }

  async #call(): Promise<AnsweredCall<T>> {
    try {
      return await this.#start(this.#shared);
    } catch (error) {
      // A decoder that throws is a bug of ours. The check must end in a gap all the same.
      return { reading: missing('rpc', 'unreadable', `the answer could not be read: ${String(error)}`), bytes: 0 };
    } finally {
      this.#answered = true;
    }
  }
}

/** A part of the answer to a call, for example one account of a hundred. */
export function part<T, U>(whole: Pending<T>, take: (answer: AnsweredCall<T>) => AnsweredCall<U>): Pending<U> {
  return {
    get abandoned() {
      return whole.abandoned;
    },
    wait: (wait, deliver) => whole.wait(wait, (answer) => deliver(take(answer))),
  };
}

/** The pending answer, or that of the call that `further` begins because of it. */
export function unless<T>(pending: Pending<T>, further: (answer: AnsweredCall<T>) => Pending<T> | null): Pending<T> {
  return {
    get abandoned() {
      return pending.abandoned;
    },
    wait(wait, deliver) {
      pending.wait(wait, (answer) => {
        const next = further(answer);
        if (next) next.wait(wait, deliver);
        else deliver(answer);
      });
    },
  };
}

/** An answer that is known already. */
export function settledCall<T>(answer: AnsweredCall<T>): Pending<T> {
  return {
    abandoned: false,
    wait({ signal }, deliver) {
      queueMicrotask(() => {
        if (!signal.aborted) deliver(answer);
      });
    },
  };
}
