import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBinaries } from 'assay-sandbox/postgres/binaries.ts';
import { TEMPLATE, unpackTemplate } from 'assay-sandbox/postgres/cluster.ts';
import { openServer } from 'assay-sandbox/postgres/embedded.ts';
import { clusterHome, serverUser } from 'assay-sandbox/postgres/unprivileged.ts';
import postgres from 'postgres';
import { afterAll, expect, test } from 'vitest';
import { nextPort } from '#lib/process/free-port.ts';
import { isMigrated } from '../../src/ledger/postgres/migration.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'assay-template-'));
  chmodSync(made, 0o755);
  folders.push(made);
  return made;
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

/** An empty directory that the server's user owns. */
function empty(): string {
  const user = serverUser();
  const home = clusterHome(folder(), user);
  folders.push(home);
  const data = mkdtempSync(join(home, 'data-'));
  if (user) chownSync(data, user.uid, user.gid);
  return data;
}

test('a cluster of the template has its tables, a password of its own, checksums, and syncs what it writes', async () => {
  const open = () => openServer({ dataDir: folder(), nextPort });
  const [one, other] = await Promise.all([open(), open()]);
  const stranger = new URL(one.url);
  stranger.password = new URL(other.url).password;
  const sql = postgres(one.url, { max: 1 });
  const refused = postgres(stranger.href, { max: 1 });
  try {
    expect(await isMigrated(one.url)).toBe(true);
    const rows = await sql`SELECT current_setting('fsync') AS fsync, current_setting('data_checksums') AS sums`;
    expect(rows[0]).toEqual({ fsync: 'on', sums: 'on' });
    await expect(refused`SELECT 1`.execute()).rejects.toThrow('password authentication failed');
  } finally {
    await Promise.all([sql.end(), refused.end(), one.stop(), other.stop()]);
  }
});

test('a template that is damaged, cut short or not there makes no cluster', async () => {
  const user = serverUser();
  const bin = findBinaries(user);
  const whole = readFileSync(TEMPLATE);
  const damaged = Buffer.from(whole);
  damaged[0] = (damaged[0] ?? 0) ^ 1;
  const file = join(folder(), 'template');
  for (const bytes of [damaged, whole.subarray(0, whole.length >> 1), Buffer.alloc(0)]) {
    writeFileSync(file, bytes);
    const made = unpackTemplate({ data: empty(), bin, user }, 'password', pathToFileURL(file));
    expect(await made).toBe(false);
  }
  const absent = pathToFileURL(`${file}.absent`);
  expect(await unpackTemplate({ data: empty(), bin, user }, 'password', absent)).toBe(false);
});
