import { expect } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { brokenRules } from '../../labs/soak/books.ts';

/**
 * What must be true after every drill: the books agree with themselves, nothing is held once the leases of what was cut
 * off have run out, and every answer was charged once.
 */
export async function mustBeSound(database: Database): Promise<void> {
  const ledger = openLedger(database);
  await database.sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE state = 'held'`;
  await ledger.expireHolds();
  const found = Object.entries(await ledger.audit()).filter(([, value]) => BigInt(value) !== 0n);
  expect(found).toEqual([]);
  expect(await brokenRules(database.sql)).toEqual([]);
  const held = await database.sql`SELECT id FROM accounts WHERE held <> 0`;
  expect(held).toEqual([]);
}

/** As `mustBeSound`, and the stored answers are those that customers got: nothing lost, nothing charged twice. */
export async function mustAgree(database: Database, delivered: ReadonlyMap<string, string>): Promise<void> {
  await mustBeSound(database);
  const rows = await database.sql<{ name: string; attestation: string }[]>`
    SELECT idempotency_key AS name, body::json->>'attestation' AS attestation
    FROM holds JOIN answers ON hold_id = holds.id WHERE state = 'posted'`;
  const stored = rows.map(({ name, attestation }) => `${name} ${attestation}`);
  expect(stored.sort()).toEqual([...delivered].map(([name, attestation]) => `${name} ${attestation}`).sort());
}
