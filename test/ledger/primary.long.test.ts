import postgres from 'postgres';
import { afterEach, expect, it } from 'vitest';
import { promised } from '#ledger/postgres/commits.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { unlessDown } from '#ledger/postgres/outage.ts';
import { Primary } from '#ledger/postgres/primary.ts';
import { probe } from '#ledger/postgres/probe.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openLink } from '../../labs/failover/link.ts';
import { type OwnServer, openOwnServer } from '../drills/own-server.ts';
import { until } from '../support/until.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A primary on timeline 1 and what follows it, until it is promoted to timeline 2. */
async function openPair(): Promise<{ readonly old: OwnServer; readonly young: OwnServer }> {
  const old = await openOwnServer();
  ends.push(() => old.end());
  const young = await openOwnServer({ standbyOf: old.url });
  ends.push(() => young.end());
  return { old, young };
}

async function ask(server: OwnServer, statement: string): Promise<unknown> {
  const sql = postgres(server.url, { max: 1 });
  try {
    return Object.values((await sql.unsafe(statement))[0] ?? {})[0];
  } finally {
    await sql.end();
  }
}

/** The standby has what the primary has committed. */
async function caughtUp({ old, young }: { readonly old: OwnServer; readonly young: OwnServer }): Promise<void> {
  const end = await ask(old, 'SELECT pg_current_wal_flush_lsn()');
  await until(async () => (await ask(young, `SELECT pg_last_wal_replay_lsn() >= '${end}'`)) === true);
}

const promote = (server: OwnServer) => ask(server, 'SELECT pg_promote()');

/** One URL for several servers, in this order. A connection waits for a busy machine, too. */
function together(servers: readonly OwnServer[], query = ''): string {
  const url = new URL(servers[0]?.url ?? '');
  const hosts = servers.map((server) => new URL(server.url).host).join(',');
  return `postgres://${url.username}:${url.password}@${hosts}${url.pathname}?connect_timeout=60${query}`;
}

async function opened(url: string) {
  const database = await openDatabase({ url, poolMax: 3 });
  ends.push(() => database.stop());
  return database;
}

/** The server that answers, by its port; what the driver says where none does. */
async function portOf(sql: Sql): Promise<number | string> {
  try {
    const [row] = await sql<{ port: number }[]>`SELECT inet_server_port() AS port`;
    return row?.port ?? 'none';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

const port = (server: OwnServer) => Number(new URL(server.url).port);

it.each(['', '&target_session_attrs=read-write', '&target_session_attrs=primary'])(
  'two replicas find the new primary of two hosts, and stay with it when the old one is back (%s)',
  async (query) => {
    const { old, young } = await openPair();
    const hosts = [young, old];
    const replicas = await Promise.all([opened(together(hosts, query)), opened(together(hosts.reverse(), query))]);
    for (const { sql } of replicas) expect(await portOf(sql)).toBe(port(old));
    await old.stop('kill');
    await promote(young);
    for (const { sql } of replicas) await until(async () => (await portOf(sql)) === port(young));
    // Nobody fences it: the old primary boots as what it was.
    await old.start();
    for (let n = 0; n < 10; n += 1) for (const { sql } of replicas) expect(await portOf(sql)).toBe(port(young));
  },
);

it('while no host is a primary, statements fail instead of waiting', async () => {
  const { old, young } = await openPair();
  const { sql } = await opened(together([old, young]));
  await old.stop('kill');
  for (let n = 0; n < 6; n += 1) expect(await portOf(sql)).toMatch(/^(CONNECTION_|ECONN)/);
  expect(await probe(sql)).toBe('unreachable');
});

it('a standby alone is used as far as it goes, unless a primary is asked for', async () => {
  const { old, young } = await openPair();
  await caughtUp({ old, young });
  const { sql } = await opened(young.url);
  expect(await probe(sql)).toBe('read_only');
  await expect(opened(`${young.url}?target_session_attrs=read-write`)).rejects.toThrow('cannot be used');
});

it('a commit that no synchronous standby confirmed is no success, and a role is made to wait for it', async () => {
  const settings = { synchronous_standby_names: 'nobody', synchronous_commit: 'local' };
  const server = await openOwnServer({ settings });
  ends.push(() => server.end());
  const { sql } = await opened(server.url);
  expect(await sql`SHOW synchronous_commit`).toEqual([{ synchronous_commit: 'on' }]);
  expect(await promised(sql)).toMatchObject({ level: 'info', message: expect.stringContaining('nobody') });
  const write = unlessDown(sql`UPDATE accounts SET name = name WHERE id = (SELECT min(id) FROM accounts)`.execute());
  const refused = expect(write).rejects.toMatchObject({
    code: 'not_ready',
    cause: { code: 'COMMIT_UNCONFIRMED' },
  });
  const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
  await until(async () => (await ask(server, cancel)) === true);
  await refused;
});

/** The server behind a link that is first of these hosts, and the service's pool, which has a statement that waits there. */
async function cutOff(server: OwnServer, ...others: readonly OwnServer[]) {
  const link = await openLink(port(server));
  ends.push(() => link.close());
  const { sql } = await opened(together([server, ...others]).replace(String(port(server)), String(link.port)));
  expect(await portOf(sql)).toBe(port(server));
  link.cut();
  return { link, sql, waiting: portOf(sql) };
}

it('a server that answers nothing any more is left when it leaves two questions in a row unanswered', async () => {
  const server = await openOwnServer();
  ends.push(() => server.end());
  const { link, sql, waiting } = await cutOff(server);
  expect(await waiting).toBe('CONNECTION_DESTROYED');
  link.mend();
  await until(async () => (await portOf(sql)) === port(server));
});

it('a server that answers nothing is left for another one that is the primary, and is not gone back to', async () => {
  const { old, young } = await openPair();
  const { link, sql, waiting } = await cutOff(old, young);
  await promote(young);
  expect(await waiting).toBe('CONNECTION_DESTROYED');
  await until(async () => (await portOf(sql)) === port(young));
  link.mend();
  for (let n = 0; n < 10; n += 1) expect(await portOf(sql)).toBe(port(young));
});

it('of two that are primaries the known one stays', async () => {
  const { old, young } = await openPair();
  const primary = new Primary(together([young, old]));
  await primary.search();
  await promote(young);
  for (let n = 0; n < 5; n += 1) {
    await primary.search();
    expect(primary.options.port).toBe(port(old));
  }
});

it('who has asynchronous standbys is warned', async () => {
  const { old, young } = await openPair();
  const { sql } = await opened(old.url);
  await until(async () => (await ask(old, 'SELECT count(*)::int FROM pg_stat_replication')) === 1);
  expect(await promised(sql)).toMatchObject({ level: 'warn', message: expect.stringContaining('asynchronous') });
  await old.stop('fast');
  await promote(young);
  const alone = await opened(young.url);
  expect(await promised(alone.sql)).toBe(null);
});
