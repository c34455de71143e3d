import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#ledger/audit/audit.ts';
import type { AuditResult } from '#ledger/books.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { told, withoutConstraints } from './audit-harm.ts';
import { clean } from './fixture.ts';
import { HARMS } from './harms.ts';
import { enterEverything } from './rich-books.ts';

let test: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  sql = test.database.sql;
  await enterEverything(test.database);
});
afterAll(async () => {
  expect(await audit(sql, tiers)).toEqual(clean);
  await test.stop();
});

const findingsOf = new Map<string, AuditResult | 'none'>();

describe('the audit', () => {
  beforeAll(async () => {
    await withoutConstraints(sql, async (tx) => {
      for (const [name, , harm] of HARMS) findingsOf.set(name, await told(tx, harm));
    });
  });

  it.each(HARMS)('finds %s, although all balances are right', (name, count) => {
    const findings = findingsOf.get(name);
    if (!findings || findings === 'none') throw new Error('nothing was changed');
    expect(findings).toMatchObject({ unbalancedAccounts: 0, overdrawnAccounts: 0, sumAtomic: 0n });
    expect(findings[count]).toBeGreaterThan(0);
  });
});
