import { msBetween, rateAt, rentFor, type Schedule, scheduleOf, slotMsAt } from '#chain/gates/schedule.ts';
import { EPOCH_SLOTS, FEATURE_PROGRAM, FIRST_SLOT_MS, type Gate, gates } from '#chain/gates/table.ts';
import { derive, spell } from './programs.ts';
import { type AccountSnapshot, LAMPORTS_PER_SIGNATURE } from './svm.ts';

/** The slot at which the sandbox starts; the sample world lies before it. */
export const START_SLOT = 400_000_000;

/**
 * The gates that are active throughout the sample world: those of mainnet, each in an early epoch of its own. The environment
 * variable `SANDBOX_SLOT_MS` names the slot time of the world in milliseconds: gates of shorter slots are left out.
 */
export const worldGates: ReadonlyMap<Gate, number> = new Map(
  gates
    .filter(({ mainnetSlot, slotMs }) => mainnetSlot !== null && (slotMs === undefined || slotMs >= slotMsAsked()))
    .map((gate, index) => [gate, EPOCH_SLOTS * (index + 1)]),
);

const worldSchedule = scheduleOf(worldGates);

/** Milliseconds of every slot of the sample world. */
export const WORLD_SLOT_MS = slotMsAt(worldSchedule, START_SLOT);

/** The first slot that the sandbox has: a hundred days ago, when the sample world begins. */
export const FIRST_SLOT = START_SLOT - Math.ceil((100 * 86_400_000) / WORLD_SLOT_MS);

/** The gates of one chain and what follows from them: those that were there from its beginning, and those activated since. */
export class ActiveGates {
  readonly #activations: Map<Gate, number>;
  #schedule: Schedule;

  constructor(activations: ReadonlyMap<Gate, number>) {
    this.#activations = new Map(activations);
    this.#schedule = scheduleOf(activations);
  }

  get activations(): ReadonlyMap<Gate, number> {
    return this.#activations;
  }

  get schedule(): Schedule {
    return this.#schedule;
  }

  /** A gate may be activated again. False, and nothing happens, where that would change what was before. */
  activate(gate: Gate, slot: number): boolean {
    const schedule = scheduleOf(new Map([...this.#activations, [gate, slot]]));
    if (!isSameUpTo(slot - 1, this.#schedule, schedule)) return false;
    this.#activations.set(gate, slot);
    this.#schedule = schedule;
    return true;
  }
}

const GATE_BYTES = 9;

/** What is written where no account is to be. */
export const noAccount: AccountSnapshot = {
  lamports: 0n,
  owner: FEATURE_PROGRAM,
  executable: false,
  data: new Uint8Array(0),
};

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
  readonly #schedule: () => Schedule;
  /** A slot and the Unix milliseconds at which it began; the tip is counted from there. */
  #from: { readonly slot: number; readonly ms: number };
  /** The tip stays the same until the running code has ended, so that an answer and the slot that it names are of one moment. */
  #isFixed = false;

  /** `schedule` tells what is known now of the time that slots take. It must not change for slots before the tip. */
  constructor(options: ClockOptions, schedule: () => Schedule) {
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

/** Whether two schedules agree about every slot from the beginning of the sample world up to `slot`. */
function isSameUpTo(slot: number, one: Schedule, other: Schedule): boolean {
  const steps = [one, other]
    .flatMap(({ rents, slotTimes }) => [...rents, ...slotTimes])
    .map(({ fromSlot }) => fromSlot);
  const felt = [FIRST_SLOT, ...steps].filter((step) => step >= FIRST_SLOT && step <= slot);
  return felt.every((at) => rateAt(one, at) === rateAt(other, at) && slotMsAt(one, at) === slotMsAt(other, at));
}

/** Lamports that an account of this length must hold anywhere in the sample world. */
export function worldRent(bytes: number): bigint {
  return rentFor(worldSchedule, START_SLOT, bytes);
}

function slotMsAsked(): number {
  // biome-ignore lint/style/noProcessEnv: the world's slots are decided when this is loaded, before any configuration is read.
  const asked = Number(process.env.SANDBOX_SLOT_MS ?? 0);
  if (asked === 0 || asked === FIRST_SLOT_MS || gates.some(({ slotMs }) => slotMs === asked)) return asked;
  throw new Error(`SANDBOX_SLOT_MS: no slot ever took ${asked} ms`);
}

/** The account of a gate that is activated at `slot`, in the layout of the feature program: a byte that is 1, then the slot (u64). */
export function gateAccount(slot: number): AccountSnapshot {
  const data = Buffer.alloc(GATE_BYTES);
  data[0] = 1;
  data.writeBigUInt64LE(BigInt(slot), 1);
  return { lamports: worldRent(GATE_BYTES), owner: FEATURE_PROGRAM, executable: false, data };
}

/** The data of the Rent account (solana-rent): lamports a byte (u64), 1.0, and the percent that is burned. */
export function rentData(lamportsPerByte: bigint): Uint8Array {
  const data = Buffer.alloc(17);
  data.writeBigUInt64LE(lamportsPerByte, 0);
  data.writeDoubleLE(1, 8);
  data[16] = 50;
  return data;
}
