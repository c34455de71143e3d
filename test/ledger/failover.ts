import postgres from 'postgres';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { TestDatabase } from '../support/database.ts';

/** A database that goes back in time while replicas work on it, as at a failover that loses commits, or a restore. */
export interface Failover {
  /** The standby has all that is committed now, and nothing later. */
  follow(): Promise<void>;
  /** The standby takes the database's place. Connections are lost; who connects again finds the standby's books and sequences. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

/** `pools`: what works on the database, each with as many connections as it may have. */
export function openFailover({ url }: TestDatabase, pools: () => readonly Sql[]): Failover {
  const address = new URL(url);
  const primary = address.pathname.slice(1);
  const standby = `${primary}_standby`;
  address.pathname = '/postgres';
  const admin = postgres(address.href, { max: 1, onnotice: () => undefined });
  const drop = () => admin`DROP DATABASE IF EXISTS ${admin(standby)} WITH (FORCE)`;
  return {
    async follow() {
      await drop();
      // Only a database without connections can be copied.
      await admin`ALTER DATABASE ${admin(primary)} ALLOW_CONNECTIONS false`;
      await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${primary}`;
      await admin`CREATE DATABASE ${admin(standby)} TEMPLATE ${admin(primary)} STRATEGY FILE_COPY`;
      await admin`ALTER DATABASE ${admin(primary)} ALLOW_CONNECTIONS true`;
      await Promise.all(pools().map(heard));
    },
    async failOver() {
      await admin`DROP DATABASE ${admin(primary)} WITH (FORCE)`;
      await admin`ALTER DATABASE ${admin(standby)} RENAME TO ${admin(primary)}`;
      await Promise.all(pools().map(heard));
    },
    async close() {
      await drop();
      await admin.end();
    },
  };
}

/** Waits until the pool has heard of the ends of its connections, and has made others: until each of them has answered. */
async function heard(sql: Sql): Promise<void> {
  const all = Array.from({ length: sql.options.max });
  for (;;) {
    const answers = await Promise.allSettled(all.map(() => sql`SELECT 1`));
    if (answers.every(({ status }) => status === 'fulfilled')) return;
  }
}
