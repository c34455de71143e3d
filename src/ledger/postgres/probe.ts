import { Fault } from '#lib/fault.ts';
import { isReadOnly, unlessDown } from './outage.ts';
import type { Sql } from './sql.ts';

/** A database that takes longer to say that it is there is of no use to a caller. */
const PROBE_MS_MAX = 1_500;

/** What a database can do now. `slow` gave no answer in time: it hangs, or all connections are busy. */
export type DatabaseState = 'ok' | 'unreachable' | 'slow' | 'read_only';

/** Asks the database whether it answers and takes writes. Never throws. */
export async function probe(sql: Sql): Promise<DatabaseState> {
  try {
    const statement = sql<{ readonly read_only: boolean }[]>`
      SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only`;
    const [row] = await unlessDown(statement, PROBE_MS_MAX);
    return row?.read_only ? 'read_only' : 'ok';
  } catch (error) {
    // What the database or the connection said stands in the cause; who hung said nothing.
    if (!(error instanceof Fault)) return 'unreachable';
    const { cause } = error;
    if (isReadOnly(cause)) return 'read_only';
    return cause === undefined ? 'slow' : 'unreachable';
  }
}
