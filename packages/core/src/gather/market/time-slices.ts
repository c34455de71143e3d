import { beginLongWork } from '#lib/long-work.ts';
import type { Steps } from '#venues/routing/cost.ts';

/** Milliseconds that checks may use the event loop before they yield. */
const SLICE_MS = 4;

const waiting: (() => void)[] = [];
let sliceBegan = Number.NEGATIVE_INFINITY;

/**
 * Runs the steps to their result and yields to the event loop between them. All checks of the process share one time slice and one
 * queue, and one check resumes a turn: if a hundred checks resumed together, they would block the loop for a hundred steps.
 */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const end = beginLongWork();
  try {
    for (;;) {
      const wait = turn();
      // Without a wait the step runs at once, so that the next caller sees the slice used.
      if (wait) await wait;
      const { done, value } = steps.next();
      if (done) return value;
    }
  } finally {
    end();
  }
}

/** Resolves at the next turn of the event loop when the slice is used up or others wait; null where no wait is needed. */
function turn(): Promise<void> | null {
  const used = performance.now() - sliceBegan;
  // A slice that began in the future is of a clock that a test has put back.
  if (waiting.length === 0 && used >= 0 && used < SLICE_MS) return null;
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  sliceBegan = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
