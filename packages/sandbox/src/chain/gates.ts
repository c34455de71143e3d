import { type GateSchedule, rateAt, rentFor, scheduleOf, slotMsAt } from 'assay-core/solana/gates/gate-schedule.ts';
import { EPOCH_SLOTS, FEATURE_PROGRAM, FIRST_SLOT_MS, type Gate, gates } from 'assay-core/solana/gates/gate-table.ts';
import type { AccountSnapshot } from './svm.ts';

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
  #schedule: GateSchedule;

  constructor(activations: ReadonlyMap<Gate, number>) {
    this.#activations = new Map(activations);
    this.#schedule = scheduleOf(activations);
  }

  get activations(): ReadonlyMap<Gate, number> {
    return this.#activations;
  }

  get schedule(): GateSchedule {
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

/** The entry of an absent account. */
export const noAccount: AccountSnapshot = {
  lamports: 0n,
  owner: FEATURE_PROGRAM,
  executable: false,
  data: new Uint8Array(0),
};

/** Whether two schedules agree about every slot from the beginning of the sample world up to `slot`. */
function isSameUpTo(slot: number, one: GateSchedule, other: GateSchedule): boolean {
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
