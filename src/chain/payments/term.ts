import { missing, type Reading, renamed } from '#lib/reading.ts';
import type { Pending } from '../loaders/flight.ts';
import { Interest, type Rank } from '../rpc/interest.ts';
import { now } from '../rpc/limits.ts';
import type { PaymentLimits } from './limits.ts';

/** The time that one payments call has. When it is over, its RPC calls are given up and its readings become gaps. */
export class Term {
  readonly #deadline: number;
  readonly #patienceMs: number;
  readonly #rank: Rank;
  readonly #leaves: (() => void)[] = [];
  readonly #over: Promise<void>;
  #end: () => void = () => undefined;
  #ended = false;

  /** `rank`: who goes first of those whose calls are rationed. */
  constructor(limits: PaymentLimits, rank: Rank) {
    this.#deadline = now() + limits.callMsMax;
    this.#patienceMs = limits.patienceMs;
    this.#rank = rank;
    this.#over = new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), limits.callMsMax).unref();
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The interest for one RPC call: two calls must not share one, because a call is told of its end through it. */
  interest(): Interest {
    const interest = new Interest();
    interest.join(this.#deadline, this.#patienceMs, this.#rank);
    this.whenOver(() => interest.leave());
    return interest;
  }

  /** What something brings that others may wait for as well. */
  wait<T>(pending: Pending<T>): Promise<Reading<T>> {
    return new Promise((resolve) => {
      const wait = { deadline: this.#deadline, patienceMs: this.#patienceMs, rank: this.#rank };
      this.whenOver(pending.wait(wait, ({ reading }) => resolve(reading)));
    });
  }

  /** `work` under the name `reading`, or the gap `deadline` when the term ends first. Never rejects. */
  async bound<T>(reading: string, work: Promise<Reading<T>>): Promise<Reading<T>> {
    const late = this.#over.then(() => missing(reading, 'deadline', 'the time of the call was up'));
    try {
      const first = await Promise.race([work, late]);
      return first.known ? first : renamed(reading, first.gap);
    } catch (error) {
      // A reader of answers that throws is a mistake of ours; the call must end in a gap all the same.
      return missing(reading, 'unreadable', `the answer could not be read: ${String(error)}`);
    }
  }

  /** Gives up whatever is still under way. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#end();
    for (const leave of this.#leaves) leave();
  }

  /** Calls `leave` when the term ends, at once where it has. */
  whenOver(leave: () => void): void {
    if (this.#ended) leave();
    else this.#leaves.push(leave);
  }
}

/** Does `work` in a term of its own and names what it comes to. Never rejects. */
export async function withinTerm<T>(
  reading: string,
  limits: PaymentLimits,
  rank: Rank,
  work: (term: Term) => Promise<Reading<T>>,
): Promise<Reading<T>> {
  const term = new Term(limits, rank);
  const result = await term.bound(reading, work(term));
  term.end();
  return result;
}
