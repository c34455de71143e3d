import { setTimeout as pause } from 'node:timers/promises';
import type { Signature } from 'assay-core/solana/address.ts';
import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import type { BlockTimes, PaymentChain, PaymentRank } from '../chain/payment-chain.ts';
import { chainTime } from '../chain/payment-chain.ts';
import type { BillingLimits } from './deps.ts';
import type { Unsettled } from './stored.ts';

/** For how long the result of a lookup is given to others who ask. */
const KEPT_MS = 5_000;

/** Payments whose lookups are kept; beyond that the one that was asked about longest ago goes. */
const SEARCHES_MAX = 500;

/** Lookups of failed payments. Repeats are free for everybody, so repeats within seconds share one lookup. */
export class RecentLookups {
  readonly #chain: PaymentChain;
  readonly #now: () => number;
  /** By message; the one that was asked about last is at the end. */
  readonly #lookups = new Map<string, KeptLookup>();

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(chain: PaymentChain, now: () => number) {
    this.#chain = chain;
    this.#now = now;
  }

  /** The payment's state on chain, at most a few seconds old. Never `absent`. */
  async of(payment: Unsettled): Promise<LookupResult> {
    const key = Buffer.from(payment.messageHash).toString('base64');
    const last = this.#lookups.get(key);
    if (last && this.#now() < last.until) return await last.result;
    const lookup = last?.lookup ?? new SettlementLookup(this.#chain, payment, { rank: 'payment' });
    const kept: KeptLookup = { lookup, result: lookup.once(), until: Number.POSITIVE_INFINITY };
    this.#lookups.delete(key);
    this.#lookups.set(key, kept);
    this.#forgetOldest();
    try {
      return await kept.result;
    } finally {
      kept.until = this.#now() + KEPT_MS;
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#lookups.keys();
    if (oldest !== undefined && this.#lookups.size > SEARCHES_MAX) this.#lookups.delete(oldest);
  }
}

/**
 * The state of a payment on chain. `failed`: its transaction failed and cost a fee in lamports. `absent`: it is not on chain and cannot
 * land any more. `unknown`: ask again.
 */
export type LookupResult =
  | { readonly is: 'landed'; readonly signature: Signature }
  | { readonly is: 'failed'; readonly signature: Signature; readonly feeLamports: bigint }
  | { readonly is: 'absent' }
  | { readonly is: 'unknown' };

/** The highest fee that the guard of payments lets through: two signatures and a priority fee. Stands for a fee that cannot be read. */
const FEE_LAMPORTS_MAX = 15_000n;
const PAUSE_MS_MAX = 2_000;
const PAUSE_GROWTH = 1.5;
const READ_AT_ONCE = 10;
/** How far the time of a block and the clock of the database may differ, because block times are estimates. */
const CLOCKS_APART_SECONDS = 600;
const UNKNOWN: LookupResult = { is: 'unknown' };

/**
 * `hint`: the signature that a remote facilitator reported. It counts only if that transaction carries the payer's signature. `rank`: the
 * priority of its calls if calls are rationed; by default the rank of a settlement.
 */
interface LookupOptions {
  readonly hint?: Signature | null;
  readonly rank?: PaymentRank;
}

type Reserved = Pick<PaymentRecord, 'reservedAt' | 'reservedSecondsAgo'>;

/** Looks one payment up on chain, any number of times. Reads each transaction of other payments once. */
export class SettlementLookup {
  readonly #chain: PaymentChain;
  readonly #payment: Unsettled;
  readonly #hint: Signature | null;
  readonly #rank: PaymentRank;
  #others = new Set<Signature>();
  /** Whether the last lookup read all that could be the payment. The newest signatures alone are never all. */
  #complete = false;

  constructor(chain: PaymentChain, payment: Unsettled, { hint = null, rank = 'settlement' }: LookupOptions = {}) {
    this.#chain = chain;
    this.#payment = payment;
    this.#hint = hint;
    this.#rank = rank;
  }

  /** One lookup. Never `absent`. */
  async once(): Promise<LookupResult> {
    return await this.#lookUp(null);
  }

  /**
   * One lookup that can say `absent` as well. The block height is read first, so that nothing can land between the two readings. A
   * payment lands soon after it was reserved, or never.
   */
  async conclude(reserved: Reserved): Promise<LookupResult> {
    const height = await this.#chain.finalizedHeight();
    if (!height.known || height.value <= this.#payment.heightBound) return await this.once();
    const result = await this.#lookUp(await this.#timesOf(reserved));
    return result.is === 'unknown' && this.#complete ? { is: 'absent' } : result;
  }

  /**
   * Between which block times it can have landed, by the database's clock and by the chain's, because the first may be hours off. Null
   * where the chain's time is unknown: then no history counts as read completely.
   */
  async #timesOf({ reservedAt, reservedSecondsAgo }: Reserved): Promise<BlockTimes | null> {
    const now = await chainTime(this.#chain);
    if (now === null) return null;
    const both = [reservedAt, now - reservedSecondsAgo];
    return { from: Math.min(...both) - CLOCKS_APART_SECONDS, until: Math.max(...both) + CLOCKS_APART_SECONDS };
  }

  /** Repeats the lookup with growing pauses until there is a result or the time is over. */
  async wait({ confirmMsMax, confirmPauseMs }: BillingLimits): Promise<LookupResult> {
    const end = performance.now() + confirmMsMax;
    for (let pauseMs = confirmPauseMs; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MS_MAX)) {
      const result = await this.once();
      if (result.is !== 'unknown' || performance.now() + pauseMs > end) return result;
      await pause(pauseMs);
    }
  }

  /** `times`: the part of the account's history to read completely; with null only its newest part is read. */
  async #lookUp(times: BlockTimes | null): Promise<LookupResult> {
    const { signature } = this.#payment;
    return signature === null ? await this.#recognise(times) : await this.#follow(signature);
  }

  async #follow(signature: Signature): Promise<LookupResult> {
    const status = await this.#chain.status(signature, this.#rank);
    this.#complete = status.known && status.value === null;
    if (!status.known || status.value === null || status.value.commitment === 'processed') return UNKNOWN;
    if (status.value.error === null) return { is: 'landed', signature };
    return { is: 'failed', signature, feeLamports: await this.#feeOf(signature) };
  }

  /** At most the highest fee that is possible: one endpoint alone says it, and it counts towards the pause of payments. */
  async #feeOf(signature: Signature): Promise<bigint> {
    const transaction = await this.#chain.confirmed(signature, this.#rank);
    const fee = transaction.known && transaction.value ? transaction.value.fee : FEE_LAMPORTS_MAX;
    return fee < FEE_LAMPORTS_MAX ? fee : FEE_LAMPORTS_MAX;
  }

  async #recognise(times: BlockTimes | null): Promise<LookupResult> {
    const { source } = this.#payment;
    const complete = times === null ? null : await this.#chain.between(source, times, this.#rank);
    // If the history cannot be read completely, the payment may still be among the newest signatures.
    const recent = complete?.known ? complete : await this.#chain.recent(source, this.#rank);
    this.#complete = complete?.known ?? false;
    const listed = recent.known ? recent.value : [];
    const hinted = this.#hint === null || listed.includes(this.#hint) ? [] : [this.#hint];
    const all = [...hinted, ...listed];
    const candidates = all.filter((signature) => !this.#others.has(signature));
    // A signature that is not listed any more will not come up again.
    if (recent.known) this.#others = new Set(all.filter((signature) => this.#others.has(signature)));
    for (let n = 0; n < candidates.length; n += READ_AT_ONCE) {
      const read = await Promise.all(candidates.slice(n, n + READ_AT_ONCE).map((one) => this.#read(one)));
      const found = read.find((result) => result.is !== 'unknown');
      if (found) return found;
    }
    return UNKNOWN;
  }

  async #read(signature: Signature): Promise<LookupResult> {
    const read = await this.#chain.confirmed(signature, this.#rank);
    // A transaction that cannot be read may be the payment. A hint that cannot be read is tried again.
    if (!read.known || read.value === null) this.#complete = false;
    if (!read.known || read.value === null) return UNKNOWN;
    if (!read.value.signatures.includes(this.#payment.payerSignature)) {
      this.#others.add(signature);
      return UNKNOWN;
    }
    // The payer signed it. One endpoint gave the body, so whether it landed is asked separately.
    const result = await this.#follow(signature);
    this.#complete = false;
    return result;
  }
}

interface KeptLookup {
  readonly lookup: SettlementLookup;
  readonly result: Promise<LookupResult>;
  /** Until when others get the same result, in milliseconds; without an end while it is under way. */
  until: number;
}
