import { randomInt } from 'node:crypto';
import type { Transaction } from '#solana/transaction.ts';
import type { Endpoint } from './rpc/endpoint.ts';
import type { AnsweredCall } from './rpc/rpc-caller.ts';

/**
 * How many transactions of a check a second endpoint has to confirm. Of n transactions of which k are forged, the sample misses all
 * with a chance of less than (1 - k/n)^16: 19 % for a tenth, 1 % for a quarter, 0.002 % for a half. One forged of a thousand is
 * missed in 98 of 100 checks; the balances before and after it reveal that one.
 */
const SAMPLE_BODIES = 16;

interface Sampled {
  readonly body: Transaction;
  readonly from: Endpoint;
}

/**
 * A random sample of the transactions that a check read, each with the same chance. It is drawn after the transaction came and from
 * unpredictable numbers, so that no endpoint knows which ones another endpoint is asked for.
 */
export class BodySample {
  readonly chosen: Sampled[] = [];
  readonly #counts = new Map<Endpoint, number>();
  #seen = 0;

  /** Notes a transaction that was read. One without an endpoint was kept earlier, when a second endpoint confirmed it. */
  offer({ reading, from }: AnsweredCall<Transaction>): void {
    if (!reading.known || !from) return;
    this.#counts.set(from, (this.#counts.get(from) ?? 0) + 1);
    this.#seen += 1;
    const place = this.#seen <= SAMPLE_BODIES ? this.#seen - 1 : randomInt(this.#seen);
    if (place < SAMPLE_BODIES) this.chosen[place] = { body: reading.value, from };
  }

  /** The endpoint that gave most of them; null where none did. */
  get main(): Endpoint | null {
    const [most] = [...this.#counts].sort(([, a], [, b]) => b - a);
    return most?.[0] ?? null;
  }
}
