import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { told, withoutConstraints } from '../ledger/audit-harm.ts';
import { clean } from '../ledger/fixture.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openService, type Service } from '../support/service.ts';
import { get, readBanner } from './printed.ts';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await openService({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await service.end();
  await database.stop();
});

it('every charged answer of the sandbox is stored with what was asked, and found on any other charge', async () => {
  const { apiKey, samples } = await readBanner(service);
  for (const { path } of samples) await get(service, path, apiKey);
  const { path: trade = '' } = samples.find(({ kind }) => kind === 'trade') ?? {};
  await get(service, `${trade}?size_sol=2.25`, apiKey);
  const { sql } = database.database;
  expect(await openLedger(database.database).audit()).toEqual(clean);
  const charges = await sql<{ id: bigint; kind: string; size: string | null }[]>`
    SELECT id, kind, size FROM holds WHERE state = 'posted' ORDER BY id`;
  expect(new Set(charges.map(({ kind }) => kind))).toEqual(new Set(['funder', 'token', 'trade', 'wallet']));
  expect(charges.filter(({ size }) => size === '2.25')).toHaveLength(1);
  const shifted = `
    UPDATE answers SET body = other.body, verdict = other.verdict
    FROM (SELECT hold_id, lead(hold_id, $1) OVER (ORDER BY hold_id) AS next FROM answers) AS place
    JOIN answers AS other ON other.hold_id = place.next WHERE answers.hold_id = place.hold_id RETURNING answers.hold_id`;
  await withoutConstraints(sql, async (tx) => {
    for (let by = 1; by < charges.length; by += 1) {
      const mixed = async (inner: typeof tx) => (await inner.unsafe(shifted, [by])).length;
      expect(await told(tx, mixed)).toMatchObject({ mismatchedAnswers: charges.length - by, unbalancedAccounts: 0 });
    }
    const resized = async (inner: typeof tx) => (await inner`UPDATE holds SET size = '3' WHERE size = '2.25'`).count;
    expect(await told(tx, resized)).toMatchObject({ mismatchedAnswers: 1 });
  });
});
