/** An object whose members can be looked at, or null. */
export function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** A whole number from 0 to 2^53 - 1: JSON.parse keeps those exactly. Larger ones are refused and never rounded. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
