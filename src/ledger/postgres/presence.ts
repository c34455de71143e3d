import postgres from 'postgres';

/** Advisory lock that every process shares while it uses an embedded server. */
const PRESENCE_LOCK = 4_217_402_001;

/** The mark of one process on an embedded server: while any process has one, nobody stops the server. */
export interface Presence {
  /** Takes the mark off; true when it was the last one, and then new ones wait until the server is gone. */
  leave(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Marks this process as a user of the server at `url`; null when the server does not answer. `lost` is called when the
 * mark dies with its connection, which only happens when the server has crashed.
 */
export async function join(url: string, lost: () => void): Promise<Presence | null> {
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
