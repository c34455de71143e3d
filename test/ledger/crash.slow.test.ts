import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { addPass, clean, idle, PRICE, usedOf } from './fixture.ts';

const START = 1_000_000_000_000n;
const REPLICAS = 2;
const CLIENTS = 12;
const LINES_MAX = 3;
/** So few that they are used up before the end, so many that not at the beginning. */
const CALLS = 60;
/** About twenty answers: before that a replica has not got going. */
const DELIVERED_CHARS_MIN = 200;
const loop = join(import.meta.dirname, 'check-loop.ts');

let test: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
});
afterAll(() => test.stop());

/** Runs checks in another process, kills it without warning, and returns the bodies that it had delivered by then. */
async function killedReplica(apiKey: string, afterMs: number): Promise<readonly string[]> {
  const args = ['--import', 'tsx', loop, test.url, apiKey, String(CLIENTS)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.length > DELIVERED_CHARS_MIN) resolve();
    });
  });
  await pause(afterMs);
  child.kill('SIGKILL');
  await closed;
  // What follows the last line break is a line that the process was killed in.
  return output.split('\n').slice(0, -1);
}

it('a kill -9 during checks leaves sound books, no answer unpaid and no charge without an answer', async () => {
  const { apiKey = '' } = await ledger.grant(START);
  const pass = await addPass(test.database.sql, apiKey, CALLS);
  const rounds = Array.from({ length: REPLICAS }, () => killedReplica(apiKey, Math.random() * 500));
  const delivered = (await Promise.all(rounds)).flat();
  expect(delivered.length).toBeGreaterThan(REPLICAS * 10);

  await idle(test.database.sql);
  const before = await ledger.audit();
  expect({ ...before, staleHolds: 0 }).toEqual(clean);
  const open = await test.database.sql`SELECT amount FROM holds WHERE state = 'held'`;
  expect(open.length).toBeLessThanOrEqual(REPLICAS * CLIENTS * LINES_MAX);

  await test.database.sql`UPDATE holds SET expires_at = expires_at - interval '61 seconds' WHERE state = 'held'`;
  expect(await ledger.expireHolds()).toBe(open.length);
  expect(await ledger.audit()).toEqual(clean);

  const stored = await test.database.sql<{ body: string }[]>`SELECT body FROM answers`;
  const paid = new Set(stored.map(({ body }) => body));
  expect(delivered.filter((body) => !paid.has(body))).toEqual([]);
  expect(new Set(delivered).size).toBe(delivered.length);
  const calls = await usedOf(test.database.sql, pass);
  expect(calls).toBeGreaterThan(0);
  const { balanceAtomic } = await ledger.grant(1n, apiKey);
  expect(balanceAtomic).toBe(START + 1n - PRICE * BigInt(stored.length - calls));
});

/** Sessions of killed replicas end when PostgreSQL notices; until then a statement of theirs may still run. */
