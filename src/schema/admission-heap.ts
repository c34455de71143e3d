import { getHeapStatistics } from 'node:v8';

/** Checks come in bursts: what they took a moment ago must count for the next. */
const SAMPLE_MS = 100;
/**
 * V8's limit has room for the young generation in it, three halves of 16 MiB. The process ends before that: when what lives on
 * does not fit into the old one.
 */
const YOUNG_BYTES = 3 * 16 * 1024 * 1024;

/** The used part of the heap that the process may fill, from 0 to about 1, looked at ten times a second at most. */
export function openHeapShare(now: () => number = () => performance.now()): () => number {
  let share = 0;
  let sampledAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - sampledAt < SAMPLE_MS) return share;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    sampledAt = now();
    share = used / (limit - YOUNG_BYTES);
    return share;
  };
}
