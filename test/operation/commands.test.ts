import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCursor } from '#schema/account/account-page.ts';
import { auditBooksCommand } from '../../src/operator/commands/audit-books.ts';
import { grantCommand } from '../../src/operator/commands/grant.ts';
import { commandOutcome } from '../../src/operator/run-command.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

const BOOKS = join(import.meta.dirname, '../../dist/books.js');
const CHECKING = [
  ['audit-books', []],
  ['refund', ['--charge', checkCursor(new Uint8Array(32), { micros: 1n, holdId: 1n })]],
  ['revoke', ['--key', 'assay_x']],
  ['purge', ['wallet', 'all']],
  ['adopt', ['--since', '2026-01-31T12:00:00Z']],
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

type Variables = Readonly<Record<string, string>>;

/** A command as an operator runs it in an empty directory, in a process of its own. */
async function run(name: string, args: readonly string[], variables: Variables = {}) {
  const child = spawn(process.execPath, [BOOKS, name, ...args], {
    cwd: directory,
    env: { PATH: process.env.PATH, ...variables },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8') };
}

/** What the commands say, without a process. */
const commands = { 'audit-books': { command: auditBooksCommand }, grant: { command: grantCommand, bare: true } };
async function outcome(name: keyof typeof commands, argv: readonly string[], env: Variables) {
  const { command, ...how } = commands[name];
  const { exitCode, stdout, stderr } = await commandOutcome(command, { argv, env, ...how });
  return { code: exitCode, out: stdout, err: stderr };
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
      const { code, out, err } = await outcome('audit-books', [], { DATABASE_URL: url.href });
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

describe('a command whose database does not let it', () => {
  const readOnly = async (use: (variables: { readonly DATABASE_URL: string }) => Promise<void>, url = test.url) => {
    const { sql } = test.database;
    const name = new URL(url).pathname.slice(1);
    await sql`ALTER DATABASE ${sql(name)} SET default_transaction_read_only = on`;
    try {
      await use({ DATABASE_URL: url });
    } finally {
      await sql`ALTER DATABASE ${sql(name)} RESET default_transaction_read_only`;
    }
  };

  it('tells what an audit found where that can only be read, and that it was not recorded', () =>
    readOnly(async (variables) => {
      const { code, out, err } = await outcome('audit-books', [], variables);
      expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, sound: true, unbalanced_accounts: 0 });
      expect(err).toMatch(
        /^The findings were not recorded: .+ \(cannot execute INSERT in a read-only transaction\)\n$/,
      );
    }));

  it('says why on one line', () =>
    readOnly(async (variables) => {
      const { code, out, err } = await outcome('grant', ['--usdc', '5'], variables);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^[^\n]+ \(cannot execute \w+ in a read-only transaction\)\n$/);
    }));

  it('says why it cannot make books, without a statement', async () => {
    const url = new URL(test.url);
    url.pathname += '_closed';
    const name = url.pathname.slice(1);
    await test.database.sql`CREATE DATABASE ${test.database.sql(name)}`;
    await readOnly(async (variables) => {
      const { code, err } = await outcome('grant', ['--usdc', '5'], variables);
      expect({ code, err }).toEqual({
        code: 1,
        err: `the database at ${url.host} cannot be used (cannot execute CREATE SCHEMA in a read-only transaction)\n`,
      });
    }, url.href);
    await test.database.sql`DROP DATABASE ${test.database.sql(name)} WITH (FORCE)`;
  });

  it('says why none answers, without what could be a password', async () => {
    const { code, err } = await run('grant', ['--usdc', '5'], { DATABASE_URL: 'postgres://me:se@cret@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(err).toMatch(/^the database at 127\.0\.0\.1:1 cannot be reached \(E[A-Z_]+\)\n$/);
  });
});
