import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { findBinaries } from './binaries.ts';
import { CLUSTER_USER, ensureCluster, initdb } from './cluster.ts';
import { runServer, type ServerOptions } from './server.ts';
import { clusterHome, serverUser } from './unprivileged.ts';

/** What belongs to one cluster or one run of its server. */
const OWN = ['assay.password', 'postmaster.opts'];

/**
 * Writes a cluster as `unpackTemplate` takes it: made by initdb, with the tables that `migrate` makes at a URL, without a password, its
 * server stopped.
 */
export async function writeTemplate(
  file: string,
  options: ServerOptions,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-template-'));
  // The server's user has to enter it.
  chmodSync(directory, 0o755);
  const user = serverUser();
  const home = clusterHome(directory, user);
  try {
    const cluster = await ensureCluster(home, findBinaries(user), user, initdb);
    const server = await runServer(cluster, options);
    try {
      await migrate(server.url);
      await forgetPassword(server.url);
    } finally {
      await server.stop();
    }
    const left = OWN.map((name) => `--exclude=./${name}`);
    execFileSync('tar', ['-cf', file, '-C', cluster.data, ...left, '.']);
  } finally {
    for (const path of [directory, home]) rmSync(path, { recursive: true, force: true });
  }
}

async function forgetPassword(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  await sql`ALTER ROLE ${sql(CLUSTER_USER)} PASSWORD NULL`;
  await sql.end();
}
