import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { CLUSTER_USER, type Cluster } from './cluster.ts';
import { launchPostmaster, logTail, POLL_MS, runningPostmaster, type ServerSettings } from './postmaster.ts';

/** Advisory lock that every process shares while it uses an embedded server. */
const PRESENCE_LOCK = 4_217_402_001;

/** A server that runs, and this process's use of it. */
export interface Server {
  readonly url: string;
  /** Ends this process's use, and the server when nobody else uses it. Waits until it is gone. */
  stop(): Promise<void>;
}

/** How a server is run. */
export interface ServerOptions {
  /** The port of loopback to try next. It comes from the caller, who may have given away others that nobody listens on yet. */
  readonly nextPort: () => number;
  readonly settings?: ServerSettings;
  /** Receives what an operator should know, such as a place other than the configured one. */
  readonly log?: (message: string) => void;
}

const START_MS_MAX = 20_000;
const STOP_MS_MAX = 10_000;
const LAUNCHES_MAX = 6;
const LAUNCH_PAUSE_MS = 50;
const REVIVAL_PAUSE_MS = 1_000;

/**
 * The server of a cluster: the one that runs already, left over or started by another process, else a new one on a free
 * port of the loopback. One that dies while it is used is started again on its port.
 */
export async function runServer(cluster: Cluster, options: ServerOptions): Promise<Server> {
  let stopping = false;
  let revival: Promise<void> = Promise.resolve();
  const onLost = () => {
    if (!stopping) revival = revive();
  };
  let use = await attach(cluster, options, null, onLost);
  const { port } = use;

  async function revive(): Promise<void> {
    options.log?.('embedded PostgreSQL has died and is started again');
    while (!stopping) {
      try {
        use = await attach(cluster, options, port, onLost);
        return;
      } catch (error) {
        options.log?.(error instanceof Error ? error.message : String(error));
        await pause(REVIVAL_PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  return {
    url: urlOf(cluster, port),
    async stop() {
      stopping = true;
      await revival;
      await stopServer(cluster, use.presence);
    },
  };
}

function urlOf(cluster: Cluster, port: number): string {
  return `postgres://${CLUSTER_USER}:${cluster.password}@127.0.0.1:${port}/postgres`;
}

interface Use {
  readonly port: number;
  readonly presence: Presence;
}

/**
 * Joins the server that runs, or starts one. PostgreSQL's own lock on the data directory decides between two that start
 * at once: the loser ends and finds the winner. A start may also fail because its port was taken meanwhile, or because
 * the processes of a server that crashed are not all gone yet.
 */
async function attach(cluster: Cluster, options: ServerOptions, port: number | null, lost: () => void): Promise<Use> {
  const deadline = performance.now() + START_MS_MAX;
  let launches = 0;
  while (performance.now() < deadline) {
    const running = runningPostmaster(cluster.data);
    if (running) {
      const presence = running.ready ? await join(urlOf(cluster, running.port), lost) : null;
      if (presence) return { port: running.port, presence };
      await pause(POLL_MS);
      continue;
    }
    if (launches === LAUNCHES_MAX) break;
    // The first one without a turn of the event loop: see `beginPrerequisites` in src/app/prerequisites.ts.
    await launchPostmaster(cluster, port ?? options.nextPort(), options.settings);
    launches += 1;
    if (!runningPostmaster(cluster.data)) await pause(LAUNCH_PAUSE_MS * launches);
  }
  throw new Error(`PostgreSQL does not start in ${cluster.data}: ${logTail(cluster)}`);
}

/** SIGINT is PostgreSQL's fast shutdown: sessions end, what is committed is written. SIGQUIT leaves the rest to recovery. */
async function stopServer(cluster: Cluster, presence: Presence): Promise<void> {
  const last = await presence.leave().catch(() => false);
  if (last) {
    signal(cluster.data, 'SIGINT');
    if (!(await gone(cluster.data))) signal(cluster.data, 'SIGQUIT');
  }
  await presence.close();
}

function signal(data: string, name: 'SIGINT' | 'SIGQUIT'): void {
  const pid = runningPostmaster(data)?.pid;
  try {
    if (pid) process.kill(pid, name);
  } catch {
    // It has ended by itself, which is what was wanted.
  }
}

async function gone(data: string): Promise<boolean> {
  const deadline = performance.now() + STOP_MS_MAX;
  while (performance.now() < deadline) {
    if (!runningPostmaster(data)) return true;
    await pause(POLL_MS);
  }
  return false;
}

/** The mark of one process on an embedded server: while any process has one, nobody stops the server. */
interface Presence {
  /** Takes the mark off; true when it was the last one, and then new ones wait until the server is gone. */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Marks this process as a user of the server at `url`; null when the server does not answer. `lost` is called when the
 * mark dies with its connection, which only happens when the server has crashed.
 */
async function join(url: string, lost: () => void): Promise<Presence | null> {
  let wanted = false;
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    connect_timeout: 2,
    backoff: () => 0.05,
    onnotice: () => undefined,
    onclose: () => {
      if (wanted) void close().then(lost);
    },
  });
  const close = async () => {
    wanted = false;
    await sql.end({ timeout: 1 });
  };
  try {
    await sql`SELECT pg_advisory_lock_shared(${PRESENCE_LOCK}::bigint)`;
  } catch {
    await close();
    return null;
  }
  wanted = true;
  return {
    async leave() {
      wanted = false;
      await sql`SELECT pg_advisory_unlock_all()`;
      const rows = await sql`SELECT pg_try_advisory_lock(${PRESENCE_LOCK}::bigint) AS last`;
      return rows[0]?.last === true;
    },
    close,
  };
}
