import { auditAndRecord, findingsText } from '#ledger/audits.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { type Books, type Said, withBooks } from '../run-command.ts';

const USAGE = 'npm run --silent audit-books';
const UNSOUND = 2;

/**
 * Compares the books with themselves and keeps what was found for `/health` to tell. The line holds every count; the process
 * ends with 0 for sound books and with 2 for others.
 */
export async function auditBooksCommand(argv: readonly string[], books: Books): Promise<Said> {
  if (argv.length > 0) throw new Error(`The command takes no arguments: ${USAGE}`);
  const { sound, findings, tookMs } = await withBooks(books, ({ sql }) => auditAndRecord(sql, tiers));
  const told = { sound, ...JSON.parse(findingsText(findings)), took_ms: tookMs };
  return sound ? { told } : { told, exitCode: UNSOUND };
}
