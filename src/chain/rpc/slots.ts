import { now, type RpcLimits } from './limits.ts';

/** 400 ms a slot: the pace at which an endpoint is presumed to have advanced since it was last heard. */
const SLOT_MS = 400;

interface Seen {
  slot: number;
  at: number;
}

/** The newest finalized slot that each endpoint is known to have, and from it how far one lags behind the best. */
export class SlotWatch<E> {
  readonly #seen = new Map<E, Seen>();
  readonly #ageMsMax: number;

  constructor(limits: RpcLimits) {
    this.#ageMsMax = limits.probeAgeMsMax;
  }

  /** Notes a slot that the endpoint named. A lower one replaces a higher one only when that is old, so that a wild value passes. */
  observe(endpoint: E, slot: number): void {
    const seen = this.#seen.get(endpoint);
    if (!seen || slot >= seen.slot || now() - seen.at > this.#ageMsMax) this.#seen.set(endpoint, { slot, at: now() });
  }

  slotOf(endpoint: E): number | null {
    return this.#seen.get(endpoint)?.slot ?? null;
  }

  /** How far `slot` is behind the best slot known of any endpoint. */
  behind(slot: number): number {
    let best = slot;
    for (const seen of this.#seen.values()) best = Math.max(best, seen.slot);
    return best - slot;
  }

  /** How far the endpoint lags, presuming that it went on since it was last heard: never more than it really does. */
  lagOf(endpoint: E): number {
    const seen = this.#seen.get(endpoint);
    return seen ? this.behind(seen.slot + Math.floor((now() - seen.at) / SLOT_MS)) : 0;
  }
}
