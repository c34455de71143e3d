import type { Reading } from '#lib/reading.ts';
import { span } from '#lib/tracing.ts';

/** A reading as a span: one without a request of its own below was kept, or under way for somebody else. */
export function readInSpan<T>(reading: string, read: () => Promise<Reading<T>>): Promise<Reading<T>> {
  return span(`read ${reading}`, { 'assay.reading': reading }, async (note) => {
    const found = await read();
    if (!found.known) note({ 'assay.gap': found.gap.cause });
    return found;
  });
}
