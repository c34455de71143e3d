import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A user of the operating system that owns nothing. PostgreSQL refuses to run as root, so root hands it to this one. */
export interface UnprivilegedUser {
  readonly uid: number;
  readonly gid: number;
}

/** Where root keeps what the unprivileged user must reach when the configured place is closed to it, e.g. below /root. */
const REFUGE = '/var/lib/assay';
const NOBODY: UnprivilegedUser = { uid: 65534, gid: 65534 };

/** The user that PostgreSQL must run as, or null when the present one will do. */
export function serverUser(): UnprivilegedUser | null {
  if (process.getuid?.() !== 0) return null;
  const line = existsSync('/etc/passwd')
    ? /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
    : null;
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : NOBODY;
}

/** True when every directory from the root down to `path` may be entered by a user who owns none of them. */
function openToOthers(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false;
  const parent = dirname(path);
  return parent === path || openToOthers(parent);
}

/**
 * The directory that holds the cluster of `dataDir`, created when missing. A cluster that exists decides: books are never
 * left behind because the permissions of a directory have changed since.
 */
export function clusterHome(dataDir: string, user: UnprivilegedUser | null): string {
  const { absolute, preferred, refuge } = homesOf(dataDir);
  mkdirSync(absolute, { recursive: true });
  if (user === null) return created(preferred);
  const open = openToOthers(absolute);
  if (holdsCluster(preferred)) {
    if (open) return preferred;
    throw new Error(
      `${preferred} holds the database, but PostgreSQL, which does not run as root, cannot enter it: chmod o+x ${absolute} and the directories above it`,
    );
  }
  return created(open && !holdsCluster(refuge) ? preferred : refuge);
}

/** The directory that holds the cluster of `dataDir` already, or null; nothing is made. */
export function existingClusterHome(dataDir: string, user: UnprivilegedUser | null): string | null {
  const { preferred, refuge } = homesOf(dataDir);
  if (holdsCluster(preferred)) return preferred;
  return user !== null && holdsCluster(refuge) ? refuge : null;
}

/** The place of a cluster, and the other one for when that is closed to the server's user. */
function homesOf(dataDir: string) {
  const absolute = resolve(dataDir);
  const refuge = join(REFUGE, createHash('sha256').update(absolute).digest('hex').slice(0, 16));
  return { absolute, preferred: join(absolute, 'postgres'), refuge };
}

function holdsCluster(home: string): boolean {
  return existsSync(join(home, 'data'));
}

function created(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return directory;
}

/** `native` (a directory with bin, lib and share), or a copy of it that the unprivileged user can reach. */
export function reachableBinaries(native: string, version: string, user: UnprivilegedUser | null): string {
  if (user === null || openToOthers(join(native, 'bin', 'postgres'))) return native;
  const copy = join(REFUGE, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const draft = join(created(REFUGE), `.${basename(copy)}-${process.pid}`);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, copy);
  } catch {
    // Another start finished the same copy first; its files are the same.
    rmSync(draft, { recursive: true });
  }
  return copy;
}
