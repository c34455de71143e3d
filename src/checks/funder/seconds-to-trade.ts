import type { FirstTrade, Source } from './evidence.ts';

/**
 * Seconds from the first money of the main source to the first trade; null where one of them is not there or has no time, and
 * where the trade came first, as it can for who trades with another's money.
 */
export function secondsToTrade(source: Source | null, trade: FirstTrade | null): number | null {
  if (source === null || trade === null || source.time === null || trade.time === null) return null;
  const seconds = trade.time - source.time;
  return seconds < 0 ? null : seconds;
}
