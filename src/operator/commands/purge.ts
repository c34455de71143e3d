import { parseAddress } from 'assay-core/solana/address.ts';
import { purgeHistories } from '#ledger/wallets/retention.ts';
import { type BooksLocation, type Said, withBooks } from '../run-command.ts';

const USAGE = 'npm run --silent purge -- wallet ADDRESS|all';

/** Forgets what is stored of a wallet's history, or of all: the next check reads it from the chain again. No answer and no money changes. */
export async function purgeCommand(argv: readonly string[], books: BooksLocation): Promise<Said> {
  const [what, whose, ...others] = argv;
  const wallet = whose === 'all' ? null : parseAddress(whose);
  if (what !== 'wallet' || others.length > 0 || (wallet === null && whose !== 'all')) {
    throw new Error(`Name one wallet by its address, or all: ${USAGE}`);
  }
  const { wallets, transactions } = await withBooks(books, ({ sql }) => purgeHistories(sql, wallet));
  return { report: { purged: 'wallet', wallets, transactions } };
}
