import { record } from '#lib/json-value.ts';
import type { SlotTime } from '#solana/gates/slot-time.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import { now, type RpcLimits } from './rpc-limits.ts';

/**
 * Under TowerBFT a slot is final once 31 more were built on it. This is the distance of a node's finalized slot until it is
 * measured.
 */
const TOWER_SLOTS = 32;

/** A finalized slot that is older, in milliseconds, says nothing about the current one. */
const AGE_MS_MAX = 1_000;

/**
 * The shortest of so many measurements counts. A slot that is computed with it may be too new by as much as measurements differ,
 * and other endpoints then seem to lag by no more than that.
 */
const KEPT = 8;

const BLOCK_ID_BYTES = 32;

/**
 * How far the finalized slot of a node is behind its confirmed one. The transport compares endpoints by finalized slots; compared
 * with a confirmed slot, all others would seem to lag. Measuring costs no call, because both kinds of answers come anyway.
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

  /** Whether a confirmed block is final at once, as it is under Alpenglow. It stays true once it is. */
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
    // Two nodes may answer for one endpoint. One of them may lag, or name slots that do not exist.
    if (distance >= 0 && distance <= 2 * TOWER_SLOTS) this.#measured = [...this.#measured, distance].slice(-KEPT);
  }
}

/** A slot that an endpoint named: the last time at `at`, the first time at `since`. `rose`: the slot before was lower. */
interface Seen {
  readonly slot: number;
  readonly at: number;
  readonly since: number;
  readonly rose: boolean;
}

/** Slots that agree: the newest of them, the highest slot it can have reached by now, and how many endpoints named one. */
interface SlotGroup {
  newest: number;
  reach: number;
  endpoints: number;
}

/** The newest finalized slot of each endpoint, and how far each lags behind the best. */
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

  /**
   * Notes a slot that the endpoint named. A lower slot replaces a higher one only when that is old, so that one wild value does no
   * lasting harm.
   */
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
   * How far `slot` is behind the best trusted slot, at most `leadSlotsMax`. It is `leadSlotsMax` also where `slot` is too far ahead to be
   * true, and where endpoints contradict each other so that none is trusted.
   */
  behind(slot: number): number {
    const group = this.#majority(slot);
    if (group === null || slot - group.reach > this.leadSlotsMax) return this.leadSlotsMax;
    return Math.min(this.leadSlotsMax, Math.max(0, group.newest - slot));
  }

  /** How far the endpoint lags if it has gone on since it was last heard: never more than it really does. */
  lagOf(endpoint: E): number {
    const seen = this.#seen.get(endpoint);
    return seen ? this.behind(this.#reachOf(seen)) : 0;
  }

  /**
   * The group of slots with a majority; null where no group has it. An endpoint may be stuck for hours, and those ahead of it are right.
   * Beyond that one of them names slots that do not exist, and not always the one ahead.
   */
  #majority(slot: number): SlotGroup | null {
    const all = this.#counted();
    if (all.length === 0) return { newest: slot, reach: slot, endpoints: 0 };
    const [only, ...others] = this.#groups(all);
    if (others.length === 0) return only ?? null;
    // An old slot does not count in a contradiction, because it may have been the mistake.
    const recent = all.filter(({ at }) => now() - at <= this.#ageMsMax);
    return this.#groups(recent).find(({ endpoints }) => endpoints * 2 > recent.length) ?? null;
  }

  /**
   * Leaves out endpoints that stopped or are silent where another one goes on. The chain went on as well, and a slot ahead of it
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

  /** The highest slot that an endpoint can have reached by now. Without this an honest endpoint would seem to lag. */
  #reachOf({ slot, at }: Seen): number {
    return slot + Math.floor((now() - at) / this.#slotTime.msMin);
  }
}
