import type { Config } from '#config/config.ts';
import { type KnownKeys, rememberKeys } from '#ledger/accounts/known-keys.ts';
import type { Ledger } from '#ledger/books.ts';
import { fold } from '#ledger/fold.ts';
import { openLedger } from '#ledger/ledger.ts';
import { promised } from '#ledger/postgres/commits.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import type { Logger } from '#lib/process/log.ts';
import type { Instruments } from '#observability/observability.ts';
import { openBooksDatabase } from './database.ts';
import type { Prerequisites } from './prerequisites.ts';

const HOLDS_SWEEP_MS = 10_000;
const FOLD_MS = 600_000;

/** The ledger and its database. */
export interface OpenedBooks {
  readonly ledger: Ledger;
  readonly known: KnownKeys;
  readonly database: Database;
}

/** Opens the ledger. At intervals it releases holds of ended processes and sums up old charges. */
export async function openBooks(
  config: Config,
  log: Logger,
  { closers, server }: Prerequisites,
  { statements }: Instruments,
): Promise<OpenedBooks> {
  const { databaseUrl: url, dataDir, databasePoolMax: poolMax } = config;
  const database = await openBooksDatabase({
    url,
    dataDir,
    server: await server,
    poolMax,
    log: (message) => log.warn(message),
  });
  const commits = url ? await promised(database.sql) : null;
  if (commits) log[commits.level](commits.message);
  const { ledger, known } = rememberKeys(statements.watched('ledger', openLedger(database)));
  // Writes the pending records of responses, and closes the database.
  closers.add(() => ledger.close());
  await ledger.expireHolds();
  const sweep = setInterval(() => {
    ledger.expireHolds().catch((err: unknown) => log.warn({ err }, 'expired holds could not be given back'));
  }, HOLDS_SWEEP_MS);
  const folds = setInterval(() => {
    fold(database.sql, config.retentionDays).catch((err: unknown) =>
      log.warn({ err }, 'old charges could not be folded'),
    );
  }, FOLD_MS).unref();
  closers.add(async () => [sweep, folds].forEach(clearInterval));
  return { ledger, known, database };
}
