import type { SlotTime } from '../gates/slot-time.ts';
import { record } from '../json-value.ts';
import { isSlot } from '../slot-and-time.ts';
import { now, type RpcLimits } from './rpc-limits.ts';

/** Under TowerBFT a slot is final once 31 more were built on it: how far behind a node's finalized slot is until it was measured. */
const TOWER_SLOTS = 32;

/** A finalized slot that was named longer ago tells nothing of where the node's finality is now. */
const AGE_MS_MAX = 1_000;

/**
 * The shortest of so many measurements counts. The slot that follows from it may be too new, which makes other endpoints look late
 * by no more than measurements differ.
 */
const KEPT = 8;

const BLOCK_ID_BYTES = 32;

/**
 * How far the finalized slot of a node is behind its confirmed one. The transport compares endpoints by finalized slots; a
 * confirmed one would make all others look late. It costs no call: answers of both kinds come anyway.
 */
export class FinalityDistance<E> {
  readonly #slotTime: SlotTime;
  /** The finalized slot that each endpoint named last. */
  readonly #finalized = new Map<E, { readonly slot: number; readonly at: number }>();
  #measured: readonly number[] = [];
  #isInstant = false;

  constructor(slotTime: SlotTime) {
    this.#slotTime = slotTime;
  }

  /** Whether a block that is confirmed is final, as it is for ever once Alpenglow has a certificate. */
  get isInstant(): boolean {
    return this.#isInstant;
  }

  /** Notes a finalized slot that the endpoint named. */
  observe(endpoint: E, slot: number): void {
    this.#finalized.set(endpoint, { slot, at: now() });
  }

  /** The finalized slot that the endpoint has when it answers at `slot` with a lower commitment. */
  below(endpoint: E, slot: number): number {
    if (this.#isInstant) return slot;
    this.#measure(endpoint, slot);
    const distance = this.#measured.length > 0 ? Math.min(...this.#measured) : TOWER_SLOTS;
    return Math.max(0, slot - distance);
  }

  /**
   * Notes the result of `getAgGenesisCert`: an object with a block and a signature shows that Alpenglow runs. Null says that it does
   * not yet, and any other shape nothing. Layout: solana.com/docs/rpc/http/getaggenesiscert.
   */
  takeCertificate(result: unknown): void {
    const certificate = record(result);
    const block = record(certificate?.block);
    const id = block?.blockId;
    if (!isSlot(block?.slot) || !record(certificate?.signature)) return;
    this.#isInstant = Array.isArray(id) && id.length === BLOCK_ID_BYTES;
  }

  #measure(endpoint: E, slot: number): void {
    const finalized = this.#finalized.get(endpoint);
    if (!finalized) return;
    const ageMs = now() - finalized.at;
    if (ageMs > AGE_MS_MAX) return;
    const distance = slot - finalized.slot - this.#slotTime.slotsIn(ageMs);
    // Two nodes may answer for one endpoint, of which one is late, or names slots that do not exist.
    if (distance >= 0 && distance <= 2 * TOWER_SLOTS) this.#measured = [...this.#measured, distance].slice(-KEPT);
  }
}

/** A slot that an endpoint named, last at `at`, and first at `since`. `rose`: its slot before was a lower one. */
interface Seen {
  readonly slot: number;
  readonly at: number;
  readonly since: number;
  readonly rose: boolean;
}

/** Slots that go together: the newest of them, how far it has come since, and how many endpoints named one. */
interface SlotGroup {
  newest: number;
  reach: number;
  endpoints: number;
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
    const group = this.#believed(slot);
    if (group === null || slot - group.reach > this.leadSlotsMax) return this.leadSlotsMax;
    return Math.min(this.leadSlotsMax, Math.max(0, group.newest - slot));
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
  #believed(slot: number): SlotGroup | null {
    const all = this.#counted();
    if (all.length === 0) return { newest: slot, reach: slot, endpoints: 0 };
    const [only, ...others] = this.#groups(all);
    if (others.length === 0) return only ?? null;
    // An old slot does not count in a dispute: it may have been the mistake.
    const recent = all.filter(({ at }) => now() - at <= this.#ageMsMax);
    return this.#groups(recent).find(({ endpoints }) => endpoints * 2 > recent.length) ?? null;
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

  #groups(all: readonly Seen[]): readonly SlotGroup[] {
    const groups: SlotGroup[] = [];
    for (const seen of [...all].sort((a, b) => this.#reachOf(a) - this.#reachOf(b))) {
      const last = groups.at(-1);
      const reach = this.#reachOf(seen);
      if (last && seen.slot - last.reach <= this.leadSlotsMax) {
        last.newest = Math.max(last.newest, seen.slot);
        last.reach = reach;
        last.endpoints += 1;
      } else groups.push({ newest: seen.slot, reach, endpoints: 1 });
    }
    return groups;
  }

  /** The highest slot that an endpoint can be at by now. If it were presumed to stand still, an honest one would look late. */
  #reachOf({ slot, at }: Seen): number {
    return slot + Math.floor((now() - at) / this.#slotTime.msMin);
  }
}
