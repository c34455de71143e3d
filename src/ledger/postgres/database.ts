import postgres from 'postgres';
import { refuseUnconfirmed } from './commits.ts';
import { type EmbeddedOptions, embeddedHome, openServer } from './embedded.ts';
import { isMigrated, migrateDatabase } from './migration.ts';
import { DIRECT, type Manner, mannerOf, refuseRepeats } from './pooler.ts';
import { Primary } from './primary.ts';
import type { Server } from './server.ts';
import type { Sql } from './sql.ts';
import { forOperators } from './unusable.ts';

/** A database with all migrations applied. */
export interface Database {
  readonly sql: Sql;
  readonly kind: 'external' | 'embedded';
  /** With credentials: for connecting, never for a log. */
  readonly url: string;
  /** Closes the pool and, when nobody else uses it, the embedded server that was started with it. May be called more than once. */
  stop(): Promise<void>;
}

/** How to find or make a database. */
export interface DatabaseOptions extends EmbeddedOptions {
  /** Throws an error for the operator instead of making a database, or the books in one that has none. */
  readonly existing?: boolean;
  /** An existing PostgreSQL. Absent or empty: an embedded one below `dataDir`. */
  readonly url?: string | null;
  /** The embedded one, where it runs already; whoever started it stops it, after this database. */
  readonly server?: Server | null;
  /** Connections of the pool; 10 when absent. */
  readonly poolMax?: number;
}

const POOL_MAX = 10;
const END_SECONDS_MAX = 5;
const CONNECT_SECONDS_MAX = 2;
/** A URL may say for itself how many seconds a connection may take: the driver reads that parameter. */
const NAMES_CONNECT_TIMEOUT = /[?&]connect_timeout=/;
const NAME_ONE = 'Name those of one: the books are in one of them, and whichever answers first would be taken for it.';
const AS_THE_SERVICE = 'Set DATABASE_URL or DATA_DIR as the service has them.';

/**
 * The ledger's database: the external one, else the embedded one, started when it does not run. Migrates it. Throws an
 * error for the operator when the database cannot be started or reached.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, server, poolMax = POOL_MAX, existing = false } = options;
  const way = { poolMax, existing, name: databaseName(options), log: options.log };
  if (url) return await connect({ ...way, url, kind: 'external' }, async () => undefined);
  if (server) return await connect({ ...way, url: server.url, kind: 'embedded' }, async () => undefined);
  if (existing && embeddedHome(options.dataDir) === null) {
    throw new Error(`There is no database under ${options.dataDir}, and DATABASE_URL is not set. ${AS_THE_SERVICE}`);
  }
  const started = await openServer(options);
  return await connect({ ...way, url: started.url, kind: 'embedded' }, () => started.stop());
}

/** What operators call a database: host and name without credentials, or where the embedded one has its data. */
export function databaseName({ url, dataDir }: Pick<DatabaseOptions, 'url' | 'dataDir'>): string {
  if (!url) return `embedded under ${embeddedHome(dataDir) ?? dataDir}`;
  return placeOf(url);
}

/**
 * Hosts and path of a URL, cut out of its text: with several hosts and ports, which the driver takes, it is a URL to nobody else.
 * Nothing before the last `@` is told; where one stands in the query alone, that could be the end of a password, and nothing is.
 */
function placeOf(url: string): string {
  const [place = '', ...query] = url.slice(url.indexOf('://') + '://'.length).split(/[?#]/);
  const start = place.lastIndexOf('@') + 1;
  return start === 0 && query.some((part) => part.includes('@')) ? '' : place.slice(start);
}

/** Where a pool of connections leads. */
interface Way {
  readonly url: string;
  readonly kind: Database['kind'];
  readonly name: string;
  readonly poolMax: number;
  readonly existing: boolean;
  readonly log: DatabaseOptions['log'];
}

async function connect(way: Way, stopServer: () => Promise<void>): Promise<Database> {
  const { url, kind, poolMax, log } = way;
  const primary = new Primary(url, log);
  let manner = DIRECT;
  try {
    if (kind === 'external') {
      // Where a process begins beside an older primary, it knows the newer one before it uses either.
      await primary.look();
      if (primary.isAmbiguous) throw new Error(`The hosts of DATABASE_URL are of different clusters. ${NAME_ONE}`);
      manner = await mannerOf(primary);
    }
    if (way.existing && !(await isMigrated(primary.url, primary.options))) {
      throw new Error(`The database ${way.name} holds no books. ${AS_THE_SERVICE}`);
    }
    await migrateDatabase(primary.url, undefined, primary.options);
  } catch (error) {
    primary.close();
    await stopServer();
    throw forOperators(error, placeOf(url).split('/')[0] ?? '');
  }
  const sql: Sql = openPool(primary, poolMax, manner);
  if (kind === 'external') primary.watch();
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    await sql.end({ timeout: END_SECONDS_MAX });
    primary.close();
    await stopServer();
  };
  return {
    sql,
    kind,
    url,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * The default back-off of the driver leaves a pool dead for many seconds after a restart of the server; a constant short
 * one recovers at once. Types are not fetched: it would cost each connection a round trip, and no query has arrays.
 */
function openPool({ url, options }: Primary, poolMax: number, manner: Manner): Sql {
  const sql: Sql = postgres(url, {
    ...options,
    max: poolMax,
    ...(NAMES_CONNECT_TIMEOUT.test(url) ? {} : { connect_timeout: CONNECT_SECONDS_MAX }),
    backoff: () => 0.05,
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    onnotice: refuseUnconfirmed,
    ...manner,
  });
  refuseRepeats(sql);
  return sql;
}
