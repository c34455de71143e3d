import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnprivilegedUser } from './unprivileged.ts';

/** The superuser of an embedded cluster; it has no other users. */
export const CLUSTER_USER = 'assay';
const PASSWORD_FILE = 'assay.password';

/** A cluster on disk and what is needed to run it. */
export interface Cluster {
  /** Holds the data directory and the server's log. */
  readonly home: string;
  readonly data: string;
  readonly password: string;
  /** Directory of the binaries. */
  readonly bin: string;
  readonly user: UnprivilegedUser | null;
}

/** The cluster below `home`, made when there is none. Safe when two starts make it at once: one of them wins. */
export async function ensureCluster(home: string, bin: string, user: UnprivilegedUser | null): Promise<Cluster> {
  const data = join(home, 'data');
  if (!existsSync(data)) await createCluster(home, data, bin, user);
  return { home, data, password: readFileSync(join(data, PASSWORD_FILE), 'utf8'), bin, user };
}

/** Made under another name and renamed when complete, so that a start that is killed leaves no half of a cluster. */
async function createCluster(home: string, data: string, bin: string, user: UnprivilegedUser | null): Promise<void> {
  const draft = join(home, `.data-${process.pid}-${randomBytes(4).toString('hex')}`);
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    await initdb(draft, passwordFile, bin, user);
    renameSync(passwordFile, join(draft, PASSWORD_FILE));
    renameSync(draft, data);
  } catch (error) {
    if (!existsSync(join(data, PASSWORD_FILE))) throw error;
  } finally {
    for (const path of [draft, passwordFile]) rmSync(path, { recursive: true, force: true });
  }
}

async function initdb(data: string, passwordFile: string, bin: string, user: UnprivilegedUser | null): Promise<void> {
  const args = ['-D', data, '-U', CLUSTER_USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const child = spawn(join(bin, 'initdb'), [...args, '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  });
  const complaints: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`initdb failed: ${Buffer.concat(complaints).toString('utf8').trim()}`);
}
