import { LimitWindow } from './limit-window.ts';
import type { Plan, Refusal, Refused } from './plan.ts';
import { unitsOf } from './plan.ts';

/** A call as it arrived. */
export interface AskedCall {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A request refused as a whole, or for each of its calls what it is refused with; null where it passes. */
export type Decision = { readonly whole: Refusal } | { readonly each: readonly (Refusal | null)[] };

/** A request as far as a plan looks at it. */
export interface Asked {
  readonly calls: readonly AskedCall[];
  readonly isArray: boolean;
  readonly bytes: number;
}

/** Decides by a plan what passes. What is refused uses up nothing. */
export class Gate {
  #plan: Plan;
  #windows: readonly LimitWindow[];
  readonly #seen = new Map<Refused, number>();
  #passed = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#windows = plan.limits.map((limit) => new LimitWindow(limit));
  }

  get plan(): Plan {
    return this.#plan;
  }

  /** Decides about a request at `at` milliseconds, and notes what passes. */
  decide(asked: Asked, at: number): Decision {
    const { later } = this.#plan;
    if (later && this.#passed >= later.afterCalls) this.#becomes(later.plan);
    const whole = this.#ofRequest(asked) ?? this.#ofWholeRate(asked, at);
    if (whole) return { whole };
    const arrays = this.#ofArray(asked);
    if (arrays) return arrays.inArray === 'whole' ? { whole: arrays } : { each: asked.calls.map(() => arrays) };
    const refusals = asked.calls.map((call) => this.#ofCall(call));
    const condemning = refusals.find((refusal) => refusal?.inArray === 'whole');
    if (condemning) return { whole: condemning };
    return { each: asked.calls.map((call, index) => refusals[index] ?? this.#ofRate(call, index, at)) };
  }

  /** Headers that tell what is left for a request of these calls. */
  headers({ calls }: Asked, at: number): Readonly<Record<string, string>> {
    const entries = this.#windows.flatMap((window) => {
      const { headers: prefix, most } = window.limit;
      const method = calls.map((call) => call.method).find((name) => window.counts(name));
      if (prefix === undefined || method === undefined) return [];
      return [
        [`${prefix}-limit`, String(most)],
        [`${prefix}-remaining`, String(window.left(method, at))],
        [`${prefix}-reset`, String(Math.ceil(window.restMs(method, at) / 1_000))],
      ];
    });
    return Object.fromEntries(entries);
  }

  #becomes(plan: Plan): void {
    this.#plan = plan;
    this.#windows = plan.limits.map((limit) => new LimitWindow(limit));
    this.#passed = 0;
  }

  #ofRequest({ bytes }: Asked): Refusal | null {
    const { body } = this.#plan;
    return body && bytes > body.most ? body.refusal : null;
  }

  #ofArray({ calls, isArray }: Asked): Refusal | null {
    const { arrays } = this.#plan;
    return arrays && isArray && calls.length > arrays.most ? arrays.refusal : null;
  }

  /** Limits whose refusal is of the whole request look at all of its calls together. */
  #ofWholeRate({ calls }: Asked, at: number): Refusal | null {
    for (const window of this.#windows) {
      if (window.limit.refusal.inArray !== 'whole') continue;
      const counted = calls.filter(({ method }) => window.counts(method));
      const methods = new Set(window.limit.perMethod ? counted.map(({ method }) => method) : ['']);
      const together = [...methods].map((name) => counted.filter(({ method }) => name === '' || method === name));
      if (!together.every((group) => fits(window, group, at))) return window.limit.refusal;
    }
    return null;
  }

  #ofCall(call: AskedCall): Refusal | null {
    const { addresses, refused } = this.#plan;
    if (addresses && addressesOf(call) > addresses.most) return addresses.refusal;
    return refused.find((one) => this.#isRefused(one, call))?.refusal ?? null;
  }

  #isRefused(refused: Refused, { method }: AskedCall): boolean {
    if (!refused.methods.includes(method)) return false;
    const seen = (this.#seen.get(refused) ?? 0) + 1;
    this.#seen.set(refused, seen);
    return seen > (refused.after ?? 0) && seen % (refused.every ?? 1) === 0;
  }

  #ofRate({ method }: AskedCall, index: number, at: number): Refusal | null {
    const counting = this.#windows.filter(({ limit }) => !limit.countsRequests || index === 0);
    const ofMethod = counting.filter((window) => window.counts(method));
    const full = ofMethod.find((window) => window.left(method, at) < unitsOf(window.limit.units, method));
    if (full) return full.limit.refusal;
    for (const window of ofMethod) window.pass(method, at);
    this.#passed += 1;
    return null;
  }
}

/** Number of addresses that a call asks for at once. */
export function addressesOf({ method, params }: AskedCall): number {
  const [addresses] = params;
  return method === 'getMultipleAccounts' && Array.isArray(addresses) ? addresses.length : 0;
}

function fits(window: LimitWindow, calls: readonly AskedCall[], at: number): boolean {
  const counted = window.limit.countsRequests ? calls.slice(0, 1) : calls;
  const units = counted.reduce((sum, { method }) => sum + unitsOf(window.limit.units, method), 0);
  return counted[0] === undefined || units <= window.left(counted[0].method, at);
}
