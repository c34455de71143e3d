import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Kind } from 'assay-core/rules/check.ts';
import { Fault } from '#lib/fault.ts';

/** Checks come in bursts: the use of the last moments must count for the next. */
const SAMPLE_MS = 100;

const MIB = 1024 * 1024;

/** The largest semi-space in MiB, and the old generation's size by its, of V8 since version 13 (Node 24) and before. */
const SEMI_SPACE = Number.parseInt(process.versions.v8, 10) >= 13 ? { max: 64, ratio: 32 } : { max: 16, ratio: 128 };

/** The limits on the checks of one process. `rpcCallsPerSecondMax` is null where the chain endpoints have no rate limit. */
export interface AdmissionSettings {
  readonly checksInFlightMax: number;
  readonly rpcCallsPerSecondMax: number | null;
}

/** `heapShare` gives the used part of the memory that the process may use, from 0 to 1. */
export interface AdmissionDeps {
  readonly settings: AdmissionSettings;
  readonly heapShare: () => number;
}

/** Why an operation was refused. */
export type RefusalCause = 'checks_in_flight' | 'rpc_budget' | 'memory';

/** An operation that was let in. Call `end` once, when its work is over. */
export interface Admitted {
  /** `worked`: all its checks were worked to their end, so that what they asked for says what such checks ask for. */
  end(worked: boolean): void;
}

/** Decides whether the process can take more work, before any of it is done or paid for. */
export interface Admission {
  /** Throws `overloaded` where an operation of these checks would not be let in now, and counts nothing. */
  check(kinds: readonly Kind['name'][]): void;
  /**
   * Admits an operation of these checks; `made` returns the number of its calls to the chain's endpoints so far. Throws `overloaded` with
   * the seconds after which there should be room again.
   */
  admit(kinds: readonly Kind['name'][], made: () => number): Admitted;
  stats(): { readonly inFlight: number; readonly refusedByCause: Readonly<Record<RefusalCause, number>> };
}

/** Calls that one check makes, until it was seen what they really make: the pages of a history make the difference. */
const TYPICAL_CALLS: Readonly<Record<Kind['name'], number>> = { wallet: 60, token: 12, trade: 12, funder: 5 };
const LEARNING_SHARE = 0.1;

/** The outstanding calls of admitted checks must fit into this many seconds of the budget. */
const BACKLOG_SECONDS_MAX = 3;
const HEAP_SHARE_MAX = 0.9;
const RETRY_SECONDS_MAX = 60;
const SOON_SECONDS = 1;
const AFTER_COLLECTION_SECONDS = 5;

/** A running operation: its expected calls, and its calls so far. */
interface UnderWay {
  readonly expectedCalls: number;
  readonly made: () => number;
}

/** Opens an admission. It admits one operation of any size while no other runs: otherwise a large one would never fit. */
export function openAdmission({ settings, heapShare }: AdmissionDeps): Admission {
  const { checksInFlightMax, rpcCallsPerSecondMax } = settings;
  const typical = { ...TYPICAL_CALLS };
  const refused = { checks_in_flight: 0, rpc_budget: 0, memory: 0 };
  const underWay = new Set<UnderWay>();
  let inFlight = 0;

  const refuse = (cause: RefusalCause, detail: string, retryAfterSeconds: number): never => {
    refused[cause] += 1;
    throw new Fault('overloaded', detail, { retryAfterSeconds });
  };

  const withinBudget = (): void => {
    if (rpcCallsPerSecondMax === null) return;
    const beyond = backlogOf(underWay) - rpcCallsPerSecondMax * BACKLOG_SECONDS_MAX;
    if (beyond < 0) return;
    const seconds = Math.ceil((beyond + 1) / rpcCallsPerSecondMax);
    refuse('rpc_budget', 'Too much is being asked of the chain at the moment.', Math.min(RETRY_SECONDS_MAX, seconds));
  };

  const check = (kinds: readonly Kind['name'][]): void => {
    const isFull = inFlight > 0 && inFlight + kinds.length > checksInFlightMax;
    if (isFull) refuse('checks_in_flight', 'Too many checks are under way at the moment.', SOON_SECONDS);
    if (heapShare() > HEAP_SHARE_MAX) {
      refuse('memory', 'The service is short of memory at the moment.', AFTER_COLLECTION_SECONDS);
    }
    withinBudget();
  };

  return {
    check,
    admit(kinds, made) {
      check(kinds);
      const expectedCalls = kinds.reduce((sum, kind) => sum + typical[kind], 0);
      const operation = { expectedCalls, made };
      underWay.add(operation);
      inFlight += kinds.length;
      return {
        end(worked) {
          if (!underWay.delete(operation)) return;
          inFlight -= kinds.length;
          if (!worked || expectedCalls === 0) return;
          // Of several kinds, each is taken to be off by as much as all of them together.
          const off = made() / expectedCalls - 1;
          for (const kind of new Set(kinds)) typical[kind] = Math.max(1, typical[kind] * (1 + off * LEARNING_SHARE));
        },
      };
    },
    stats: () => ({ inFlight, refusedByCause: { ...refused } }),
  };
}

/** Calls that operations under way have still to make, as far as they were expected. */
function backlogOf(underWay: ReadonlySet<UnderWay>): number {
  let calls = 0;
  for (const { expectedCalls, made } of underWay) calls += Math.max(0, expectedCalls - made());
  return calls;
}

/**
 * V8's limit includes the young generation, three semi-spaces. The process ends before that limit, when live objects do not fit into the
 * old generation. V8 sizes both by the machine's memory, also if a flag sets the old generation (as measured with 256 MiB to 24 GiB on
 * Node 20, 22 and 24).
 */
export function youngBytes(memoryBytes: number): number {
  const old = Math.min(memoryBytes / 2, 2_048 * MIB);
  if (old <= 256 * MIB) return 3 * MIB;
  return 3 * Math.min(old / SEMI_SPACE.ratio, SEMI_SPACE.max * MIB);
}

/** The process's share of the machine's memory. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** The used part of the heap that the process may fill, from 0 to about 1. It is measured at most ten times a second. */
export function openHeapShare(now: () => number = () => performance.now()): () => number {
  const young = youngBytes(memoryBytes());
  let share = 0;
  let sampledAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - sampledAt < SAMPLE_MS) return share;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    sampledAt = now();
    share = used / (limit - young);
    return share;
  };
}
