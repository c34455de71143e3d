import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from 'assay-sandbox/postgres/binaries.ts';
import { CLUSTER_USER, type Cluster, ensureCluster } from 'assay-sandbox/postgres/cluster.ts';
import {
  launchPostmaster,
  logTail,
  runningPostmaster,
  type ServerSettings,
} from 'assay-sandbox/postgres/postmaster.ts';
import { clusterHome, serverUser } from 'assay-sandbox/postgres/unprivileged.ts';
import { freePort } from '#lib/process/free-port.ts';
import { migrationsHash, sharedDataDir, temporaryDataDir } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';

/** A PostgreSQL server that nobody else uses, so that it can be taken away from the service that works on it. */
export interface OwnServer {
  /** Stays the same over restarts. */
  readonly url: string;
  /** `fast` ends all sessions and writes everything; `kill` is `kill -9` of the postmaster. Waits until it is gone. */
  stop(how: 'fast' | 'kill'): Promise<void>;
  /** Starts it where it does not run, as a supervisor would; waits until it takes connections. */
  start(): Promise<void>;
  running(): boolean;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

export interface OwnServerOptions {
  /** Where its data is; a new directory when absent. */
  readonly dataDir?: string;
  readonly settings?: ServerSettings;
  /** It begins as a standby of the server at this URL, which is an own server as well and has lost no WAL yet. */
  readonly standbyOf?: string;
}

/** A crash of the server's processes loses nothing that the operating system has; only a power cut would. */
const SETTINGS: ServerSettings = { fsync: 'off', full_page_writes: 'off' };
const LOOK_MS = 10;
const GONE_MS_MAX = hangMs(20_000);
const LAUNCHES_MAX = 400;
const LAUNCH_PAUSE_MS = 50;

/** Copies a cluster and starts its server: making one takes longer than all else. */
export async function openOwnServer({ dataDir, settings, standbyOf }: OwnServerOptions = {}): Promise<OwnServer> {
  const directory = dataDir ?? temporaryDataDir();
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  const user = serverUser();
  const home = clusterHome(directory, user);
  const shared = join(sharedDataDir(), `original_${migrationsHash()}`);
  const original = await ensureCluster(clusterHome(shared, user), findBinaries(user), user);
  execFileSync('cp', ['-a', original.data, join(home, 'data')]);
  const cluster = await ensureCluster(home, findBinaries(user), user);
  const following = standbyOf === undefined ? {} : follow(cluster, standbyOf);
  const port = await freePort();
  const start = () => launch(cluster, port, { ...SETTINGS, ...following, ...settings });
  const stop = (how: 'fast' | 'kill') => halt(cluster, how === 'fast' ? 'SIGINT' : 'SIGKILL');
  await start();
  return {
    url: `postgres://${CLUSTER_USER}:${cluster.password}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    running: () => runningPostmaster(cluster.data)?.ready === true,
    async end() {
      await stop('fast');
      rmSync(cluster.home, { recursive: true, force: true });
      if (dataDir === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Both are copies of one cluster, so that one can go on where the other's WAL begins. */
function follow(cluster: Cluster, url: string): ServerSettings {
  const signal = join(cluster.data, 'standby.signal');
  writeFileSync(signal, '');
  if (cluster.user) chownSync(signal, cluster.user.uid, cluster.user.gid);
  return { primary_conninfo: `${url}?application_name=standby`, wal_retrieve_retry_interval: '100ms' };
}

/** After a kill -9 the server's other processes are still there for a moment, and no start succeeds before they are gone. */
async function launch(cluster: Cluster, port: number, settings: ServerSettings): Promise<void> {
  for (let launches = 1; launches <= LAUNCHES_MAX; launches += 1) {
    if (!runningPostmaster(cluster.data)) await launchPostmaster(cluster, port, settings);
    if (await ready(cluster)) return;
    await pause(LAUNCH_PAUSE_MS);
  }
  throw new Error(`PostgreSQL does not start: ${logTail(cluster)}`);
}

async function ready(cluster: Cluster): Promise<boolean> {
  const end = Date.now() + GONE_MS_MAX;
  for (let server = runningPostmaster(cluster.data); server; server = runningPostmaster(cluster.data)) {
    if (server.ready) return true;
    if (Date.now() > end) return false;
    await pause(LOOK_MS);
  }
  return false;
}

async function halt(cluster: Cluster, signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const pid = runningPostmaster(cluster.data)?.pid;
  if (pid === undefined) return;
  process.kill(pid, signal);
  const end = Date.now() + GONE_MS_MAX;
  while (runningPostmaster(cluster.data)) {
    if (Date.now() > end) throw new Error('PostgreSQL did not end');
    await pause(LOOK_MS);
  }
}
