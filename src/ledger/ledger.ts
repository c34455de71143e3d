import { grant } from './accounts/grants.ts';
import { audit } from './audit/audit.ts';
import type { Ledger, PostResult } from './books.ts';
import { countEntries, entries } from './entries.ts';
import { openCharges } from './holds/charges.ts';
import { voidHold } from './holds/closing.ts';
import { openDeliveries } from './holds/deliveries.ts';
import { expireHolds, renew } from './holds/lease.ts';
import { isAskedAgain } from './holds/repeats.ts';
import { forgetOldAnswers } from './holds/retention.ts';
import { countPastChecks, pastChecks, storedBodies, storedCheck } from './past-checks.ts';
import type { Database, Sql } from './postgres/sql.ts';
import { statement } from './statement.ts';

/**
 * The ledger in a database. Every method throws the fault not_ready while the database cannot be reached; `close` also writes the
 * finished responses and closes the database.
 */
export function openLedger(database: Database): Ledger {
  const { sql } = database;
  const deliveries = openDeliveries(sql);
  const charges = openCharges(sql, deliveries);
  return {
    hold: (request) => charges.hold(request),
    holdAll: (bill) => charges.holdAll(bill),
    post: (holdId, answer, isGone) => {
      const post = () => charges.post(holdId, answer);
      return isGone ? postUnlessGone(sql, holdId, isGone, post) : post();
    },
    finish: (holdId) => deliveries.finish(holdId),
    void: (holdId, why) => voidHold(sql, holdId, why),
    renew: (holdId) => renew(sql, holdId),
    expireHolds: () => expireHolds(sql),
    forgetOldAnswers: () => forgetOldAnswers(sql),
    grant: (amountAtomic, apiKey) => grant(sql, amountAtomic, apiKey),
    statement: (apiKey) => statement(sql, apiKey),
    entries: (apiKey, page) => entries(sql, apiKey, page),
    countEntries: (apiKey, filter) => countEntries(sql, apiKey, filter),
    pastChecks: (apiKey, page) => pastChecks(sql, apiKey, page),
    countPastChecks: (apiKey, filter) => countPastChecks(sql, apiKey, filter),
    storedBodies: (apiKey, places) => storedBodies(sql, apiKey, places),
    storedCheck: (apiKey, name) => storedCheck(sql, apiKey, name),
    audit: () => audit(sql),
    ping: async () =>
      await sql`SELECT 1`.then(
        () => true,
        () => false,
      ),
    close: async () => {
      await deliveries.close();
      await database.stop();
    },
  };
}

/** Gives a hold back whose caller is gone and has asked again; else posts. */
async function postUnlessGone(
  sql: Sql,
  holdId: string,
  isGone: () => Promise<boolean>,
  post: () => Promise<PostResult>,
): Promise<PostResult> {
  if (!(await isAskedAgain(sql, holdId)) || !(await isGone())) return await post();
  await voidHold(sql, holdId, 'failed');
  return { outcome: 'lost' };
}
