import { setTimeout as pause } from 'node:timers/promises';
import type { BlockTimes, PaymentChain, PaymentRank } from '#chain/payment-chain.ts';
import { chainTime } from '#chain/slot-and-time.ts';
import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import type { Signature } from '#lib/address.ts';
import type { BillingLimits } from './model.ts';
import type { Unsettled } from './stored.ts';

/** How long what a look came to is told to others who ask. */
const KEPT_MS = 5_000;

/** Payments whose searches are remembered; beyond them, the one that was looked for longest ago is forgotten. */
const SEARCHES_MAX = 500;

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

/**
 * What the chain tells of a payment. `failed`: it was carried out in vain, for a fee in lamports. `absent`: it is not there
 * and cannot land any more. `unknown`: ask again.
 */
export type Landing =
  | { readonly is: 'landed'; readonly signature: Signature }
  | { readonly is: 'failed'; readonly signature: Signature; readonly feeLamports: bigint }
  | { readonly is: 'absent' }
  | { readonly is: 'unknown' };

/** Two signatures and the dearest priority fee that the guard lets through, for a fee that nobody tells. */
const FEE_LAMPORTS_MAX = 15_000n;
const PAUSE_MS_MAX = 2_000;
const PAUSE_GROWTH = 1.5;
const READ_AT_ONCE = 10;
/** How far the time of a block and the clock of the books may be apart: the chain's is an estimate. */
const CLOCKS_APART_SECONDS = 600;
const UNKNOWN: Landing = { is: 'unknown' };

/**
 * `told` is what a facilitator elsewhere calls the signature: a hint that is believed only with the payer's own in it.
 * `rank`: who goes before and after the search where calls are rationed; that of money under way when absent.
 */
interface SearchOptions {
  readonly told?: Signature | null;
  readonly rank?: PaymentRank;
}

type Reserved = Pick<PaymentRecord, 'reservedAt' | 'reservedSecondsAgo'>;

/** One payment being looked for on chain; what was read and is another's is not read again. */
export class Search {
  readonly #chain: PaymentChain;
  readonly #payment: Unsettled;
  readonly #told: Signature | null;
  readonly #rank: PaymentRank;
  #others = new Set<Signature>();
  /** Whether the last look saw everything that there is to see; one at the newest signatures alone never did. */
  #complete = false;

  constructor(chain: PaymentChain, payment: Unsettled, { told = null, rank = 'settlement' }: SearchOptions = {}) {
    this.#chain = chain;
    this.#payment = payment;
    this.#told = told;
    this.#rank = rank;
  }

  /** One look. Never `absent`. */
  async look(): Promise<Landing> {
    return await this.#look(null);
  }

  /**
   * One look that can tell `absent` as well: with the height read first, nothing can land between the two. A payment lands soon after it
   * was reserved or never.
   */
  async conclude(reserved: Reserved): Promise<Landing> {
    const height = await this.#chain.finalizedHeight();
    if (!height.known || height.value <= this.#payment.heightBound) return await this.look();
    const landing = await this.#look(await this.#timesOf(reserved));
    return landing.is === 'unknown' && this.#complete ? { is: 'absent' } : landing;
  }

  /**
   * Between which block times it can have landed: by the clock of the books, and by the chain's own, because the first may be hours
   * off. Null where the chain's cannot be told: then nothing counts as read whole.
   */
  async #timesOf({ reservedAt, reservedSecondsAgo }: Reserved): Promise<BlockTimes | null> {
    const now = await chainTime(this.#chain);
    if (now === null) return null;
    const both = [reservedAt, now - reservedSecondsAgo];
    return { from: Math.min(...both) - CLOCKS_APART_SECONDS, until: Math.max(...both) + CLOCKS_APART_SECONDS };
  }

  /** Looks until there is something or the time is over. */
  async wait({ confirmMsMax, confirmPauseMs }: BillingLimits): Promise<Landing> {
    const end = performance.now() + confirmMsMax;
    for (let pauseMs = confirmPauseMs; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MS_MAX)) {
      const landing = await this.look();
      if (landing.is !== 'unknown' || performance.now() + pauseMs > end) return landing;
      await pause(pauseMs);
    }
  }

  /** `times`: which part of an account's history is to be read whole; only its newest part is where it is null. */
  async #look(times: BlockTimes | null): Promise<Landing> {
    const { signature } = this.#payment;
    return signature === null ? await this.#recognise(times) : await this.#follow(signature);
  }

  async #follow(signature: Signature): Promise<Landing> {
    const status = await this.#chain.status(signature, this.#rank);
    this.#complete = status.known && status.value === null;
    if (!status.known || status.value === null || status.value.commitment === 'processed') return UNKNOWN;
    if (status.value.error === null) return { is: 'landed', signature };
    return { is: 'failed', signature, feeLamports: await this.#feeOf(signature) };
  }

  /** No more than it can be: it is one endpoint's word, and adds to what pauses payments. */
  async #feeOf(signature: Signature): Promise<bigint> {
    const transaction = await this.#chain.confirmed(signature, this.#rank);
    const fee = transaction.known && transaction.value ? transaction.value.fee : FEE_LAMPORTS_MAX;
    return fee < FEE_LAMPORTS_MAX ? fee : FEE_LAMPORTS_MAX;
  }

  async #recognise(times: BlockTimes | null): Promise<Landing> {
    const { source } = this.#payment;
    const whole = times === null ? null : await this.#chain.between(source, times, this.#rank);
    // Of a history that cannot be read whole, the payment may still stand among the newest.
    const recent = whole?.known ? whole : await this.#chain.recent(source, this.#rank);
    this.#complete = whole?.known ?? false;
    const listed = recent.known ? recent.value : [];
    const hinted = this.#told === null || listed.includes(this.#told) ? [] : [this.#told];
    const all = [...hinted, ...listed];
    const candidates = all.filter((signature) => !this.#others.has(signature));
    // What is listed no more comes up no more.
    if (recent.known) this.#others = new Set(all.filter((signature) => this.#others.has(signature)));
    for (let n = 0; n < candidates.length; n += READ_AT_ONCE) {
      const read = await Promise.all(candidates.slice(n, n + READ_AT_ONCE).map((one) => this.#read(one)));
      const found = read.find((landing) => landing.is !== 'unknown');
      if (found) return found;
    }
    return UNKNOWN;
  }

  async #read(signature: Signature): Promise<Landing> {
    const read = await this.#chain.confirmed(signature, this.#rank);
    // What cannot be read may be the one; a hint that leads nowhere is only looked at again.
    if (!read.known || read.value === null) this.#complete = false;
    if (!read.known || read.value === null) return UNKNOWN;
    if (!read.value.signatures.includes(this.#payment.payerSignature)) {
      this.#others.add(signature);
      return UNKNOWN;
    }
    // Its payer signed it. Whether it landed takes more than the word of whoever told the body.
    const landing = await this.#follow(signature);
    this.#complete = false;
    return landing;
  }
}

interface Look {
  readonly search: Search;
  readonly landing: Promise<Landing>;
  /** Until when it stands for others, in milliseconds; all the time while it is under way. */
  until: number;
}
