import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const OPERATOR = join(import.meta.dirname, '../../src/operator');
const CHECKING = [
  ['audit-books', []],
  ['refund', ['--charge', '1']],
  ['revoke', ['--key', 'assay_x']],
] as const;

let test: TestDatabase;
let directory: string;
beforeAll(async () => {
  test = await openTestDatabase();
  directory = mkdtempSync(join(tmpdir(), 'assay-nowhere-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await test.stop();
});

/** A command as an operator runs it in an empty directory. */
async function run(name: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const entry = ['--import', import.meta.resolve('tsx'), join(OPERATOR, `${name}.ts`)];
  const child = spawn(process.execPath, [...entry, ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...variables },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8') };
}

describe('a command that asks about the books', () => {
  it.each(CHECKING)('says what to set where it finds none, and makes none: %s', async (name, args) => {
    const { code, out, err } = await run(name, args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^There is no database under \S+, and DATABASE_URL is not set\. Set DATABASE_URL or DATA_DIR .+\n$/,
    );
    expect(readdirSync(directory)).toEqual([]);
  });

  it('makes none in a database that has no books', async () => {
    const url = new URL(test.url);
    url.pathname += '_empty';
    const name = url.pathname.slice(1);
    await test.database.sql`CREATE DATABASE ${test.database.sql(name)}`;
    const empty = postgres(url.href, { max: 1 });
    try {
      const { code, out, err } = await run('audit-books', [], { DATABASE_URL: url.href });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toBe(
        `The database ${url.host}/${name} holds no books. Set DATABASE_URL or DATA_DIR as the service has them.\n`,
      );
      expect(await empty`SELECT FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`).toEqual(
        [],
      );
    } finally {
      await empty.end();
      await test.database.sql`DROP DATABASE ${test.database.sql(name)}`;
    }
  });

  it('says which books it speaks about, without their password', async () => {
    const { code, out, err } = await run('audit-books', [], { DATABASE_URL: test.url });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { host, pathname, password } = new URL(test.url);
    expect(JSON.parse(out)).toMatchObject({ sound: true, database: `${host}${pathname}` });
    expect(password).not.toBe('');
    expect(out).not.toContain(password);
  });
});
