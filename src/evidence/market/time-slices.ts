import { beginLongWork } from '#lib/process/long-work.ts';
import type { Steps } from '#venues/routing/cost.ts';

/** How long checks may hold the event loop together before everything else gets its turn, in milliseconds. */
const SLICE_MS = 4;

const waiting: (() => void)[] = [];
let sliceBegan = Number.NEGATIVE_INFINITY;

/**
 * What the steps lead to, with turns for everything else before each. All checks of this process share one slice of time and
 * one queue, and one of them goes on with each turn of the event loop: a hundred that gave way together would still hold it for
 * a hundred steps.
 */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const end = beginLongWork();
  try {
    for (;;) {
      const wait = turn();
      // Without a wait the step is taken at once, so that whoever asks next finds the slice used.
      if (wait) await wait;
      const { done, value } = steps.next();
      if (done) return value;
    }
  } finally {
    end();
  }
}

/** When the event loop has turned, where checks have held it for long enough or others wait; null where nobody has to wait. */
function turn(): Promise<void> | null {
  if (waiting.length === 0 && performance.now() - sliceBegan < SLICE_MS) return null;
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
