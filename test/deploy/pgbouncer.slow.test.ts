import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../support/database.ts';
import { openPgbouncer, pgbouncerVersion } from '../support/pgbouncer.ts';
import { openService } from '../support/service.ts';

const version = pgbouncerVersion();
if (version === null)
  console.warn('PgBouncer is not installed (Debian: apt-get install pgbouncer): the shipped configuration is not run.');

const directory = mkdtempSync(join(tmpdir(), 'assay-pgbouncer-users-'));
// PgBouncer runs as somebody else.
chmodSync(directory, 0o755);
afterAll(() => rmSync(directory, { recursive: true }));

/** What differs on this machine, and what a PgBouncer before 1.21 does not know. */
const ELSEWHERE = ['listen_addr', 'listen_port', 'unix_socket_dir', 'auth_file'];
const SINCE_1_21 = ['max_prepared_statements'];

/** The shipped settings, but those. */
function shipped(): Record<string, string> {
  const [, section = ''] = readFileSync('deploy/pgbouncer/pgbouncer.ini', 'utf8').split('[pgbouncer]');
  const isOld = version !== null && Number(version.split('.')[1]) < 21;
  const left = [...ELSEWHERE, ...(isOld ? SINCE_1_21 : [])];
  const all = [...section.matchAll(/^(\w+) = (.+)$/gm)].map(([, name = '', value = '']) => [name, value] as const);
  expect(all.length).toBeGreaterThan(5);
  return Object.fromEntries(all.filter(([name]) => !left.includes(name)));
}

it.skipIf(version === null)('a service starts and charges behind PgBouncer as it is shipped', async () => {
  const test = await openTestDatabase();
  const role = `assay_${process.pid}`;
  const statements = readFileSync('deploy/postgres/role.sql', 'utf8').replaceAll('ROLE assay ', `ROLE ${role} `);
  await test.database.sql.unsafe(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'sandbox'`);
  await test.database.sql.unsafe(statements);
  const users = join(directory, 'userlist.txt');
  writeFileSync(users, `"${role}" "sandbox"\n`, { mode: 0o644 });
  const url = new URL(test.url);
  [url.username, url.password] = [role, 'sandbox'];
  const pooler = await openPgbouncer(url.href, { ...shipped(), auth_file: users });
  try {
    const service = await openService({ DATABASE_URL: pooler.url });
    const { api_key: key, samples } = await (await fetch(`${service.url}/sandbox`)).json();
    const answer = await fetch(service.url + samples[0].path, { headers: { 'X-API-Key': key } });
    expect([answer.status, (await answer.json()).billing.route]).toEqual([200, 'credit']);
    await service.end();
  } finally {
    await pooler.stop();
    await test.database.sql.unsafe(`DROP ROLE ${role}`);
    await test.stop();
  }
});
