import type { Line, Served, ServedLine, Work, Worked } from '../bill.ts';
import { type StoredLine, storedLine } from './stored.ts';
import { totalOf } from './totals.ts';

/** What was found out for a payment. `stored` is null for lines that failed or are free, which earn nothing. */
export interface Done<W extends Worked> {
  readonly results: readonly PromiseSettledResult<W>[];
  readonly stored: readonly (StoredLine | null)[];
  readonly earnedAtomic: bigint;
}

/** Works all lines at once; none spoils another. What is not done when `signal` aborts is waited for no longer. */
export async function workAll<W extends Worked>(
  lines: readonly Line[],
  work: Work<W>,
  signal: AbortSignal,
): Promise<Done<W>> {
  const results = await Promise.allSettled(lines.map((line) => unlessAborted(signal, () => work(line, signal))));
  const stored = lines.map((line, n) => {
    const result = results[n];
    return result?.status === 'fulfilled' && !result.value.free ? storedLine(line, result.value.answer) : null;
  });
  return { results, stored, earnedAtomic: totalOf(lines.filter((_, n) => stored[n] !== null)) };
}

/** What `work` comes to, or why `signal` aborted, whichever is first. */
function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work().then(resolve, reject);
  });
}

/** What leaves the service for a settled payment. */
export function linesOf<W extends Worked>(
  lines: readonly Line[],
  { results }: Done<W>,
  transaction: string,
): Served<W>['lines'] {
  return results.map((result, n) => {
    if (result.status === 'rejected') return { failure: result.reason };
    if (result.value.free) return freeLine(result.value);
    const chargedAtomic = lines[n]?.priceAtomic ?? 0n;
    const billing = { route: 'x402', chargedAtomic, transaction, replayed: false } as const;
    return { answer: result.value.answer, worked: result.value, billing };
  });
}

/** What leaves the service when nothing was earned, and so nothing paid. Throws the first failure when there is no more. */
export function unpaid<W extends Worked>({ results }: Done<W>): Served<W> {
  const [first] = results;
  if (first?.status === 'rejected' && results.every(({ status }) => status === 'rejected')) throw first.reason;
  const lines = results.map((result) =>
    result.status === 'rejected' ? { failure: result.reason as unknown } : freeLine(result.value),
  );
  return { lines, receipt: null, change: null };
}

function freeLine<W extends Worked>(worked: W): ServedLine<W> {
  return { answer: worked.answer, worked, billing: { route: 'none', chargedAtomic: 0n, replayed: false } };
}
