import { booksName, openBooksDatabase } from '#app/database.ts';
import { described } from '#app/prerequisites.ts';
import { readStorageConfig } from '#config/config.ts';
import type { Env } from '#config/env.ts';
import type { Database } from '#ledger/postgres/sql.ts';

/** Where the books are: an external database, else the embedded one of `dataDir`. */
export interface BooksLocation {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** The result of a command: the members of one line of JSON, and its exit code if that is not 0. */
export interface Said {
  readonly report: Readonly<Record<string, unknown>>;
  readonly exitCode?: number;
  /** A partial failure, as one sentence. */
  readonly warning?: string;
}

/** Does what the arguments say. Throws errors whose message is one sentence for the operator. */
export type BookCommand = (argv: readonly string[], books: BooksLocation, env: Env) => Promise<Said>;

/** How a command is run: with its arguments and variables. `bare`: its line does not name the database. */
interface Run {
  readonly argv: readonly string[];
  readonly env: Env;
  readonly bare?: boolean;
}

/** The output of a command and its exit code. */
interface Outcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command. Its result, with the database's name unless `bare`, is one line of JSON on standard output. An error is one sentence
 * with its cause on standard error, and exit code 1.
 */
export async function commandOutcome(command: BookCommand, { argv, env, bare = false }: Run): Promise<Outcome> {
  try {
    const books = readStorageConfig(env);
    const { report, exitCode = 0, warning } = await command(argv, books, env);
    const database = await booksName({ url: books.databaseUrl, dataDir: books.dataDir });
    const stdout = `${JSON.stringify(bare ? report : { ...report, database })}\n`;
    return { exitCode, stdout, stderr: warning === undefined ? '' : `${warning}\n` };
  } catch (error) {
    return { exitCode: 1, stdout: '', stderr: `${described(error)}\n` };
  }
}

/**
 * Opens the books while `use` runs, with or without a running service. Creates missing books only with `make`: otherwise the answer would
 * be about the wrong books.
 */
export async function withBooks<T>(
  books: BooksLocation,
  use: (database: Database) => Promise<T>,
  { make = false } = {},
): Promise<T> {
  const database = await openBooksDatabase({ url: books.databaseUrl, dataDir: books.dataDir, existing: !make });
  try {
    return await use(database);
  } finally {
    await database.stop();
  }
}
