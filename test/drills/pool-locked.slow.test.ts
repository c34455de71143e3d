import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/market.ts';
import { hangMs } from '../support/pace.ts';
import { Customers } from './customers.ts';
import { mustAgree } from './reckoning.ts';
import { openInProcessStage, recordedSubject, type Stage } from './stage.ts';

const KEYS = 20;
/** A balancer that waits longer for an answer takes a service for dead. */
const ANSWER_MS_MAX = hangMs(5_000);

let stage: Stage;
let customers: Customers;

beforeAll(async () => {
  stage = await openInProcessStage({ env: { DATABASE_POOL_MAX: '3' } });
  const keys = await Promise.all(Array.from({ length: KEYS }, () => stage.key()));
  customers = new Customers(`${stage.service.url}/check/funder/${recordedSubject('CEX_FUNDED')}`, keys);
});
afterAll(async () => {
  await customers?.rest();
  await stage?.stop();
});

async function isReady(): Promise<boolean> {
  const url = `${stage.service.url}/health/ready`;
  return (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) })).status === 200;
}

async function database() {
  const response = await fetch(`${stage.service.url}/health`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  return (await response.json()).checks.database;
}

describe('a service all of whose connections wait for a lock that somebody holds', () => {
  it('says within the time of a balancer that it is not ready and why, and is by itself when the lock is gone', async () => {
    expect(await isReady()).toBe(true);
    await stage.database.sql.begin(async (sql) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await sql`LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE`;
      customers.work();
      await until(async () => !(await isReady()));
      expect(await database()).toMatchObject({ ok: false, code: 'database_busy', since: expect.any(String) });
    });
    await until(isReady);
    await customers.answered(KEYS);
    await customers.rest();
    await mustAgree(stage.database, customers.delivered);
  });
});
