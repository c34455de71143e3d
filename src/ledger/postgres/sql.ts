import type postgres from 'postgres';

/** A pool whose `bigint` columns and parameters are JavaScript's `bigint`. */
export type Sql = postgres.Sql<{ bigint: bigint }>;
