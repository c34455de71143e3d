import { isSlot } from '../moments.ts';
import { now } from './limits.ts';
import { record } from './method.ts';
import type { SlotTime } from './slot-time.ts';

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
