import type { PassState } from '../books.ts';

/** A row of `passes` as a statement reads it; `running` is whether its period has begun and has not ended, by the database's clock. */
export interface PassRow {
  readonly tier: PassState['tier'];
  readonly starts_at: Date;
  readonly expires_at: Date;
  readonly included: number;
  readonly used: number;
  readonly running: boolean;
}

/** The same columns of a row that an outer join may leave empty. */
export type PassRowOrNone = PassRow | { readonly tier: null };

/** The public state of a pass. */
export function passState(row: PassRow): PassState {
  return {
    tier: row.tier,
    state: row.running ? 'active' : 'queued',
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    callsIncluded: row.included,
    callsLeft: row.included - row.used,
  };
}

/** The member `pass` of a result: there only where a pass was drawn on. */
export function passOf(row: PassRowOrNone): { readonly pass?: PassState } {
  return row.tier === null ? {} : { pass: passState(row) };
}
