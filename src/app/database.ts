import type { EmbeddedOptions } from 'assay-sandbox/postgres/embedded.ts';
import type { Server } from 'assay-sandbox/postgres/server.ts';
import { type DatabaseOptions, databaseName, openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { nextPort } from '#lib/process/free-port.ts';

/** How to find or make the database of the books. */
export interface BooksOptions
  extends Pick<EmbeddedOptions, 'dataDir' | 'log'>,
    Pick<DatabaseOptions, 'existing' | 'poolMax'> {
  /** An existing PostgreSQL. Absent or empty: an embedded one below `dataDir`. */
  readonly url?: string | null;
  /** The embedded one, where it runs already; whoever started it stops it, after this database. */
  readonly server?: Pick<Server, 'url'> | null;
}

/**
 * The books' database: the external one, else the embedded one, started when it does not run. Throws an error for the operator when the
 * database cannot be started or reached.
 */
export async function openBooksDatabase(options: BooksOptions): Promise<Database> {
  const { url, dataDir, server, poolMax, existing = false } = options;
  const rest = { existing, ...(poolMax === undefined ? {} : { poolMax }) };
  if (url) return await openDatabase({ url, ...rest });
  if (existing && !server && (await embeddedHome(dataDir)) === null) {
    throw new Error(
      `There is no database under ${dataDir}, and DATABASE_URL is not set. Set DATABASE_URL or DATA_DIR as the service has them.`,
    );
  }
  // Whoever started a server stops it.
  const used: Server = server ? { url: server.url, stop: async () => undefined } : await openEmbedded(options);
  try {
    const name = await booksName({ url: null, dataDir });
    const database = await openDatabase({ url: used.url, kind: 'embedded', name, ...rest });
    let stopped: Promise<void> | null = null;
    const stop = () => {
      stopped ??= database.stop().then(() => used.stop());
      return stopped;
    };
    return { ...database, stop };
  } catch (error) {
    await used.stop();
    throw error;
  }
}

/** What operators call the books' database: host and name without credentials, or where the embedded one has its data. */
export async function booksName({ url, dataDir }: Pick<BooksOptions, 'url' | 'dataDir'>): Promise<string> {
  return url ? databaseName(url) : `embedded under ${(await embeddedHome(dataDir)) ?? dataDir}`;
}

async function openEmbedded(options: BooksOptions): Promise<Server> {
  const { openServer } = await loadEmbedded();
  return await openServer({ ...options, nextPort });
}

async function embeddedHome(dataDir: string): Promise<string | null> {
  return (await loadEmbedded()).embeddedHome(dataDir);
}

/** Imported only where no `DATABASE_URL` is set: the embedded server is a part of the sandbox. */
async function loadEmbedded() {
  return await import('assay-sandbox/postgres/embedded.ts');
}
