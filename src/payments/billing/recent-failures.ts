import type { PaymentChain } from '#chain/payments-model.ts';
import { type Landing, Search } from './settlement-lookup.ts';
import type { Unsettled } from './stored.ts';

/** How long what a look came to is told to others who ask. */
const KEPT_MS = 5_000;
/** Payments whose searches are remembered; beyond them, the one that was looked for longest ago is forgotten. */
const SEARCHES_MAX = 500;

interface Look {
  readonly search: Search;
  readonly landing: Promise<Landing>;
  /** Until when it stands for others, in milliseconds; all the time while it is under way. */
  until: number;
}

/** Looks at payments that failed: anybody may repeat one for nothing, so all who do within seconds share one look. */
export class Looks {
  readonly #chain: PaymentChain;
  readonly #now: () => number;
  /** By message, those that were looked for last at the end. */
  readonly #looks = new Map<string, Look>();

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(chain: PaymentChain, now: () => number) {
    this.#chain = chain;
    this.#now = now;
  }

  /** What the chain tells of the payment, which may be a few seconds old. Never `absent`. */
  async at(payment: Unsettled): Promise<Landing> {
    const key = Buffer.from(payment.messageHash).toString('base64');
    const last = this.#looks.get(key);
    if (last && this.#now() < last.until) return await last.landing;
    const search = last?.search ?? new Search(this.#chain, payment, { rank: 'payment' });
    const look: Look = { search, landing: search.look(), until: Number.POSITIVE_INFINITY };
    this.#looks.delete(key);
    this.#looks.set(key, look);
    this.#forgetOldest();
    try {
      return await look.landing;
    } finally {
      look.until = this.#now() + KEPT_MS;
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#looks.keys();
    if (oldest !== undefined && this.#looks.size > SEARCHES_MAX) this.#looks.delete(oldest);
  }
}
