import { audit } from './audit.ts';
import { grant } from './grants.ts';
import { expireHolds, hold, post, renew, voidHold } from './holds.ts';
import type { Ledger } from './model.ts';
import type { Database } from './postgres/database.ts';

/**
 * The books in a database. Every method throws the fault not_ready while the database cannot be reached; `close` ends
 * the database as well.
 */
export function openLedger(database: Database): Ledger {
  const { sql } = database;
  return {
    hold: (request) => hold(sql, request),
    post: (holdId, answer) => post(sql, holdId, answer),
    void: (holdId, why) => voidHold(sql, holdId, why),
    renew: (holdId) => renew(sql, holdId),
    expireHolds: () => expireHolds(sql),
    grant: (amountAtomic, apiKey) => grant(sql, amountAtomic, apiKey),
    audit: () => audit(sql),
    ping: async () =>
      await sql`SELECT 1`.then(
        () => true,
        () => false,
      ),
    close: () => database.stop(),
  };
}
