import type { Database } from './postgres/sql.ts';

/** The limits of the chain's endpoints as text, by a name that hides their URL. */
export interface EndpointLimitsStore {
  /** The stored limits of the last day. */
  read(): Promise<ReadonlyMap<string, string>>;
  /** Stores the present limits. They replace the earlier ones of the same endpoint, and entries older than a day are deleted. */
  keep(limits: ReadonlyMap<string, string>): Promise<void>;
}

/** The store in a database, which replicas share. Both methods throw while the database is away. */
export function openEndpointLimitsStore({ sql }: Database): EndpointLimitsStore {
  return {
    async read() {
      const rows = await sql<{ endpoint: string; limits: string }[]>`
        SELECT endpoint, limits FROM endpoint_limits WHERE learned_at > now() - interval '1 day'`;
      return new Map(rows.map(({ endpoint, limits }) => [endpoint, limits]));
    },
    async keep(limits) {
      await sql`DELETE FROM endpoint_limits WHERE learned_at <= now() - interval '1 day'`;
      for (const [endpoint, text] of limits) {
        await sql`
          INSERT INTO endpoint_limits (endpoint, limits) VALUES (${endpoint}, ${text})
          ON CONFLICT (endpoint) DO UPDATE SET limits = EXCLUDED.limits, learned_at = now()`;
      }
    },
  };
}
