import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { freePort } from '#lib/process/free-port.ts';
import { hangMs } from '../../support/pace.ts';
import { launch, makeDirectory, PatroniNode } from './node.ts';
import { PASSWORD } from './patroni-settings.ts';
import type { Programs } from './programs.ts';

const NODES = 3;
const LOOK_MS = 100;
const WHOLE_MS_MAX = hangMs(120_000);

/** Three nodes with one primary, the store that they agree by, and a balancer before them. */
export class FailoverCluster {
  readonly nodes: readonly PatroniNode[];
  /** By way of the balancer. */
  readonly balanced: string;
  /** By all nodes in one URL. */
  readonly listed: string;
  readonly #home: string;
  readonly #others: readonly ChildProcess[];
  readonly #synchronous: boolean;

  private constructor(
    nodes: readonly PatroniNode[],
    port: number,
    home: string,
    others: readonly ChildProcess[],
    synchronous: boolean,
  ) {
    const url = (hosts: string, query = '') => `postgres://assay:${PASSWORD}@${hosts}/postgres${query}`;
    const hosts = nodes.map(({ links }) => `127.0.0.1:${links.books.port}`);
    this.nodes = nodes;
    this.balanced = url(`127.0.0.1:${port}`);
    this.listed = url(hosts.join(','), '?target_session_attrs=read-write');
    this.#home = home;
    this.#others = others;
    this.#synchronous = synchronous;
  }

  static async open(programs: Programs, synchronous: boolean): Promise<FailoverCluster> {
    const home = mkdtempSync(join(tmpdir(), 'assay-failover-'));
    chmodSync(home, 0o755);
    const others: ChildProcess[] = [];
    const [etcdPort, peers, port] = [await freePort(), await freePort(), await freePort()];
    const etcd = makeDirectory(join(home, 'etcd'));
    others.push(launch(programs.etcd, etcdArguments(etcd, etcdPort, peers), join(home, 'etcd.log')));
    const nodes: PatroniNode[] = [];
    for (let n = 1; n <= NODES; n += 1) {
      nodes.push(await PatroniNode.open(`node${n}`, { home, programs, etcdPort, synchronous }));
    }
    const file = join(home, 'haproxy.cfg');
    writeFileSync(file, balancer(port, nodes), { mode: 0o644 });
    others.push(launch(programs.haproxy, ['-f', file, '-db'], join(home, 'haproxy.log')));
    const cluster = new FailoverCluster(nodes, port, home, others, synchronous);
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

  /** Waits until all nodes follow one primary, which has a synchronous standby where it is to have one. */
  async whole(): Promise<void> {
    await within('a whole cluster', async () => {
      const primary = await this.primary();
      const replicas = await Promise.all(this.nodes.map((node) => node.is('replica')));
      if (primary === null || replicas.filter(Boolean).length < NODES - 1) return null;
      const standbys = await this.#standbys();
      const isConfirmed = !this.#synchronous || standbys.some((state) => state === 'sync' || state === 'quorum');
      return standbys.length === NODES - 1 && isConfirmed ? true : null;
    });
  }

  async #standbys(): Promise<readonly string[]> {
    const sql = postgres(this.balanced, { max: 1, connect_timeout: 2 });
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

  async close(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.close()));
    for (const child of this.#others) child.kill('SIGKILL');
    await pause(LOOK_MS);
    rmSync(this.#home, { recursive: true, force: true });
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

/** As Patroni's own documentation has it: sessions with a node that is no primary any more are ended. */
function balancer(port: number, nodes: readonly PatroniNode[]): string {
  const servers = nodes.map(
    ({ name, links }) => `  server ${name} 127.0.0.1:${links.books.port} check port ${links.rest.port}`,
  );
  return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen books
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

async function within<T>(what: string, look: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + WHOLE_MS_MAX;
  while (Date.now() < end) {
    const found = await look();
    if (found !== null) return found;
    await pause(LOOK_MS);
  }
  throw new Error(`${what} did not come within ${WHOLE_MS_MAX / 1_000} s`);
}
