import { missing, type Reading } from '#lib/reading.ts';
import type { CheckBounds } from './chain-reader.ts';
import type { CheckCost } from './chain-stats.ts';
import type { PriceOf } from './rpc/prices.ts';

/** The reading that is asked for by the hundred before the first of them is sent, and the method that is sent for it. */
const BODY = { reading: 'transaction', method: 'getTransaction' };

/** The budget of one reader, and the spending of it and of the readers of its parts. */
export class CheckBudget {
  readonly #bounds: CheckBounds;
  readonly #priceOf: PriceOf;
  readonly #parts: CheckBudget[] = [];
  readonly #sent = new Map<string, number>();
  #picoUsd = 0n;
  #isPriced = true;
  #lastOrigin: string | null = null;
  #bodiesAsked = 0;
  #bodiesAnswered = 0;
  #calls = 0;
  #bytes = 0;

  constructor(bounds: CheckBounds, priceOf: PriceOf) {
    this.#bounds = bounds;
    this.#priceOf = priceOf;
  }

  /** Counts the spending of a reader that continues this one or reads a part of it. */
  add(part: CheckBudget): void {
    this.#parts.push(part);
  }

  /** Counts a question. The gap where the bounds leave no room for it: it must not be asked then. */
  ask(reading: string): Reading<never> | null {
    const { callsMax, bytesMax } = this.#bounds;
    const { calls, bytes } = this.spent();
    if (calls >= callsMax) return missing(reading, 'limit_reached', `${calls} calls were made`);
    if (bytes > bytesMax) return this.#tooManyBytes(reading);
    if (this.#isMoneySpent()) return missing(reading, 'deadline', 'the check has spent what its calls may cost');
    this.#calls += 1;
    if (reading === BODY.reading) this.#bodiesAsked += 1;
    return null;
  }

  /** Counts an answer. The gap where it is more than the bounds allow: it must not be used then. */
  answered(reading: string, bytes: number): Reading<never> | null {
    this.#bytes += bytes;
    if (reading === BODY.reading) this.#bodiesAnswered += 1;
    return this.spent().bytes > this.#bounds.bytesMax ? this.#tooManyBytes(reading) : null;
  }

  /** Counts a call that left for an endpoint. */
  readonly sent = (method: string, origin: string): void => {
    const price = this.#priceOf(origin, method);
    this.#sent.set(method, (this.#sent.get(method) ?? 0) + 1);
    this.#picoUsd += price ?? 0n;
    if (price === null) this.#isPriced = false;
    this.#lastOrigin = origin;
  };

  /** Questions and bytes of answers, kept ones included, so that no limit depends on what others asked before. */
  spent(): { readonly calls: number; readonly bytes: number } {
    const parts = this.#parts.map((part) => part.spent());
    return {
      calls: parts.reduce((sum, { calls }) => sum + calls, this.#calls),
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, this.#bytes),
    };
  }

  cost(): CheckCost {
    const own = { calls: this.#sent, picoUsd: this.#isPriced ? this.#picoUsd : null };
    return sumOf([own, ...this.#parts.map((part) => part.cost())]);
  }

  /** The bounds of a reader with a share of the rest, in `timeMsMax`, whose calls may cost that share of `picoUsdMax` at most. */
  shareOf(share: number, timeMsMax: number, picoUsdMax = this.#bounds.picoUsdMax): CheckBounds {
    const { callsMax, bytesMax } = this.#bounds;
    const { calls, bytes } = this.spent();
    return {
      timeMsMax,
      callsMax: Math.floor(Math.max(0, callsMax - calls) * share),
      bytesMax: Math.max(0, bytesMax - bytes) * share,
      ...this.#moneyLeft(picoUsdMax, share),
    };
  }

  /** The bounds of a reader that continues this one in `timeMsMax`, with calls and bytes of its own and the money that is left. */
  onward(timeMsMax: number): CheckBounds {
    return { ...this.#bounds, timeMsMax, ...this.#moneyLeft(this.#bounds.picoUsdMax, 1) };
  }

  /** A share of what is left of `most`; no member where money bounds nothing. */
  #moneyLeft(most: bigint | undefined, share: number): Pick<CheckBounds, 'picoUsdMax'> {
    return most === undefined ? {} : { picoUsdMax: shareOfMoney(most - this.#money(), share) };
  }

  /** Unpriced calls count as nothing: without prices, money sets no bound. */
  #money(): bigint {
    return this.#parts.reduce((sum, part) => sum + part.#money(), this.#picoUsd);
  }

  /** Whether calls that were sent, with bodies that were asked for and are not sent yet, use up what calls may cost. */
  #isMoneySpent(): boolean {
    const { picoUsdMax } = this.#bounds;
    if (picoUsdMax === undefined) return false;
    const body = this.#lastOrigin === null ? 0n : (this.#priceOf(this.#lastOrigin, BODY.method) ?? 0n);
    const sent = Math.max(this.#bodiesAnswered, this.#sent.get(BODY.method) ?? 0);
    return this.#money() + body * BigInt(Math.max(0, this.#bodiesAsked - sent)) >= picoUsdMax;
  }

  #tooManyBytes(reading: string): Reading<never> {
    return missing(reading, 'limit_reached', `answers took more than ${this.#bounds.bytesMax} bytes`);
  }
}

const SHARE_PARTS = 1_000;

function shareOfMoney(left: bigint, share: number): bigint {
  return left < 0n ? 0n : (left * BigInt(Math.floor(share * SHARE_PARTS))) / BigInt(SHARE_PARTS);
}

/** What the parts of a check came to. The price of all is known where each is. */
function sumOf(costs: readonly CheckCost[]): CheckCost {
  const calls = new Map<string, number>();
  let picoUsd: bigint | null = 0n;
  for (const one of costs) {
    for (const [method, count] of one.calls) calls.set(method, (calls.get(method) ?? 0) + count);
    picoUsd = picoUsd === null || one.picoUsd === null ? null : picoUsd + one.picoUsd;
  }
  return { calls, picoUsd };
}
