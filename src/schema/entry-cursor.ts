const PREFIX = 'entry:';

/** The opaque place of an entry in its list. */
export function cursorOf(id: bigint): string {
  return Buffer.from(PREFIX + id).toString('base64url');
}

/** The id of the entry that a cursor names, or null when it is none of ours. */
export function idOfCursor(cursor: string): bigint | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const digits = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !/^\d{1,18}$/.test(digits)) return null;
  return BigInt(digits);
}
