import { readPlacesConfig } from '#config/config.ts';
import { readEnv } from '#config/env.ts';
import type { Database } from '#ledger/postgres/database.ts';
import { openDatabase } from '#ledger/postgres/database.ts';

/** Where the books are: an external database, else the embedded one of `dataDir`. */
export interface Books {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** What a command says: one line of JSON, and how its process ends where that is not 0. */
export interface Said {
  readonly line: string;
  readonly exitCode?: number;
}

/** Carries out a command as its process: what went wrong is one sentence on standard error and exit code 1. */
export async function runCommand(command: (argv: readonly string[], books: Books) => Promise<Said>): Promise<void> {
  try {
    const { line, exitCode = 0 } = await command(process.argv.slice(2), readPlacesConfig(readEnv()));
    process.stdout.write(`${line}\n`);
    process.exitCode = exitCode;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Opens the books for as long as `use` takes, beside a running service or without one. */
export async function withBooks<T>(books: Books, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: books.databaseUrl, dataDir: books.dataDir });
  try {
    return await use(database);
  } finally {
    await database.stop();
  }
}
