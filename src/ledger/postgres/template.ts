import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '#lib/process/package-root.ts';
import type { UnprivilegedUser } from './unprivileged.ts';

/** A migrated cluster, packed, whose superuser has no password. `build.mjs` makes it; without it clusters are made by initdb. */
export const TEMPLATE = new URL('dist/postgres-cluster.tar', packageRoot);

/**
 * One shell does both steps, because the service's code is loaded meanwhile and keeps this process from starting the second.
 * Not compressed: a start has no processor time to spare. A server refuses the files of another version, and damaged pages by
 * their checksums. Nothing is synced: no books are in the files yet.
 */
const SCRIPT = 'tar -xf - -C "$1" <&3 && exec "$2" --single -F -D "$1" postgres';
const COMPLAINT = /(ERROR|FATAL|PANIC):/;

/** A cluster to be made: where, by which binaries, and for whom. */
export interface NewCluster {
  /** An empty directory. */
  readonly data: string;
  readonly bin: string;
  readonly user: UnprivilegedUser | null;
}

/** Unpacks a template and gives its superuser a password. False where that is not possible; then files may be left behind. */
export async function unpackTemplate(
  { data, bin, user }: NewCluster,
  role: string,
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
  child.stdin?.end(`ALTER ROLE ${role} PASSWORD '${password}';\n`);
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
