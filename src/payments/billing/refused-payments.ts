import { Fault } from '#lib/fault.ts';
import { networkOf } from '#lib/network-group.ts';

/** An agent that signs wrongly learns so from the first few; a minute of many callers behind one address holds more. */
const REFUSED_MAX = 60;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;
const TOO_MANY =
  'Too many payments from this address were refused within the last minute. This one was not looked at, and is unused.';

/**
 * Counts refused payments by address, IPv6 by /64, in this process. To refuse one costs us a look at its account and a trial run, and
 * its sender nothing.
 */
export class RefusedPayments {
  readonly #now: () => number;
  readonly #refused = new Map<string, { count: number; readonly until: number }>();

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws `too_many_payments` once an address had as many refused as it may within a minute. */
  admit(address: string): void {
    const found = this.#refused.get(networkOf(address));
    const msLeft = (found?.until ?? 0) - this.#now();
    if (!found || msLeft <= 0 || found.count < REFUSED_MAX) return;
    throw new Fault('too_many_payments', TOO_MANY, { retryAfterSeconds: Math.ceil(msLeft / 1_000) });
  }

  count(address: string): void {
    const network = networkOf(address);
    const found = this.#refused.get(network);
    if (found && found.until > this.#now()) {
      found.count += 1;
      return;
    }
    this.#refused.delete(network);
    this.#refused.set(network, { count: 1, until: this.#now() + WINDOW_MS });
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > ADDRESSES_MAX && oldest !== undefined) this.#refused.delete(oldest);
  }
}
