import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from '#lib/process/free-port.ts';
import { hangMs } from '../../test/support/pace.ts';
import { launch, makeDirectory, PatroniNode } from './node.ts';
import { PASSWORD } from './patroni-settings.ts';
import type { Programs } from './programs.ts';

const NODES = 3;
const POLL_MS = 100;
const WHOLE_MS_MAX = hangMs(120_000);

/** Three nodes with one primary, and the store that they agree by. */
export class FailoverCluster {
  readonly nodes: readonly PatroniNode[];
  /** All nodes in one URL, in either order. */
  readonly urls: readonly [string, string];
  readonly #home: string;
  readonly #etcd: ChildProcess;

  private constructor(nodes: readonly PatroniNode[], home: string, etcd: ChildProcess) {
    const hosts = nodes.map(({ links }) => `127.0.0.1:${links.books.port}`);
    this.nodes = nodes;
    this.urls = [urlOf(hosts, '?target_session_attrs=read-write'), urlOf([...hosts].reverse())];
    this.#home = home;
    this.#etcd = etcd;
  }

  static async open(programs: Programs): Promise<FailoverCluster> {
    const home = mkdtempSync(join(tmpdir(), 'assay-failover-'));
    chmodSync(home, 0o755);
    const [etcdPort, peers] = [await freePort(), await freePort()];
    const data = makeDirectory(join(home, 'etcd'));
    const etcd = launch(programs.etcd, etcdArguments(data, etcdPort, peers), join(home, 'etcd.log'));
    const nodes: PatroniNode[] = [];
    for (let n = 1; n <= NODES; n += 1) nodes.push(await PatroniNode.open(`node${n}`, { home, programs, etcdPort }));
    const cluster = new FailoverCluster(nodes, home, etcd);
    try {
      await cluster.whole();
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  async primary(): Promise<PatroniNode | null> {
    const said = await Promise.all(this.nodes.map((node) => node.is('primary')));
    return this.nodes[said.indexOf(true)] ?? null;
  }

  /** Waits until another node is the primary. */
  async replaced(before: PatroniNode): Promise<PatroniNode> {
    return await within('a new primary', async () => {
      const now = await this.primary();
      return now === before ? null : now;
    });
  }

  /** Waits until all nodes follow one primary, which has a synchronous standby. */
  async whole(): Promise<void> {
    await within('a whole cluster', async () => {
      const primary = await this.primary();
      const replicas = await Promise.all(this.nodes.map((node) => node.is('replica')));
      if (primary === null || replicas.filter(Boolean).length < NODES - 1) return null;
      const standbys = await standbysOf(primary);
      return standbys.length === NODES - 1 && standbys.includes('sync') ? true : null;
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
    this.#etcd.kill('SIGKILL');
    await pause(POLL_MS);
    rmSync(this.#home, { recursive: true, force: true });
  }
}

function urlOf(hosts: readonly string[], query = ''): string {
  return `postgres://assay:${PASSWORD}@${hosts.join(',')}/postgres${query}`;
}

/** The URL of one server alone, which no cut concerns. */
export function directUrl({ port }: PatroniNode): string {
  return urlOf([`127.0.0.1:${port}`]);
}

async function standbysOf(node: PatroniNode): Promise<readonly string[]> {
  const sql = postgres(directUrl(node), { max: 1, connect_timeout: 2 });
  try {
    const rows = await sql<{ sync_state: string }[]>`
      SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'`;
    return rows.map((row) => row.sync_state);
  } catch {
    return [];
  } finally {
    await sql.end({ timeout: 0 });
  }
}

function etcdArguments(home: string, port: number, peers: number): string[] {
  const [clients, others] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  return [
    ...['--name', 'etcd', '--data-dir', join(home, 'data'), '--unsafe-no-fsync', '--enable-v2'],
    ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', others, '--initial-advertise-peer-urls', others, '--initial-cluster', `etcd=${others}`],
  ];
}

/** Asks again until something is there. */
export async function within<T>(what: string, attempt: () => Promise<T | null | false>): Promise<T> {
  const end = Date.now() + WHOLE_MS_MAX;
  while (Date.now() < end) {
    const found = await attempt();
    if (found !== null && found !== false) return found;
    await pause(POLL_MS);
  }
  throw new Error(`${what} did not come within ${WHOLE_MS_MAX / 1_000} s`);
}
