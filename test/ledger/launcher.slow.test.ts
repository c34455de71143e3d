import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openServer } from 'assay-sandbox/postgres/embedded.ts';
import postgres from 'postgres';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { nextPort } from '#lib/process/free-port.ts';
import { temporaryDataDir } from '../support/database.ts';
import { until } from '../support/until.ts';

const holder = join(import.meta.dirname, 'database-holder.ts');
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function pidFile(dataDir: string): string {
  return join(dataDir, 'postgres', 'data', 'postmaster.pid');
}

function serverPid(dataDir: string): number {
  return Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0]);
}

/** Another process that opens the database of `dataDir` and keeps it until it is told to stop by a line of input. */
async function otherProcess(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', holder, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the other process ended with ${code}`)));
  });
  return child;
}

function exitOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once('exit', resolve));
}

describe('an embedded server', () => {
  const dataDir = temporaryDataDir();
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('starts once for those who start together, writes durably, listens on loopback with a password, and stops', async () => {
    const databases = await Promise.all([1, 2].map(() => openBooksDatabase({ dataDir })));
    const [first, ...others] = databases;
    if (!first) throw new Error('no database');
    expect(new Set(databases.map(({ url }) => url)).size).toBe(1);
    expect(first.kind).toBe('embedded');
    const settings = await first.sql`
      SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
        current_setting('listen_addresses') AS address, current_setting('unix_socket_directories') AS sockets`;
    expect(settings[0]).toEqual({ fsync: 'on', commit: 'on', address: '127.0.0.1', sockets: '' });
    expect(statSync(join(dataDir, 'postgres', 'data', 'assay.password')).mode & 0o777).toBe(0o600);
    const stranger = new URL(first.url);
    stranger.password = 'guess';
    const refused = postgres(stranger.href, { max: 1 });
    await expect(refused`SELECT 1`).rejects.toMatchObject({ code: '28P01' });
    await refused.end();
    for (const other of others) await other.stop();
    expect(await openLedger(first).ping()).toBe(true);
    await Promise.all([first.stop(), first.stop()]);
    expect(existsSync(pidFile(dataDir))).toBe(false);
  });

  it('keeps the books over a restart, and a stale or foreign pid file is no obstacle', async () => {
    const before = openLedger(await openBooksDatabase({ dataDir }));
    const { apiKey } = await before.grant(7n);
    await before.close();
    for (const pid of [process.pid, 2_147_483_000]) {
      writeFileSync(pidFile(dataDir), `${pid}\n${join(dataDir, 'postgres', 'data')}\n1\n5432\n\n127.0.0.1\n\nready\n`);
      const after = openLedger(await openBooksDatabase({ dataDir }));
      expect(await after.grant(1n, apiKey)).toHaveProperty('balanceAtomic', expect.any(BigInt));
      await after.close();
    }
    const last = openLedger(await openBooksDatabase({ dataDir }));
    expect(await last.grant(1n, apiKey)).toEqual({ balanceAtomic: 10n });
    await last.close();
  });

  it('outlives a kill -9 of the process that started it, is taken over, and is not stopped under another user', async () => {
    const killed = await otherProcess(dataDir);
    const pid = serverPid(dataDir);
    const ended = exitOf(killed);
    killed.kill('SIGKILL');
    await ended;
    const taken = await openBooksDatabase({ dataDir });
    expect(serverPid(dataDir)).toBe(pid);
    const guest = await otherProcess(dataDir);
    await taken.stop();
    expect(serverPid(dataDir)).toBe(pid);
    const probe = postgres(taken.url, { max: 1 });
    expect(await probe`SELECT 1 AS alive`).toEqual([{ alive: 1 }]);
    await probe.end();
    const left = exitOf(guest);
    guest.stdin?.write('stop\n');
    expect(await left).toBe(0);
    expect(existsSync(pidFile(dataDir))).toBe(false);
  });

  it('is started again on its port when it dies, with all that was acknowledged', async () => {
    const told: string[] = [];
    const database = await openBooksDatabase({ dataDir, log: (line) => told.push(line) });
    const ledger = openLedger(database);
    const { apiKey } = await ledger.grant(3n);
    const pid = serverPid(dataDir);
    process.kill(pid, 'SIGKILL');
    // The file goes with the server that died, even between two looks at it.
    const isOther = async () => serverPid(dataDir) !== pid;
    await until(() => isOther().catch(() => true));
    await until(() => ledger.ping());
    expect(await ledger.grant(1n, apiKey)).toEqual({ balanceAtomic: 4n });
    expect(serverPid(dataDir)).not.toBe(pid);
    expect(told).toContain('embedded PostgreSQL has died and is started again');
    await ledger.close();
    expect(existsSync(pidFile(dataDir))).toBe(false);
  });

  it('says why it cannot start', async () => {
    await expect(openServer({ dataDir, nextPort, settings: { no_such_setting: 'x' } })).rejects.toThrow(
      /no_such_setting/,
    );
  });
});

describe.runIf(process.getuid?.() === 0)('run as root', () => {
  it('runs as another user, and elsewhere when that user cannot enter the data directory', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'assay-closed-'));
    chmodSync(closed, 0o700);
    const told: string[] = [];
    const database = await openBooksDatabase({ dataDir: closed, log: (line) => told.push(line) });
    const home = /data in ([^,]+),/.exec(told.join())?.[1] ?? '';
    expect(home).toMatch(/^\/var\/lib\/assay\/[0-9a-f]{16}$/);
    expect(statSync(join(home, 'data')).uid).not.toBe(0);
    expect(existsSync(join(closed, 'postgres'))).toBe(false);
    chmodSync(closed, 0o755);
    const again = await openBooksDatabase({ dataDir: closed });
    expect(again.url).toBe(database.url);
    await again.stop();
    await database.stop();
    rmSync(closed, { recursive: true });
    rmSync(home, { recursive: true });
    expect(dirname(home)).toBe('/var/lib/assay');
  });
});
