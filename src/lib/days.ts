export const DAY_SECONDS = 86_400;

/** The UTC day of a moment. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}
