import { now } from './limits.ts';

const WINDOW_MS = 1_000;

/**
 * How many calls may leave for all endpoints together within any second. Each item of an array counts. What is urgent leaves
 * all the same and is counted, so that everything else waits the longer for it.
 */
export class CallBudget {
  readonly #perSecond: number;
  readonly #sent: { readonly at: number; readonly calls: number }[] = [];
  readonly #waiting = new Set<() => void>();
  #recent = 0;
  #timer: NodeJS.Timeout | null = null;

  /** `perSecond` is null where nothing bounds it. */
  constructor(perSecond: number | null) {
    this.#perSecond = perSecond ?? Number.POSITIVE_INFINITY;
  }

  /** Calls that may leave now, at least 0. */
  get available(): number {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return this.#perSecond;
    const since = now() - WINDOW_MS;
    for (let oldest = this.#sent[0]; oldest && oldest.at <= since; oldest = this.#sent[0]) {
      this.#recent -= oldest.calls;
      this.#sent.shift();
    }
    return Math.max(0, this.#perSecond - this.#recent);
  }

  /** Notes calls that leave now. */
  spend(calls: number): void {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return;
    this.#sent.push({ at: now(), calls });
    this.#recent += calls;
  }

  /** Calls `goOn` once when calls may leave again; those who wait are called in the order in which they came. */
  wait(goOn: () => void): void {
    this.#waiting.add(goOn);
    const oldest = this.#sent[0];
    const ms = oldest ? oldest.at + WINDOW_MS - now() : 0;
    this.#timer ??= setTimeout(() => this.#release(), Math.max(1, Math.ceil(ms))).unref();
  }

  #release(): void {
    this.#timer = null;
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const goOn of all) goOn();
  }
}
