import { FREE_ANSWERS_MAX, FREE_WINDOW_SECONDS } from '#ledger/holds/limits.ts';
import { Fault } from '#lib/fault.ts';
import { networkOf } from './network.ts';

/** How many addresses are remembered; beyond them, the one whose newest free answer is oldest is forgotten. */
export const ADDRESSES_MAX = 10_000;
const WINDOW_MS = FREE_WINDOW_SECONDS * 1_000;

/**
 * Counts the free answers of payments per call by the caller's address, IPv6 by /64, over a sliding hour. The ledger does
 * the same for keys. An unspent payment costs its holder nothing, so without this it would buy any amount of work that
 * ends free. What is counted lives in this process only: it is lost with it, and every replica counts for itself.
 */
export class FreeAnswers {
  readonly #now: () => number;
  /** When the newest free answers were given, oldest first and no more than are allowed. */
  readonly #given = new Map<string, readonly number[]>();

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Throws `too_many_free_answers`, with the seconds until the oldest of them is an hour old. */
  admit(address: string): void {
    const now = this.#now();
    const given = recentOf(this.#given.get(networkOf(address)), now);
    const [oldest] = given;
    if (oldest === undefined || given.length < FREE_ANSWERS_MAX) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1_000));
    throw new Fault('too_many_free_answers', undefined, { retryAfterSeconds });
  }

  /** Notes that so many free answers were given. */
  count(address: string, answers: number): void {
    if (answers === 0) return;
    const now = this.#now();
    const network = networkOf(address);
    const before = recentOf(this.#given.get(network), now);
    const given = [...before, ...new Array<number>(answers).fill(now)].slice(-FREE_ANSWERS_MAX);
    this.#given.delete(network);
    this.#given.set(network, given);
    this.#forget(now);
  }

  /** Addresses stand in the order of their newest free answer, so that what is due stands first. */
  #forget(now: number): void {
    for (const [network, given] of this.#given) {
      if (this.#given.size <= ADDRESSES_MAX && recentOf(given, now).length > 0) return;
      this.#given.delete(network);
    }
  }
}

function recentOf(given: readonly number[] = [], now: number): readonly number[] {
  return given.filter((time) => time > now - WINDOW_MS);
}
