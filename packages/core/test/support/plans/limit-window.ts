import type { Limit } from './plan.ts';
import { unitsOf } from './plan.ts';

const MS_PER_SECOND = 1_000;

/** Counts what passed one limit, for all methods together or for each. Times are in milliseconds. */
export class LimitWindow {
  readonly limit: Limit;
  readonly #passed = new Map<string, { readonly at: number; readonly units: number }[]>();

  constructor(limit: Limit) {
    this.limit = limit;
  }

  /** Whether the limit counts this method. */
  counts(method: string): boolean {
    return this.limit.methods?.includes(method) ?? true;
  }

  /** Units that are left for the method at `at`. */
  left(method: string, at: number): number {
    const spent = this.#within(method, at).reduce((sum, { units }) => sum + units, 0);
    return Math.max(0, this.limit.most - spent);
  }

  /** Notes a call that passed. */
  pass(method: string, at: number): void {
    this.#within(method, at).push({ at, units: unitsOf(this.limit.units, method) });
  }

  /** Milliseconds until something is free again. */
  restMs(method: string, at: number): number {
    const lengthMs = this.limit.seconds * MS_PER_SECOND;
    const first = this.#within(method, at)[0];
    if (!first) return 0;
    return this.limit.window === 'fixed' ? lengthMs - (at % lengthMs) : first.at + lengthMs - at;
  }

  /** What passed within the window that `at` lies in. Forgets what is older. */
  #within(method: string, at: number) {
    const lengthMs = this.limit.seconds * MS_PER_SECOND;
    const since = this.limit.window === 'fixed' ? at - (at % lengthMs) : at - lengthMs;
    const key = this.limit.perMethod ? method : '';
    const kept = this.#passed.get(key) ?? [];
    while (kept[0] && (this.limit.window === 'fixed' ? kept[0].at < since : kept[0].at <= since)) kept.shift();
    this.#passed.set(key, kept);
    return kept;
  }
}
