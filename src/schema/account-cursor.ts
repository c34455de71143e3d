import type { CheckPlace } from '#ledger/past-checks.ts';

const ENTRY = /^entry:(\d{1,18})$/;
const CHECK = /^check:(\d{1,16}):(\d{1,18})$/;

/** The opaque place of an entry in its list. */
export function entryCursor(id: bigint): string {
  return sealed(`entry:${id}`);
}

/** The id of the entry that a cursor names, or null when it is no cursor of entries. */
export function entryOfCursor(cursor: string): bigint | null {
  const [, id] = ENTRY.exec(opened(cursor)) ?? [];
  return id === undefined ? null : BigInt(id);
}

/** The opaque place of a past check in its list. */
export function checkCursor({ micros, holdId }: CheckPlace): string {
  return sealed(`check:${micros}:${holdId}`);
}

/** The place that a cursor names, or null when it is no cursor of past checks. */
export function checkOfCursor(cursor: string): CheckPlace | null {
  const [, micros, holdId] = CHECK.exec(opened(cursor)) ?? [];
  return micros === undefined || holdId === undefined ? null : { micros: BigInt(micros), holdId: BigInt(holdId) };
}

/** A cursor says a place and no account: whose rows are read follows from the key alone. */
function sealed(place: string): string {
  return Buffer.from(place).toString('base64url');
}

function opened(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('latin1');
}
