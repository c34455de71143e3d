import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from 'assay-sandbox/postgres/unprivileged.ts';
import { freePort } from '#lib/process/free-port.ts';

/** A pooler in front of a database. */
export interface Pooler {
  /** The URL of the same database through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The version of the machine's PgBouncer; null where there is none. Debian's package is `pgbouncer`. */
export function pgbouncerVersion(): string | null {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  return /^PgBouncer (\S+)/m.exec(stdout ?? '')?.[1] ?? null;
}

/** Starts PgBouncer in front of the server of `url`, with `settings` beside or instead of what it needs. */
export async function openPgbouncer(url: string, settings: Readonly<Record<string, string | number>>): Promise<Pooler> {
  const far = new URL(url);
  const directory = mkdtempSync(join(tmpdir(), 'assay-pgbouncer-'));
  chmodSync(directory, 0o755);
  const port = await freePort();
  const target = {
    host: far.hostname,
    port: far.port,
    user: decodeURIComponent(far.username),
    password: decodeURIComponent(far.password),
  };
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    max_client_conn: 1_000,
    ...settings,
  };
  const lines = ['[databases]', `* = ${written(target, ' ')}`, '[pgbouncer]', written(all, '\n'), ''];
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(file, lines.join('\n'));
  const child = spawn('pgbouncer', [file], { ...serverUser(), stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async (): Promise<void> => {
    await ended(child);
    rmSync(directory, { recursive: true });
  };
  try {
    await listening(child);
  } catch (error) {
    await stop();
    throw error;
  }
  const near = new URL(url);
  near.port = String(port);
  return { url: near.href, stop };
}

function written(values: Readonly<Record<string, string | number>>, between: string): string {
  const entries = Object.entries(values).filter(([name, value]) => value !== '' || name === 'unix_socket_dir');
  return entries.map(([name, value]) => `${name}=${value}`).join(between);
}

/** Resolves when it says that it is up. */
async function listening(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer did not start: ${said}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (/process up/.test(said)) resolve();
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  // At once, without waiting for clients.
  child.kill('SIGTERM');
  await over;
}
