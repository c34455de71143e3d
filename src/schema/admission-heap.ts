import { getHeapStatistics } from 'node:v8';

const SAMPLE_MS = 1_000;

/** The used part of the heap that V8 may grow to, from 0 to 1, looked at once a second at most. */
export function openHeapShare(now: () => number = () => performance.now()): () => number {
  let share = 0;
  let sampledAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - sampledAt < SAMPLE_MS) return share;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    sampledAt = now();
    share = used / limit;
    return share;
  };
}
