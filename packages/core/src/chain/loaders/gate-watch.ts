import { known, missing, type Reading } from '#lib/reading.ts';
import { type GateSchedule, nextEpoch, scheduleOf, slotMsAt } from '#solana/gates/gate-schedule.ts';
import { FEATURE_PROGRAM, type Gate, gates } from '#solana/gates/gate-table.ts';
import type { AccountState } from '../chain-reader.ts';
import { backgroundWait } from '../rpc/call-wait.ts';
import type { RpcCaller } from '../rpc/rpc-caller.ts';
import { now } from '../rpc/rpc-limits.ts';
import { finalizedState, readAccounts } from './accounts.ts';
import { type Pending, SharedCall } from './shared-call.ts';

/** After so many milliseconds the gates are read again, because epochs of some clusters are shorter than mainnet's. */
const REFRESH_MS = 600_000;
const ANSWER_TIMEOUT_MS = 4_000;
const GATE_BYTES = 9;

export type GateLog = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** What was read at `at`. It is valid below `untilSlot`, because gates are activated where an epoch begins. */
interface Kept {
  readonly schedule: GateSchedule;
  readonly untilSlot: number;
  readonly at: number;
}

/** The rent and slot times of one cluster, read from its gate accounts, kept and refreshed. */
export class GateWatch {
  readonly #rpc: Pick<RpcCaller, 'call' | 'lacks'>;
  readonly #isMainnet: boolean;
  readonly #log: GateLog;
  #kept: Kept | null = null;
  #underWay: Promise<Reading<Kept>> | null = null;
  /** Names of the gates whose contradiction was logged. */
  readonly #reported = new Set<string>();

  /** Asks nothing yet. On mainnet an activation in the table counts, whatever an endpoint says. */
  constructor(rpc: Pick<RpcCaller, 'call' | 'lacks'>, isMainnet: boolean, log: GateLog) {
    this.#rpc = rpc;
    this.#isMainnet = isMainnet;
    this.#log = log;
  }

  /** What applied at every slot up to this one; a gap where the gates cannot be read as of that slot. */
  schedule(slot: number): Pending<GateSchedule> {
    return new SharedCall(async () => ({ reading: await this.#upTo(slot), bytes: 0 }));
  }

  /** The current target time of a slot, in milliseconds, without a call; null before the gates were read. */
  get slotMs(): number | null {
    return this.#kept && slotMsAt(this.#kept.schedule, this.#kept.untilSlot - 1);
  }

  async #upTo(slot: number): Promise<Reading<GateSchedule>> {
    const kept = this.#kept;
    if (kept !== null && slot < kept.untilSlot && now() - kept.at < REFRESH_MS) return known(kept.schedule);
    this.#underWay ??= this.#read().finally(() => {
      this.#underWay = null;
    });
    const read = await this.#underWay;
    if (read.known && slot < read.value.untilSlot) return known(read.value.schedule);
    if (kept !== null && slot < kept.untilSlot) return known(kept.schedule);
    return read.known ? missing('gates', 'rpc_disagrees', `the gates were read before slot ${slot}`) : read;
  }

  async #read(): Promise<Reading<Kept>> {
    const at = now();
    const ids = gates.map(({ id }) => id);
    const { reading } = await readAccounts(this.#rpc, finalizedState, ids, backgroundWait(ANSWER_TIMEOUT_MS));
    if (!reading.known) return reading;
    const { slot, value } = reading.value;
    const read = new Map(gates.map((gate, index) => [gate, activationOf(value[index] ?? null, slot)]));
    const schedule = this.#agreed(read);
    if (!schedule.known) return schedule;
    this.#kept = { schedule: schedule.value, untilSlot: nextEpoch(slot), at };
    return known(this.#kept);
  }

  /** Combines the table and the accounts. */
  #agreed(read: ReadonlyMap<Gate, number | null | 'odd'>): Reading<GateSchedule> {
    const activations = new Map<Gate, number>();
    for (const [gate, slot] of read) {
      const tabled = this.#isMainnet ? gate.mainnetSlot : null;
      if (tabled !== null && slot !== tabled) this.#report(gate, tabled, slot);
      const activated = tabled ?? slot;
      if (activated === 'odd') return missing('gates', 'unreadable', `the account of the gate ${gate.name} is odd`);
      if (activated !== null) activations.set(gate, activated);
    }
    return known(scheduleOf(activations));
  }

  /** Logs once for each gate that the table or the endpoint is wrong. */
  #report({ name }: Gate, tabled: number, read: number | null | 'odd'): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    this.#log('a gate account contradicts the table of gates', { gate: name, tabled, told: read });
  }
}

/**
 * The slot at which a gate was activated, from its account as of `slot`; null where it was not. 'odd': the account has a shape that
 * the feature program does not write. Layout: one byte, 1 once it is active, then the slot (u64).
 */
export function activationOf(account: AccountState | null, slot: number): number | null | 'odd' {
  // Anybody can send lamports to the address of a gate that is not scheduled. That makes an account of the system program.
  if (account === null || account.owner !== FEATURE_PROGRAM) return null;
  const { data } = account;
  if (data.length !== GATE_BYTES) return 'odd';
  if (data[0] === 0) return null;
  const activated = new DataView(data.buffer, data.byteOffset).getBigUint64(1, true);
  return data[0] === 1 && activated <= BigInt(slot) ? Number(activated) : 'odd';
}
