import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBooksDatabase } from '#app/database.ts';
import { grantCommand } from '../../src/operator/commands/grant.ts';
import { openTestDatabase, type TestDatabase, temporaryDataDir } from '../support/database.ts';

const entry = join(import.meta.dirname, '../../src/operator/books.ts');

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command as an operator runs it. */
function command(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', 'tsx', entry, 'grant', ...args], {
    env: { PATH: process.env.PATH, ...variables },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
}

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.stop());

it('prints one line for the operator and ends with 0 or 1', async () => {
  const [granted, refused] = await Promise.all([
    command(['--usdc', '2.5'], { DATABASE_URL: test.url }),
    command(['--usdc', 'x'], { DATABASE_URL: test.url }),
  ]);
  expect(granted).toMatchObject({ code: 0, err: '' });
  expect(granted.out).toMatch(/^\{"api_key":"assay_\w+","balance_usdc":"2.50"\}\n$/);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(/^--usdc must be [^\n]+\n$/);
});

it('works on an embedded database while nothing runs, and beside what runs', async () => {
  const dataDir = temporaryDataDir();
  const books = { databaseUrl: null, dataDir };
  const { report } = await grantCommand(['--usdc', '1'], books);
  const apiKey = String(report.api_key);
  const service = await openBooksDatabase({ dataDir });
  const beside = await command(['--usdc', '2', '--key', apiKey], { DATA_DIR: dataDir });
  expect(beside).toEqual({ code: 0, out: '{"balance_usdc":"3.00"}\n', err: '' });
  expect(await service.sql`SELECT 1 AS alive`).toEqual([{ alive: 1 }]);
  await service.stop();
  rmSync(dataDir, { recursive: true });
});
