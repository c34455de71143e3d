import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { letLeasesLapse } from '../../labs/soak/world.ts';
import { until } from '../support/market.ts';
import { askCheck, Customers } from './customers.ts';
import { mustAgree } from './reckoning.ts';
import { openStage, type ProcessStage, recordedSubject } from './stage.ts';

const KEYS = 6;

let stage: ProcessStage;
let customers: Customers;

const url = () => `${stage.service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`;

beforeAll(async () => {
  stage = await openStage();
  const keys = await Promise.all(Array.from({ length: KEYS }, () => stage.key()));
  customers = new Customers(url(), keys);
});
afterEach(() => customers?.rest());
afterAll(() => stage?.stop());

describe('a database under paid load', () => {
  it.each(['fast', 'kill'] as const)(
    'that is stopped (%s) and started: nothing lost, nothing charged twice, no hands needed',
    async (how) => {
      customers.refusals.clear();
      customers.work();
      await customers.answered(KEYS);
      await stage.server.stop(how);
      await until(() => customers.refusals.size > 0);
      await stage.server.start();
      // A hold whose confirmation was cut off is in flight for the minute of its lease, which is made to pass at once.
      await letLeasesLapse(stage.database);
      await customers.answered(2 * KEYS);
      await customers.rest();
      await mustAgree(stage.database, customers.delivered);
      const met = [...customers.refusals.keys()];
      expect(
        met.filter((refusal) => !/^(503 (not_ready|answer_not_stored)|409 request_in_flight)$/.test(refusal)),
      ).toEqual([]);
    },
  );

  it('whose accounts somebody locks for longer than a statement may take: 503, and then all goes on', async () => {
    const expiredHolds = () => stage.database.sql`SELECT id FROM holds WHERE state = 'expired' ORDER BY id`;
    // A drill before may have cut holds off, so that they expired.
    const before = await expiredHolds();
    customers.refusals.clear();
    customers.work();
    await customers.answered(KEYS);
    const sql = postgres(stage.server.url, { max: 1 });
    const named = { 'X-API-Key': await stage.key(), 'Idempotency-Key': 'asked for behind a lock' };
    await sql.begin(async (tx) => {
      // In the order of the service: customers by id, then the named accounts. Any other order can deadlock with it.
      await tx`SELECT FROM accounts ORDER BY name NULLS FIRST, id FOR UPDATE`;
      const refused = await askCheck(url(), named);
      expect(refused).toMatchObject({ status: 503, code: 'not_ready' });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    });
    await sql.end();
    // What was held for it after it had been refused is given back, so that it is not in flight for the minute of a lease.
    let again = await askCheck(url(), named);
    await until(async () => {
      if (again.status === 409) again = await askCheck(url(), named);
      return again.status !== 409;
    });
    expect(again).toMatchObject({ status: 200, charged: '0.05' });
    expect(await expiredHolds()).toEqual(before);
    customers.delivered.set(named['Idempotency-Key'], String(again.attestation));
    await customers.answered(2 * KEYS);
    await customers.rest();
    await mustAgree(stage.database, customers.delivered);
  });

  it('that ends all sessions at once is connected to again', async () => {
    const { sql } = stage.database;
    customers.work();
    await customers.answered(KEYS);
    for (let n = 0; n < 3; n += 1) {
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
        AND backend_type = 'client backend'`;
      await customers.answered(KEYS);
    }
    await customers.rest();
    await mustAgree(stage.database, customers.delivered);
  });
});
