import { now, type RpcLimits } from './limits.ts';
import type { SlotTime } from './slot-time.ts';

/** A slot that an endpoint named, last at `at`, and first at `since`. `rose`: its slot before was a lower one. */
interface Seen {
  readonly slot: number;
  readonly at: number;
  readonly since: number;
  readonly rose: boolean;
}

/** Slots that go together: the newest of them, how far it has come since, and how many endpoints named one. */
interface Party {
  newest: number;
  reach: number;
  voices: number;
}

/** The newest finalized slot that each endpoint is known to have, and from it how far one lags behind the best. */
export class SlotWatch<E> {
  readonly #seen = new Map<E, Seen>();
  readonly #ageMsMax: number;
  readonly #leadMsMax: number;
  readonly #slotTime: SlotTime;

  constructor(limits: RpcLimits, slotTime: SlotTime) {
    this.#ageMsMax = limits.probeAgeMsMax;
    this.#leadMsMax = limits.leadMsMax;
    this.#slotTime = slotTime;
  }

  /** Endpoints whose slots are further apart contradict each other about where the chain is. */
  get leadSlotsMax(): number {
    return this.#slotTime.slotsIn(this.#leadMsMax);
  }

  /** Notes a slot that the endpoint named. A lower one replaces a higher one only when that is old, so that a wild value passes. */
  observe(endpoint: E, slot: number): void {
    const at = now();
    const seen = this.#seen.get(endpoint);
    if (seen?.slot === slot) this.#seen.set(endpoint, { ...seen, at });
    else if (!seen || slot > seen.slot || at - seen.at > this.#ageMsMax) {
      this.#seen.set(endpoint, { slot, at, since: at, rose: seen !== undefined && slot > seen.slot });
    }
  }

  slotOf(endpoint: E): number | null {
    return this.#seen.get(endpoint)?.slot ?? null;
  }

  /**
   * How far `slot` is behind the best slot that is believed of any endpoint, `leadSlotsMax` at most. As far also where it is so far
   * ahead of what is believed that it cannot be true, and where endpoints contradict each other so that nobody can be believed.
   */
  behind(slot: number): number {
    const party = this.#believed(slot);
    if (party === null || slot - party.reach > this.leadSlotsMax) return this.leadSlotsMax;
    return Math.min(this.leadSlotsMax, Math.max(0, party.newest - slot));
  }

  /** How far the endpoint lags, presuming that it went on since it was last heard: never more than it really does. */
  lagOf(endpoint: E): number {
    const seen = this.#seen.get(endpoint);
    return seen ? this.behind(this.#reachOf(seen)) : 0;
  }

  /**
   * Those whose slots are believed; null where no side is in the majority. An endpoint may be stuck for hours, and whoever is ahead
   * of it is right; beyond that one of them names slots that do not exist, and it is not always the one that is ahead.
   */
  #believed(slot: number): Party | null {
    const all = this.#counted();
    if (all.length === 0) return { newest: slot, reach: slot, voices: 0 };
    const [only, ...others] = this.#parties(all);
    if (others.length === 0) return only ?? null;
    // Who was not heard for long has no say in a dispute: what it named last may have been the mistake.
    const heard = all.filter(({ at }) => now() - at <= this.#ageMsMax);
    return this.#parties(heard).find(({ voices }) => voices * 2 > heard.length) ?? null;
  }

  /**
   * Without those that have stopped, or are heard no more, where another one goes on: the chain did as well, and a slot ahead of it
   * may have been a mistake.
   */
  #counted(): readonly Seen[] {
    const all = [...this.#seen.values()];
    const fresh = all.filter(({ since }) => now() - since <= this.#ageMsMax);
    return fresh.some(({ rose }) => rose) ? fresh : all;
  }

  #parties(all: readonly Seen[]): readonly Party[] {
    const parties: Party[] = [];
    for (const seen of [...all].sort((a, b) => this.#reachOf(a) - this.#reachOf(b))) {
      const last = parties.at(-1);
      const reach = this.#reachOf(seen);
      if (last && seen.slot - last.reach <= this.leadSlotsMax) {
        last.newest = Math.max(last.newest, seen.slot);
        last.reach = reach;
        last.voices += 1;
      } else parties.push({ newest: seen.slot, reach, voices: 1 });
    }
    return parties;
  }

  /** The highest slot that an endpoint can be at by now. If it were presumed to stand still, an honest one would look late. */
  #reachOf({ slot, at }: Seen): number {
    return slot + Math.floor((now() - at) / this.#slotTime.msMin);
  }
}
