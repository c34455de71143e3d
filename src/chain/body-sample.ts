import { randomInt } from 'node:crypto';
import type { Transaction } from './chain-reader.ts';
import type { Endpoint } from './rpc/endpoint.ts';
import type { AnsweredCall } from './rpc/rpc-caller.ts';

/**
 * How many bodies of a check a second endpoint has to confirm. Of n bodies of which k are forged, none is among them with a chance
 * of less than (1 - k/n)^16: 19 % where a tenth is forged, 1 % for a quarter, 0.002 % for a half. A single one of a thousand is
 * missed in 98 of 100 checks: against that stand the balances around it, which have to carry on.
 */
const SAMPLE_BODIES = 16;

interface Sampled {
  readonly body: Transaction;
  readonly from: Endpoint;
}

/**
 * A random part of the bodies that a check read, each with the same chance. It is drawn when a body is there already, from numbers
 * that nobody can foresee, so that no endpoint knows which of its bodies will be asked of another one.
 */
export class BodySample {
  readonly chosen: Sampled[] = [];
  readonly #counts = new Map<Endpoint, number>();
  #seen = 0;

  /** Notes a body that was read. One without an endpoint was kept from before, when a second endpoint confirmed it. */
  offer({ reading, from }: AnsweredCall<Transaction>): void {
    if (!reading.known || !from) return;
    this.#counts.set(from, (this.#counts.get(from) ?? 0) + 1);
    this.#seen += 1;
    const place = this.#seen <= SAMPLE_BODIES ? this.#seen - 1 : randomInt(this.#seen);
    if (place < SAMPLE_BODIES) this.chosen[place] = { body: reading.value, from };
  }

  /** Who gave most of them; null where nobody gave any. */
  get main(): Endpoint | null {
    const [most] = [...this.#counts].sort(([, a], [, b]) => b - a);
    return most?.[0] ?? null;
  }
}
