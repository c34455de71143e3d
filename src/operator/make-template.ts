import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries } from '#ledger/postgres/binaries.ts';
import { CLUSTER_USER, initdbCluster } from '#ledger/postgres/cluster.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { runServer } from '#ledger/postgres/server.ts';
import { clusterHome, serverUser } from '#ledger/postgres/unprivileged.ts';

/** What belongs to one cluster or one run of its server. */
const OWN = ['assay.password', 'postmaster.opts'];

/** Writes a cluster as `unpackTemplate` takes it: made by initdb, migrated, without a password, its server stopped. */
async function makeTemplate(file: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-template-'));
  // The server's user has to enter it.
  chmodSync(directory, 0o755);
  const user = serverUser();
  const home = clusterHome(directory, user);
  try {
    const cluster = await initdbCluster(home, findBinaries(user), user);
    const server = await runServer(cluster);
    try {
      const { sql, stop } = await openDatabase({ url: server.url, kind: 'embedded', poolMax: 1 });
      await sql.unsafe(`ALTER ROLE ${CLUSTER_USER} PASSWORD NULL`);
      await stop();
    } finally {
      await server.stop();
    }
    const left = OWN.map((name) => `--exclude=./${name}`);
    execFileSync('tar', ['-cf', file, '-C', cluster.data, ...left, '.']);
  } finally {
    for (const path of [directory, home]) rmSync(path, { recursive: true, force: true });
  }
}

makeTemplate(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
