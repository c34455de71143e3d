import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit } from '#ledger/audit/audit.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { missedIn, TABLES, withoutConstraints } from './audit-harm.ts';
import { clean } from './fixture.ts';
import { enterEverything } from './rich-books.ts';

let test: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  sql = test.database.sql;
  await enterEverything(test.database);
});
afterAll(async () => {
  // It may take longer than the leases of what is held.
  expect(await audit(sql, tiers)).toEqual({ ...clean, staleHolds: expect.any(Number) });
  await test.stop();
});

const UNSETTLED = ['failed', 'released', 'reserved', 'sent', 'worked'];

const UNANSWERED = ['given back', 'held', 'held on a pass'];
const POSTED = ['posted', 'posted for nothing', 'posted of a size', 'posted on a pass'];

/** What is written down once, so that nothing contradicts another value: what was asked and said, when, by whom. */
const MISSED: Record<string, readonly string[]> = {
  accounts: ['created_at', 'epoch'],
  // A key that was revoked and another that was issued instead are two facts: nothing says which belongs to which.
  api_keys: [
    ...['hash', 'account_id of revoked', 'created_at', 'revoked_at of good', 'revoked_at of revoked'],
    ...['presented_at', 'the row of revoked'],
  ],
  movements: ['cause of grant', 'created_at'],
  postings: [],
  holds: [
    ...['account_id of given back', 'account_id of posted for nothing', 'amount of given back'],
    ...[
      ...['kind', 'subject'].flatMap((column) => UNANSWERED.map((of) => `${column} of ${of}`)),
      'request_hash',
      'why',
      'created_at',
      'expires_at',
      'closed_at',
      'line',
      // A charge of an older version has no size, whatever its answer names.
      ...[...UNANSWERED, ...POSTED].map((of) => `size of ${of}`),
      'token',
      'the row of given back',
    ],
  ],
  // A body that does not name its members contradicts nothing.
  answers: ['body of ', 'created_at'],
  chain_signatures: ['created_at'],
  claims: ['ticket_hash', 'opened', 'created_at', 'reissues'],
  // The number of a pass that no call drew on, and a purchase that is said to have been earlier.
  passes: ['id of voyager', 'created_at of traveller', 'created_at of voyager'],
  payments: [
    ...UNSETTLED.map((state) => `message_hash of ${state}`),
    ...['header_hash', 'request_hash', 'version', 'secret', 'payer', 'source'],
    ...['failed', 'released', 'reserved', 'sent', 'settled with change due', 'worked'].map((of) => `amount of ${of}`),
    ...UNSETTLED.map((state) => `earned of ${state}`),
    ...['address', 'state of released', 'state of reserved', 'state of worked', 'height_bound', 'answers'],
    ...['failed', 'released', 'reserved', 'sent', 'settled with change due', 'worked'].map(
      (of) => `change_key_hash of ${of}`,
    ),
    ...['change_credited_at of settled with change', 'spent_lamports', 'leased_until', 'created_at', 'closed_at'],
    ...['the row of released', 'the row of reserved', 'the row of worked'],
  ],
};

it('the audit finds every change of one row but those that contradict nothing', async () => {
  const missed: Record<string, readonly string[]> = {};
  await withoutConstraints(sql, async (tx) => {
    for (const table of TABLES) missed[table] = await missedIn(tx, table);
  });
  expect(missed).toEqual(MISSED);
});
