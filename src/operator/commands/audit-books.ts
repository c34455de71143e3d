import { described } from '#app/prerequisites.ts';
import type { Env } from '#config/env.ts';
import { chainDueSince, findingsText, type MadeAudit, makeAudit, recordAudit } from '#ledger/audit/scheduled.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { auditedInflow } from '#payments/inflow.ts';
import { withMerchantChain } from '../merchant-chain.ts';
import { type BooksLocation, type Said, withBooks } from '../run-command.ts';

const USAGE = 'npm run --silent audit-books -- [--full]';
const UNSOUND = 2;

/**
 * Compares the books with themselves, from the checkpoint of the audit before on, or whole with `--full`. Where SOLANA_RPC_URLS and PAY_TO
 * are set, it compares them with the transfers on chain since the last audit as well. It stores the result for `/health`, and prints it
 * also if it cannot be stored. The line holds every count; the exit code is 0 for sound books and 2 for others.
 */
export async function auditBooksCommand(argv: readonly string[], books: BooksLocation, env: Env = {}): Promise<Said> {
  const full = isFull(argv);
  const { sound, since, findings, tookMs, warning } = await withBooks(books, ({ sql }) => audited(sql, env, full));
  const scope = since === null ? { full: true } : { full: false, since: since.toISOString() };
  const report = { sound, ...scope, ...JSON.parse(findingsText(findings)), took_ms: tookMs };
  return { report, exitCode: sound ? 0 : UNSOUND, ...(warning !== undefined && { warning }) };
}

function isFull(argv: readonly string[]): boolean {
  if (argv.some((argument) => argument !== '--full')) throw new Error(`The command is used like this: ${USAGE}`);
  return argv.length > 0;
}

/** On a standby, or as a role that may only read, the books can be compared, and nothing can be kept. */
async function audited(sql: Sql, env: Env, full: boolean): Promise<MadeAudit & Pick<Said, 'warning'>> {
  const since = await chainDueSince(sql);
  const audited = await withChain(sql, env, await makeAudit(sql, tiers, full), since);
  try {
    await recordAudit(sql, audited);
    return audited;
  } catch (error) {
    return { ...audited, warning: `The findings were not recorded: ${described(error)}` };
  }
}

async function withChain(sql: Sql, env: Env, books: MadeAudit, since: Date): Promise<MadeAudit> {
  const compared = await withMerchantChain(env, (merchant) => auditedInflow({ sql, ...merchant }, books, since));
  return compared ?? books;
}
