import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NewCluster, unpackTemplate } from './template.ts';
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

/** Makes the files of a cluster in an empty directory, whose superuser gets the password. */
type Maker = (into: NewCluster, password: string) => Promise<void>;

/** The cluster below `home`, made when there is none. Safe when two starts make it at once: one of them wins. */
export async function ensureCluster(home: string, bin: string, user: UnprivilegedUser | null): Promise<Cluster> {
  return await ensure(home, bin, user, fromTemplate);
}

/** The same, always made by initdb. */
export async function initdbCluster(home: string, bin: string, user: UnprivilegedUser | null): Promise<Cluster> {
  return await ensure(home, bin, user, initdb);
}

async function ensure(home: string, bin: string, user: UnprivilegedUser | null, make: Maker): Promise<Cluster> {
  const data = join(home, 'data');
  if (!existsSync(data)) await createCluster(home, data, { bin, user }, make);
  return { home, data, password: readFileSync(join(data, PASSWORD_FILE), 'utf8'), bin, user };
}

/** Made under another name and renamed when complete, so that a start that is killed leaves no half of a cluster. */
async function createCluster(
  home: string,
  data: string,
  { bin, user }: Omit<NewCluster, 'data'>,
  make: Maker,
): Promise<void> {
  const draft = join(home, `.data-${process.pid}-${randomBytes(4).toString('hex')}`);
  const password = randomBytes(24).toString('base64url');
  makeEmpty(draft, user);
  try {
    await make({ data: draft, bin, user }, password);
    writePassword(join(draft, PASSWORD_FILE), password, user);
    renameSync(draft, data);
  } catch (error) {
    if (!existsSync(join(data, PASSWORD_FILE))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function makeEmpty(directory: string, user: UnprivilegedUser | null): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  if (user) chownSync(directory, user.uid, user.gid);
}

function writePassword(file: string, password: string, user: UnprivilegedUser | null): void {
  writeFileSync(file, password, { mode: 0o600 });
  if (user) chownSync(file, user.uid, user.gid);
}

/** To unpack a cluster takes a third of the time of initdb. */
async function fromTemplate(into: NewCluster, password: string): Promise<void> {
  if (await unpackTemplate(into, CLUSTER_USER, password)) return;
  makeEmpty(into.data, into.user);
  await initdb(into, password);
}

async function initdb({ data, bin, user }: NewCluster, password: string): Promise<void> {
  const passwordFile = `${data}.password`;
  writePassword(passwordFile, password, user);
  try {
    await runInitdb(data, passwordFile, bin, user);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function runInitdb(
  data: string,
  passwordFile: string,
  bin: string,
  user: UnprivilegedUser | null,
): Promise<void> {
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
