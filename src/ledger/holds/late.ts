import type { BillResult, HoldResult } from '../books.ts';
import type { Sql } from '../postgres/sql.ts';
import { voidHold } from './closing.ts';

/**
 * Gives back what was reserved after its caller had been told that the database does not answer: else the caller's next try
 * under the same name would find it in flight. What cannot be given back now lapses with its lease.
 */
export function giveBack(sql: Sql, holdIds: readonly string[]): void {
  for (const holdId of holdIds) voidHold(sql, holdId, 'failed').catch(() => undefined);
}

/** The holds that a result tells of; what was stored before is none. */
export function heldIn(result: HoldResult | BillResult): readonly string[] {
  if (!('lines' in result)) return result.outcome === 'held' ? [result.holdId] : [];
  return result.lines.flatMap((line) => (line.outcome === 'held' ? [line.holdId] : []));
}
