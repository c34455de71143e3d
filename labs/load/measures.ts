import type { Observer } from '../soak/caller.ts';

/** Figures of a kind of work or of call, times in milliseconds. */
export interface Figures {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** Everything that a run measures. */
export class Measures {
  /** From the moment at which work was due to its end, its repeats included. */
  readonly #workKinds = new Map<string, number[]>();
  /** From a request to its answer, where the answer decided. */
  readonly #calls = new Map<string, number[]>();
  /** Failures after which a client asked again, by status and code. */
  readonly #problems = new Map<string, number>();
  repeats = 0;
  /** Work that was due while too much was under way. */
  notBegun = 0;

  done(kind: string, ms: number): void {
    append(this.#workKinds, kind, ms);
  }

  /** An observer for the calls of a kind. */
  readonly observe: Observer = ({ path, request, ms, problem }) => {
    if (problem === null) return append(this.#calls, nameOf(path, request.headers ?? {}), ms);
    this.repeats += 1;
    this.#problems.set(problem, (this.#problems.get(problem) ?? 0) + 1);
  };

  problem(what: string): void {
    this.repeats += 1;
    this.#problems.set(what, (this.#problems.get(what) ?? 0) + 1);
  }

  /** How much was done until now, over all kinds. */
  get total(): number {
    return [...this.#workKinds.values()].reduce((sum, times) => sum + times.length, 0);
  }

  /** Forgets what was measured until now, such as preparations. */
  clear(): void {
    for (const found of [this.#workKinds, this.#calls, this.#problems]) found.clear();
    this.repeats = 0;
  }

  workKinds(seconds: number): Readonly<Record<string, Figures>> {
    return figuresOf(this.#workKinds, seconds);
  }

  calls(seconds: number): Readonly<Record<string, Figures>> {
    return figuresOf(this.#calls, seconds);
  }

  get problems(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#problems].sort());
  }
}

function append(lists: Map<string, number[]>, name: string, ms: number): void {
  const list = lists.get(name);
  if (list) list.push(ms);
  else lists.set(name, [ms]);
}

function figuresOf(lists: ReadonlyMap<string, readonly number[]>, seconds: number): Record<string, Figures> {
  const named = [...lists].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, times]) => [name, figures(times, seconds)]));
}

function figures(times: readonly number[], seconds: number): Figures {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return {
    count: sorted.length,
    perSecond: round(sorted.length / seconds),
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The purpose of a call, so that different ones are not measured as one. */
function nameOf(path: string, headers: Readonly<Record<string, string>>): string {
  const [, first = ''] = path.split('/');
  if (first !== 'check') return path;
  const kind = path.split('/')[2];
  if (headers['PAYMENT-SIGNATURE'] !== undefined) return `${first} ${kind}, paid by x402`;
  return headers['X-API-Key'] === undefined ? `${first} ${kind}, unpaid` : `${first} ${kind}, key`;
}
