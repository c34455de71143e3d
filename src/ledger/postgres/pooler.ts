import { inSession, openOne, type Place } from './migration.ts';
import { codeOf } from './outage.ts';
import type { Sql } from './sql.ts';
import { once } from './transaction.ts';

/**
 * A row that somebody keeps locked must not keep those waiting who share a statement, or a connection, with who wants it. So
 * must a process that stands still in the middle of a transaction, whose connection the system keeps alive for it: a transaction's
 * statements follow each other at once. In milliseconds, by the names of the server's settings.
 */
const LIMITS = { lock_timeout: 2_000, idle_in_transaction_session_timeout: 5_000 } as const;
type Limit = keyof typeof LIMITS;

/** Options of the driver for the connections of a pool. */
export interface Manner {
  /** Whether statements get names on their connection; absent: they do, unless the URL says otherwise. */
  readonly prepare?: false;
  readonly connection: Readonly<Record<string, string | number>>;
}

/** That of a server without a pooler. */
export const DIRECT: Manner = { connection: { application_name: 'assay', ...LIMITS } };
/** That of a pooler which refuses the settings of a connection. */
const BARE: Manner = { connection: { application_name: 'assay' } };
/** SQLSTATE of such a refusal. */
const SETTING_REFUSED = '08P01';

/** Each of so many connections is asked so often, twice in a row each time, which server connection serves it. */
const CONNECTIONS = 3;
const ROUNDS = 3;
/** A connection that waits longer than that for a server connection has none of its own. */
const SERVED_MS_MAX = 5_000;

/** What a statement sees of the server connection that serves it. */
type Sight = { readonly pid: number; readonly role: string } & Readonly<Record<Limit, number>>;

/**
 * How connections to the server at `place` have to be made, which may stand behind a pooler. One that gives transactions of a
 * connection to different server connections loses named statements, unless it keeps track of their names: then statements
 * go without names. Throws an error for the operator where the service cannot work through it.
 */
export async function mannerOf(place: Place): Promise<Manner> {
  const found = (manner: Manner) => inSession(place, (sql) => judged(sql, place, manner), manner);
  try {
    return await found(DIRECT);
  } catch (error) {
    if (codeOf(error) !== SETTING_REFUSED) throw error;
    return await found(BARE);
  }
}

async function judged(sql: Sql, place: Place, manner: Manner): Promise<Manner> {
  // A server says at the start of a connection which of its processes serves it. A pooler says something else.
  const [seen, announced] = await look(sql);
  if (seen.pid === announced) return manner;
  checkLimits(seen);
  const isTracked = await tracksNames(sql).catch(async () => {
    await inSession(place, look, manner);
    throw new Error(
      'The pooler of the database must keep transactions together: let it pool transactions or sessions.',
    );
  });
  return isTracked || !(await sharesServers(place, manner)) ? manner : { ...manner, prepare: false };
}

/** Leaves no name on the server connection. */
async function look(sql: Sql): Promise<readonly [Sight, expected: number]> {
  const rows = await sql<[Sight]>`
    SELECT pg_backend_pid() AS pid, quote_ident(current_user) AS role,
      (SELECT setting::int FROM pg_settings WHERE name = 'lock_timeout') AS lock_timeout,
      (SELECT setting::int FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout')
        AS idle_in_transaction_session_timeout`.simple();
  return [rows[0], rows.state.pid];
}

/** A pooler may drop what a connection sets. */
function checkLimits(seen: Sight): void {
  for (const [name, most] of Object.entries(LIMITS) as [Limit, number][]) {
    if (seen[name] > 0 && seen[name] <= most) continue;
    throw new Error(
      `Through its pooler the database has ${name} at ${seen[name]} ms, where 1 to ${most} is needed: ` +
        `ALTER ROLE ${seen.role} SET ${name} = ${most}, and let the pooler make its connections anew.`,
    );
  }
}

/** Whether the server knows statements by other names than those that were sent, or by none. Rejects where transactions are torn. */
async function tracksNames(sql: Sql): Promise<boolean> {
  return await once(sql, async (tx) => {
    const { statement } = await tx`SELECT 1`;
    return (await tx`SELECT FROM pg_prepared_statements WHERE name = ${statement.name}`).length === 0;
  });
}

/**
 * Whether transactions of one connection are served by different server connections, or several connections by the same one. So
 * it is taken to be where one is not served in time, because statements without names do in any case.
 */
async function sharesServers(place: Place, manner: Manner): Promise<boolean> {
  const clients = Array.from({ length: CONNECTIONS }, () => openOne(place, manner));
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), SERVED_MS_MAX);
  });
  try {
    return await Promise.race([overdue, swapServers(clients)]);
  } finally {
    clearTimeout(timer);
    await Promise.all(clients.map((sql) => sql.end({ timeout: 0 })));
  }
}

async function swapServers(clients: readonly Sql[]): Promise<boolean> {
  const servers = new Map<Sql, number>();
  for (const sql of Array.from({ length: ROUNDS }, () => clients.flatMap((client) => [client, client])).flat()) {
    const [seen] = await look(sql);
    checkLimits(seen);
    const isOthers = [...servers].some(([other, pid]) => other !== sql && pid === seen.pid);
    if (isOthers || (servers.get(sql) ?? seen.pid) !== seen.pid) return true;
    servers.set(sql, seen.pid);
  }
  return false;
}

/**
 * Lets a statement fail whose name the server does not know. The driver (postgres.js 3.4.9) would send it again and take others on
 * the same connection before that is done, whose results it then gives out as those of the first.
 */
export function refuseRepeats(sql: Sql): void {
  Object.defineProperty(Object.getPrototypeOf(sql``), 'retried', {
    configurable: true,
    get: () => undefined,
    // The driver asks for it where it begins to repeat; it does not send what is cancelled.
    set(error: Error) {
      this.reject(error);
      this.cancelled = true;
    },
  });
}
