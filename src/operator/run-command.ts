import { readPlacesConfig } from '#config/config.ts';
import { readEnv } from '#config/env.ts';
import { type Database, databaseName, openDatabase } from '#ledger/postgres/database.ts';
import { described } from '../described.ts';

/** Where the books are: an external database, else the embedded one of `dataDir`. */
export interface Books {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** What a command says: the members of one line of JSON, and how its process ends where that is not 0. */
export interface Said {
  readonly told: Readonly<Record<string, unknown>>;
  readonly exitCode?: number;
  /** What did not go well beside it, as one sentence. */
  readonly warning?: string;
}

/**
 * Carries out a command as its process: what it says, and of which database unless `bare`, is one line of JSON on standard
 * output; what went wrong is one sentence with its cause on standard error, and exit code 1.
 */
export async function runCommand(
  command: (argv: readonly string[], books: Books) => Promise<Said>,
  { bare = false } = {},
): Promise<void> {
  try {
    const books = readPlacesConfig(readEnv());
    const { told, exitCode = 0, warning } = await command(process.argv.slice(2), books);
    const database = databaseName({ url: books.databaseUrl, dataDir: books.dataDir });
    process.stdout.write(`${JSON.stringify(bare ? told : { ...told, database })}\n`);
    if (warning !== undefined) process.stderr.write(`${warning}\n`);
    process.exitCode = exitCode;
  } catch (error) {
    process.stderr.write(`${described(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Opens the books for as long as `use` takes, beside a running service or without one. Books that there are not are made only
 * where `make` says so: an answer about new ones would be an answer about the wrong ones.
 */
export async function withBooks<T>(
  books: Books,
  use: (database: Database) => Promise<T>,
  { make = false } = {},
): Promise<T> {
  const database = await openDatabase({ url: books.databaseUrl, dataDir: books.dataDir, existing: !make });
  try {
    return await use(database);
  } finally {
    await database.stop();
  }
}
