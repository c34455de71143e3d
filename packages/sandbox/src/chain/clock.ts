import { type GateSchedule, msBetween } from 'assay-core/solana/gates/gate-schedule.ts';
import { EPOCH_SLOTS } from 'assay-core/solana/gates/gate-table.ts';
import { START_SLOT } from './gates.ts';
import { derive, spell, unspell } from './programs.ts';
import { LAMPORTS_PER_SIGNATURE } from './svm.ts';

/** Slots that a block hash stays valid. */
export const BLOCKHASH_SLOTS = 150;

const HASH_BYTES = 32;

/** A block hash and the fee for a signature (u64). */
const ENTRY_BYTES = HASH_BYTES + 8;

export type Commitment = 'processed' | 'confirmed' | 'finalized';

export interface ClockOptions {
  /** Unix milliseconds of `START_SLOT`. A fixed value makes every block time of a run of tests the same. */
  readonly anchorMs: number;
  /** Unix milliseconds at which the sandbox was first started; a restarted process continues from there. */
  readonly startedMs: number;
  /** Slots until a block is final; 32 is the network's. */
  readonly finalitySlots: number;
}

/**
 * Slots and times. A slot's block time is a pure function of its number; the tip moves with real time. Addresses,
 * slots and signatures of the sample world therefore never change, only its block times move with the start. Blocks are never
 * skipped, so a slot's number is also its block height.
 */
export class SlotClock {
  readonly #options: ClockOptions;
  readonly #schedule: () => GateSchedule;
  /** A slot and the Unix milliseconds at which it began; the tip is counted from there. */
  #from: { readonly slot: number; readonly ms: number };
  /** The tip stays the same until the running code has ended, so that an answer and the slot that it names are of one moment. */
  #isFixed = false;

  /** `schedule` returns the planned slot times as known now. Times of slots before the tip must not change. */
  constructor(options: ClockOptions, schedule: () => GateSchedule) {
    this.#options = options;
    this.#schedule = schedule;
    this.#from = { slot: START_SLOT, ms: options.startedMs };
  }

  /** The newest slot. */
  tip(): number {
    return this.#move().slot;
  }

  /** Counts on to the newest slot. */
  #move(): { readonly slot: number; readonly ms: number } {
    if (this.#isFixed) return this.#from;
    this.#isFixed = true;
    queueMicrotask(() => {
      this.#isFixed = false;
    });
    let { slot, ms } = this.#from;
    const { slotTimes } = this.#schedule();
    for (const [index, { value }] of slotTimes.entries()) {
      const end = slotTimes[index + 1]?.fromSlot ?? Number.POSITIVE_INFINITY;
      const passed = slot < end ? Math.min(end - slot, Math.floor((Date.now() - ms) / value)) : 0;
      slot += passed;
      ms += passed * value;
    }
    this.#from = { slot, ms };
    return this.#from;
  }

  /** The newest slot that has this commitment. */
  slotAt(commitment: Commitment): number {
    const { finalitySlots } = this.#options;
    const lag = { processed: 0, confirmed: Math.min(1, finalitySlots), finalized: finalitySlots };
    return this.tip() - lag[commitment];
  }

  /** The strongest commitment that a block at `slot` has reached. */
  commitmentOf(slot: number): Commitment {
    if (slot <= this.slotAt('finalized')) return 'finalized';
    return slot <= this.slotAt('confirmed') ? 'confirmed' : 'processed';
  }

  /** Unix seconds of the block at `slot`. The anchor counts in whole seconds, so that it moves all block times alike. */
  blockTime(slot: number): number {
    return Math.floor(this.#options.anchorMs / 1000) + Math.floor(msBetween(this.#schedule(), START_SLOT, slot) / 1000);
  }

  /** Moves the tip, and with it block time, forward. */
  advance(slots: number): void {
    const { slot, ms } = this.#move();
    this.#from = { slot: slot + slots, ms };
  }
}

/** The data of the Clock account at a slot: slot, start of the epoch, epoch, the one that leaders are known for, Unix time. */
export function clockData(clock: SlotClock, slot: number): Uint8Array {
  const epoch = Math.floor(slot / EPOCH_SLOTS);
  const fields = [slot, clock.blockTime(epoch * EPOCH_SLOTS), epoch, epoch + 1, clock.blockTime(slot)];
  const data = Buffer.alloc(8 * fields.length);
  for (const [index, value] of fields.entries()) data.writeBigInt64LE(BigInt(value), 8 * index);
  return data;
}

/** Block hashes: the hash of a slot follows from the seed, and the newest 151 are accepted. */
export class Blockhashes {
  readonly #seed: string;
  readonly #slots = new Map<string, number>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The hash of the block at `slot`. */
  of(slot: number): string {
    return spell(derive(this.#seed, 'blockhash', slot));
  }

  /**
   * The data of the RecentBlockhashes account at a slot: how many hashes there are (u64), then each, newest first, with the fee for
   * a signature in lamports (u64). Source: agave, `recent_blockhashes_account.rs`.
   */
  data(slot: number): Uint8Array {
    const data = Buffer.alloc(8 + BLOCKHASH_SLOTS * ENTRY_BYTES);
    data.writeBigUInt64LE(BigInt(BLOCKHASH_SLOTS), 0);
    for (let back = 0; back < BLOCKHASH_SLOTS; back += 1) {
      const at = 8 + back * ENTRY_BYTES;
      data.set(derive(this.#seed, 'blockhash', slot - back), at);
      data.writeBigUInt64LE(LAMPORTS_PER_SIGNATURE, at + HASH_BYTES);
    }
    return data;
  }

  /** The slot of a hash that is still valid at `tip`, else null. */
  slotOf(hash: string, tip: number): number | null {
    const remembered = this.#slots.get(hash);
    if (remembered === undefined) this.#remember(tip);
    const slot = this.#slots.get(hash);
    return slot !== undefined && slot <= tip && slot >= tip - BLOCKHASH_SLOTS ? slot : null;
  }

  #remember(tip: number): void {
    this.#slots.clear();
    for (let slot = tip; slot >= tip - BLOCKHASH_SLOTS; slot -= 1) this.#slots.set(this.of(slot), slot);
  }
}

const SIGNATURE_BYTES = 64;

/**
 * The vote that each block begins with, of which only the signature is shown: the slot (u64) behind bytes that follow from the seed and
 * the slot.
 */
export class VoteSignatures {
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** The signature of the vote in the block at `slot`. */
  of(slot: number): string {
    return spell(this.#bytes(slot));
  }

  /** The slot of the block with this vote; null for another signature. */
  slotOf(signature: string): number | null {
    const bytes = unspell(signature);
    const slot =
      bytes.length === SIGNATURE_BYTES ? Number(Buffer.from(bytes).readBigUInt64LE(SIGNATURE_BYTES - 8)) : -1;
    return Number.isSafeInteger(slot) && slot >= 0 && this.of(slot) === signature ? slot : null;
  }

  #bytes(slot: number): Uint8Array {
    const bytes = Buffer.concat([derive(this.#seed, 'vote', slot), derive(this.#seed, 'voter', slot)]);
    bytes.writeBigUInt64LE(BigInt(slot), SIGNATURE_BYTES - 8);
    return bytes;
  }
}
