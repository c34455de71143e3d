import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

/** Checks come in bursts: what they took a moment ago must count for the next. */
const SAMPLE_MS = 100;
const MIB = 1024 * 1024;
/** The largest semi-space in MiB, and the old generation's size by its, of V8 since version 13 (Node 24) and before. */
const SEMI_SPACE = Number.parseInt(process.versions.v8, 10) >= 13 ? { max: 64, ratio: 32 } : { max: 16, ratio: 128 };

/**
 * V8's limit has room for the young generation in it, three semi-spaces. The process ends before that: when what lives on does
 * not fit into the old one. V8 sizes both by the machine's memory, also where the old one is set by a flag (as measured with
 * 256 MiB to 24 GiB on Node 20, 22 and 24).
 */
export function youngBytes(memoryBytes: number): number {
  const old = Math.min(memoryBytes / 2, 2_048 * MIB);
  if (old <= 256 * MIB) return 3 * MIB;
  return 3 * Math.min(old / SEMI_SPACE.ratio, SEMI_SPACE.max * MIB);
}

/** What the process may have of the machine's memory. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** The used part of the heap that the process may fill, from 0 to about 1, looked at ten times a second at most. */
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
