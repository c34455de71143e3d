/** The value as an object with unknown members, or null. */
export function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** True for a whole number from 0 to 2^53 - 1, which JSON.parse keeps exactly. Larger numbers are refused and never rounded. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
