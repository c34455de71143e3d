import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { runServer, type Server, type ServerOptions } from './server.ts';
import { clusterHome, existingClusterHome, serverUser } from './unprivileged.ts';

/** Where the embedded server keeps its data, and what `runServer` takes. */
export interface EmbeddedOptions extends ServerOptions {
  readonly dataDir: string;
}

/** Where the data of the embedded server of `dataDir` is, or null where there was never one. Makes nothing. */
export function embeddedHome(dataDir: string): string | null {
  return existingClusterHome(dataDir, serverUser());
}

/** The embedded server alone, without a pool and without migrations. Throws an error for the operator when it cannot be started. */
export async function openServer(options: EmbeddedOptions): Promise<Server> {
  const user = serverUser();
  const home = clusterHome(options.dataDir, user);
  const bin = findBinaries(user);
  options.log?.(`embedded PostgreSQL: data in ${home}, binaries in ${bin}`);
  return await runServer(await ensureCluster(home, bin, user), options);
}
