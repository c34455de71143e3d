import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import type { ServerSettings } from './postmaster.ts';
import { runServer, type Server } from './server.ts';
import { clusterHome, existingClusterHome, serverUser } from './unprivileged.ts';

/** Where the embedded server keeps its data, and who is informed about it. */
export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Receives what an operator should know, such as a place other than the configured one. */
  readonly log?: (message: string) => void;
}

/** Where the data of the embedded server of `dataDir` is, or null where there was never one. Makes nothing. */
export function embeddedHome(dataDir: string): string | null {
  return existingClusterHome(dataDir, serverUser());
}

/** The embedded server alone, without a pool and without migrations. Throws an error for the operator when it cannot be started. */
export async function openServer(options: EmbeddedOptions, settings: ServerSettings = {}): Promise<Server> {
  const user = serverUser();
  const home = clusterHome(options.dataDir, user);
  const bin = findBinaries(user);
  options.log?.(`embedded PostgreSQL: data in ${home}, binaries in ${bin}`);
  const cluster = await ensureCluster(home, bin, user);
  return await runServer(cluster, { settings, ...(options.log ? { log: options.log } : {}) });
}
