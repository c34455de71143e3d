import { derive, spell } from './programs.ts';

/** Milliseconds of one slot. Blocks are never skipped, so a slot's number is also its block height. */
export const SLOT_MS = 400;
/** Slots that a block hash stays valid. */
export const BLOCKHASH_SLOTS = 150;
/** The slot at which the sandbox starts; the sample world lies before it. */
export const START_SLOT = 400_000_000;
/** Slots of one epoch, as on the public networks. */
export const EPOCH_SLOTS = 432_000;

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
 * slots and signatures of the sample world therefore never change, only its block times move with the start.
 */
export class SlotClock {
  readonly #options: ClockOptions;
  #advanced = 0;

  constructor(options: ClockOptions) {
    this.#options = options;
  }

  /** The newest slot. */
  tip(): number {
    return START_SLOT + this.#advanced + Math.floor((Date.now() - this.#options.startedMs) / SLOT_MS);
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
    return Math.floor(this.#options.anchorMs / 1000) + Math.floor(((slot - START_SLOT) * SLOT_MS) / 1000);
  }

  /** Moves the tip, and with it block time, forward. */
  advance(slots: number): void {
    this.#advanced += slots;
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
