import type { Chain, ChainSession } from 'assay-core/chain/chain-reader.ts';
import { Fault } from '#lib/fault.ts';

/** No check works longer than this, whatever its own bounds: then it answers with what it has, for nothing where that decides. */
const WORK_MS_MAX = 30_000;

const LEFT = 'The operation was closed before the check began. Nothing was charged for it.';

/**
 * The chain session that the checks of an operation share. It is open only while one of them runs, so that a later check shares no reads
 * with one that was answered.
 */
export class WorkSession {
  readonly #chain: Pick<Chain, 'session'>;
  #session: ChainSession | null = null;
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

  /** How many calls the checks spent so far: what they shared counts for each. */
  get calls(): number {
    return this.#callsBefore + (this.#session?.calls ?? 0);
  }

  /** How many calls of endpoints were made for this operation; what was kept or under way for others is not among them. */
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

  /** Lets nothing more begin. What is worked goes on, because it is paid for. */
  close(): void {
    this.#closed = true;
  }

  /** Ends what is still worked, which nobody pays for any more. */
  end(): void {
    this.close();
    this.#end();
  }

  #opened(): ChainSession {
    if (this.#session) return this.#session;
    const session = this.#chain.session();
    this.#session = session;
    this.#timer = setTimeout(() => session.close(), WORK_MS_MAX).unref();
    return session;
  }

  #end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const session = this.#session;
    if (!session) return;
    this.#session = null;
    session.close();
    this.#callsBefore += session.calls ?? 0;
    this.#madeBefore += session.made ?? 0;
  }
}
