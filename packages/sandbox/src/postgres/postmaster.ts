import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** Settings of a server beyond PostgreSQL's own, by name. */
export type ServerSettings = Readonly<Record<string, string>>;

/** Milliseconds between two checks of a server's state. */
export const POLL_MS = 10;
const LOG_TAIL_LINES = 5;
const SETTINGS: ServerSettings = {
  unix_socket_directories: '',
  timezone: 'UTC',
  jit: 'off',
  log_checkpoints: 'off',
  // A plan that was made while a table was empty may look rows up by the wrong index: it lives until somebody counts them.
  autovacuum_naptime: '5s',
};

/** A server process of a data directory. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** False while it starts, recovers or stops. */
  readonly ready: boolean;
}

/** What postmaster.pid says (line 1 process id, 4 port, 8 state), or null when no such process serves this directory. */
export function runningPostmaster(data: string): Postmaster | null {
  const file = join(data, 'postmaster.pid');
  const lines = readIfThere(file).split('\n');
  const pid = Number(lines[0]);
  // PostgreSQL takes a stranger's process for stale by itself.
  if (!pid || !isAlive(pid) || isStranger(pid)) return null;
  if (!serves(pid, data)) {
    // Another program has got the number since. PostgreSQL would take it for a server and refuse to start.
    rmSync(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** True when a process with this id exists, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  return ['reached', 'EPERM'].includes(reached(pid));
}

/** A server runs as the user who starts it, unless that is root. After a reboot its number may be anybody's. */
function isStranger(pid: number): boolean {
  return reached(pid) === 'EPERM' && process.getuid?.() !== 0;
}

/** Whether a signal would reach a process, or the system's code of why not. */
function reached(pid: number): string {
  try {
    process.kill(pid, 0);
    return 'reached';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  }
}

/** A server's working directory is its data directory; a dead process that nobody has waited for has none. */
function serves(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch (error) {
    // Where there is no /proc, or it tells nothing about other users' processes, the process id is trusted.
    return !existsSync('/proc/self') || (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/** Starts a server in a session of its own and waits until it is ready or has given up. */
export async function launchPostmaster(cluster: Cluster, port: number, settings: ServerSettings = {}): Promise<void> {
  const named = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', cluster.data, '-h', '127.0.0.1', '-p', String(port), ...named];
  const log = openSync(logFile(cluster), 'a', 0o600);
  const child = spawn(join(cluster.bin, 'postgres'), args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    ...cluster.user,
  });
  closeSync(log);
  child.unref();
  await settled(child, cluster.data);
}

async function settled(child: ChildProcess, data: string): Promise<void> {
  let over = false;
  const end = () => {
    over = true;
  };
  child.once('exit', end);
  child.once('error', end);
  while (!over && !runningPostmaster(data)?.ready) await pause(POLL_MS);
}

/** The last lines of the server's log, for an error message. */
export function logTail(cluster: Cluster): string {
  return readIfThere(logFile(cluster)).trim().split('\n').slice(-LOG_TAIL_LINES).join(' | ');
}

function logFile(cluster: Cluster): string {
  return join(cluster.home, 'postgres.log');
}
