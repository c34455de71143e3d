import type postgres from 'postgres';

/** A pool whose `bigint` columns and parameters are JavaScript's `bigint`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;

/** A database with all migrations applied. */
export interface Database {
  readonly sql: Sql;
  readonly kind: 'external' | 'embedded';
  /** With credentials: for connecting, never for a log. */
  readonly url: string;
  /** Closes the pool, and what was started for it. May be called more than once. */
  stop(): Promise<void>;
}
