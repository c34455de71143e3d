import { EPOCH_SLOTS, FIRST_LAMPORTS_PER_BYTE, FIRST_SLOT_MS, type Gate, gates } from './gate-table.ts';

/** A value that applies from a slot until the next step. */
interface Step<T> {
  readonly fromSlot: number;
  readonly value: T;
}

/** Rent and slot time at every slot, by ascending slots; the first steps begin at slot 0. */
export interface GateSchedule {
  readonly rents: readonly Step<bigint>[];
  readonly slotTimes: readonly Step<number>[];
}

/** Bytes that every account pays rent for beside its data. Source: solana-rent, `ACCOUNT_STORAGE_OVERHEAD`. */
export const OVERHEAD_BYTES = 128;

/** The schedule of a chain that activated gates at these slots; a gate missing in the map is not active. */
export function scheduleOf(activations: ReadonlyMap<Gate, number>): GateSchedule {
  const rents: Step<bigint>[] = [{ fromSlot: 0, value: FIRST_LAMPORTS_PER_BYTE }];
  const slotTimes: Step<number>[] = [{ fromSlot: 0, value: FIRST_SLOT_MS }];
  for (const [gate, slot] of [...activations].sort(([, a], [, b]) => a - b)) {
    if (gate.lamportsPerByte !== undefined) rents.push({ fromSlot: slot, value: gate.lamportsPerByte });
    if (gate.slotMs !== undefined) slotTimes.push({ fromSlot: nextEpoch(slot), value: gate.slotMs });
  }
  return { rents, slotTimes };
}

/** The first slot of the epoch after that of `slot`. */
export function nextEpoch(slot: number): number {
  return EPOCH_SLOTS * (Math.floor(slot / EPOCH_SLOTS) + 1);
}

/** Mainnet's schedule according to the gate table. */
export const mainnetSchedule: GateSchedule = scheduleOf(
  new Map(gates.flatMap((gate) => (gate.mainnetSlot === null ? [] : [[gate, gate.mainnetSlot]]))),
);

/** Rent in lamports of an account with `bytes` of data that is opened at `slot`. */
export function rentFor(schedule: GateSchedule, slot: number, bytes: number): bigint {
  return rateAt(schedule, slot) * BigInt(OVERHEAD_BYTES + bytes);
}

/** Lamports a byte of an account that is opened at `slot`. */
export function rateAt({ rents }: GateSchedule, slot: number): bigint {
  return valueAt(rents, slot);
}

/** Every rate of rent, in lamports a byte, that an account existing at `slot` may have been opened at. */
export function ratesUntil({ rents }: GateSchedule, slot: number): readonly bigint[] {
  return [...new Set(rents.filter(({ fromSlot }) => fromSlot <= slot).map(({ value }) => value))];
}

/** The target time of the slot in milliseconds. */
export function slotMsAt({ slotTimes }: GateSchedule, slot: number): number {
  return valueAt(slotTimes, slot);
}

/** Milliseconds from one slot to another by their target times, negative backwards. */
export function msBetween(schedule: GateSchedule, from: number, to: number): number {
  if (to < from) return -msBetween(schedule, to, from);
  const { slotTimes } = schedule;
  let ms = 0;
  for (const [index, { fromSlot, value }] of slotTimes.entries()) {
    const end = Math.min(to, slotTimes[index + 1]?.fromSlot ?? to);
    ms += value * Math.max(0, end - Math.max(from, fromSlot));
  }
  return ms;
}

function valueAt<T>(steps: readonly Step<T>[], slot: number): T {
  const step = steps.findLast(({ fromSlot }) => fromSlot <= slot) ?? steps[0];
  if (step === undefined) throw new Error('a schedule without steps');
  return step.value;
}
