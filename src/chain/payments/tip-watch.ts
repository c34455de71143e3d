import { known, missing, type Reading } from '#lib/reading.ts';
import { type LiveTip, TIP_BLOCKS_MAX, type Tip } from '../payments-model.ts';
import { now } from '../rpc/limits.ts';
import type { SlotTime } from '../rpc/slot-time.ts';
import { lifeMs } from './blockhash-life.ts';
import type { PaymentLimits } from './limits.ts';

interface Seen {
  readonly tip: Tip;
  readonly at: number;
}

/** Looks at the newest blockhash again and again, one look at a time, so that it is known without a call. */
export class TipWatch {
  readonly #read: () => Promise<Reading<Tip>>;
  readonly #limits: PaymentLimits;
  readonly #slotTime: SlotTime;
  #seen: Seen | null = null;
  #trouble = 'none was read yet';
  #failures = 0;
  #closed = false;
  #timer: NodeJS.Timeout | null = null;

  /** Begins at once. `read` must not reject. */
  constructor(read: () => Promise<Reading<Tip>>, limits: PaymentLimits, slotTime: SlotTime) {
    this.#read = read;
    this.#limits = limits;
    this.#slotTime = slotTime;
    void this.#look();
  }

  /** The tip, or a gap when there is none that is young enough. */
  get(): Reading<LiveTip> {
    const seen = this.#fresh();
    if (!seen) return missing('tip', 'rpc_unavailable', this.#trouble);
    return known({ ...seen.tip, landsWithinMs: lifeMs(0, now() - seen.at, this.#slotTime) });
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const at = now();
    const reading = await this.#read();
    if (this.#closed) return;
    if (reading.known) this.#take({ tip: reading.value, at });
    else this.#trouble = reading.gap.detail ?? reading.gap.cause;
    this.#failures = reading.known ? 0 : this.#failures + 1;
    const { tipEveryMs, tipEveryMsMax } = this.#limits;
    const pauseMs = Math.min(tipEveryMsMax, tipEveryMs * 2 ** Math.max(0, this.#failures - 1));
    this.#timer = setTimeout(() => void this.#look(), pauseMs).unref();
  }

  /** An endpoint that is a little late must not replace a newer tip by one that expires sooner. */
  #take(seen: Seen): void {
    const present = this.#fresh();
    if (!present || seen.tip.lastValidBlockHeight >= present.tip.lastValidBlockHeight) this.#seen = seen;
  }

  #fresh(): Seen | null {
    const ageMsMax = Math.min(this.#limits.tipAgeMsMax, TIP_BLOCKS_MAX * this.#slotTime.msMin);
    return this.#seen && now() - this.#seen.at < ageMsMax ? this.#seen : null;
  }
}
