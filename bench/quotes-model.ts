import type { Quote, Refused } from '#venues/model.ts';
import { isRefused } from '#venues/refusal.ts';

/** The same quote in both forms; null, or a throw, where there is no number. */
export interface Contest {
  readonly ours: () => bigint | null;
  readonly theirs: () => bigint | null;
}

/** What a quote gives, null where it was refused. */
export function received(quote: Quote | Refused): bigint | null {
  return isRefused(quote) ? null : quote.received;
}
