import type { Chain, ChainSession } from 'assay-core/chain/chain-reader.ts';
import { Fault } from '#lib/fault.ts';

/**
 * The upper bound of a check, in addition to its own bounds: then it answers with its results so far, free of charge where the verdict
 * needs more.
 */
const WORK_MS_MAX = 30_000;

const LEFT = 'The operation was closed before the check began. Nothing was charged for it.';

/**
 * The chain session that the checks of an operation share. It is open only while one of them runs, so that a later check shares no reads
 * with an answered one.
 */
export class WorkSession {
  readonly #chain: Pick<Chain, 'session'>;
  /** The open session, or the last one, whose calls are counted when they are asked for. */
  #session: ChainSession | null = null;
  /** Null while no session is open. */
  #timer: NodeJS.Timeout | null = null;
  #working = 0;
  #callsBefore = 0;
  #madeBefore = 0;
  #closed = false;

  constructor(chain: Pick<Chain, 'session'>) {
    this.#chain = chain;
  }

  /** Whether nothing more may begin. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The number of calls of the checks so far; shared calls count for each. */
  get calls(): number {
    return this.#callsBefore + (this.#session?.calls ?? 0);
  }

  /** The number of endpoint calls of this operation, without stored and shared ones. */
  get made(): number {
    return this.#madeBefore + (this.#session?.made ?? 0);
  }

  /** Works one check to its end, at most for 30 seconds. Throws `answer_not_stored` where it would begin after the operation was closed. */
  async during<T>(work: (session: ChainSession) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Fault('answer_not_stored', LEFT);
    this.#working += 1;
    try {
      return await work(this.#opened());
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.#end();
    }
  }

  /** Starts no further work. Running work continues, because it is paid for. */
  close(): void {
    this.#closed = true;
  }

  /** Ends running work that is no longer paid for. */
  end(): void {
    this.close();
    this.#end();
  }

  #opened(): ChainSession {
    if (this.#timer && this.#session) return this.#session;
    this.#callsBefore = this.calls;
    this.#madeBefore = this.made;
    const session = this.#chain.session();
    this.#session = session;
    this.#timer = setTimeout(() => session.close(), WORK_MS_MAX).unref();
    return session;
  }

  #end(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#session?.close();
  }
}
