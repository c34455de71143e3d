import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#project-folder.ts';
import type { UnprivilegedUser } from './unprivileged.ts';

/** A migrated cluster, packed, whose superuser has no password. `build.mjs` makes it; without it clusters are made by initdb. */
export const TEMPLATE = new URL('dist/postgres-cluster.tar', projectFolder);

/**
 * One shell does both steps, because the service's code is loaded meanwhile and keeps this process from starting the second.
 * Not compressed: a start has no processor time to spare. A server refuses the files of another version, and damaged pages by
 * their checksums. Nothing is synced: no books are in the files yet.
 */
const SCRIPT = 'tar -xf - -C "$1" <&3 && exec "$2" --single -F -D "$1" postgres';

const COMPLAINT = /(ERROR|FATAL|PANIC):/;
/** What makes a cluster asks the system for the name of its user, as containers under any id have none. */
const NAMELESS = /could not look up effective user ID (\d+)/;

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
export async function ensureCluster(
  home: string,
  bin: string,
  user: UnprivilegedUser | null,
  make: Maker = fromTemplate,
): Promise<Cluster> {
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
  if (await unpackTemplate(into, password)) return;
  makeEmpty(into.data, into.user);
  await initdb(into, password);
}

export async function initdb({ data, bin, user }: NewCluster, password: string): Promise<void> {
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
  // In the language that its words are known in.
  const args = ['-D', data, '-U', CLUSTER_USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const how = ['-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const child = spawn('env', ['LC_ALL=C', join(bin, 'initdb'), ...args, ...how], {
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
  if (code === 0) return;
  const said = Buffer.concat(complaints).toString('utf8').trim();
  const [, id] = NAMELESS.exec(said) ?? [];
  if (id === undefined) throw new Error(`initdb failed: ${said}`);
  throw new Error(
    `PostgreSQL makes no database for user id ${id}, which has no name on this machine: set DATABASE_URL, or add the line "assay:x:${id}:${id}::/:/bin/sh" to /etc/passwd (of the container)`,
  );
}

/** A cluster to be made: where, by which binaries, and for whom. */
interface NewCluster {
  /** An empty directory. */
  readonly data: string;
  readonly bin: string;
  readonly user: UnprivilegedUser | null;
}

/** Unpacks a template and gives its superuser a password. False where that is not possible; then files may be left behind. */
export async function unpackTemplate(
  { data, bin, user }: NewCluster,
  password: string,
  file = TEMPLATE,
): Promise<boolean> {
  const template = openIfThere(file);
  if (template === null) return false;
  const child = spawn('sh', ['-c', SCRIPT, 'sh', data, join(bin, 'postgres')], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe', template],
    ...user,
  });
  closeSync(template);
  const complaints: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk));
  // Where tar fails, nobody reads this.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(`ALTER ROLE ${CLUSTER_USER} PASSWORD '${password}';\n`);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  return code === 0 && !COMPLAINT.test(Buffer.concat(complaints).toString('utf8'));
}

function openIfThere(file: URL): number | null {
  try {
    return openSync(file, 'r');
  } catch {
    return null;
  }
}
