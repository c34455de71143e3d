import { findingsText, type MadeAudit, makeAudit, recordAudit } from '#ledger/audits.ts';
import type { Sql } from '#ledger/postgres/database.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { described } from '../../described.ts';
import { type Books, type Said, withBooks } from '../run-command.ts';

const USAGE = 'npm run --silent audit-books';
const UNSOUND = 2;

/**
 * Compares the books with themselves and keeps what was found for `/health` to tell; where it cannot be kept, it is told all the
 * same. The line holds every count; the process ends with 0 for sound books and with 2 for others.
 */
export async function auditBooksCommand(argv: readonly string[], books: Books): Promise<Said> {
  if (argv.length > 0) throw new Error(`The command takes no arguments: ${USAGE}`);
  const { sound, findings, tookMs, warning } = await withBooks(books, ({ sql }) => audited(sql));
  const told = { sound, ...JSON.parse(findingsText(findings)), took_ms: tookMs };
  return { told, exitCode: sound ? 0 : UNSOUND, ...(warning !== undefined && { warning }) };
}

/** On a standby, or as a role that may only read, the books can be compared, and nothing can be kept. */
async function audited(sql: Sql): Promise<MadeAudit & Pick<Said, 'warning'>> {
  const audited = await makeAudit(sql, tiers);
  try {
    await recordAudit(sql, audited);
    return audited;
  } catch (error) {
    return { ...audited, warning: `The findings were not recorded: ${described(error)}` };
  }
}
