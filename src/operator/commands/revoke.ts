import { parseArgs } from 'node:util';
import { type Revocation, revoke } from '#ledger/accounts/revocation.ts';
import { type BooksLocation, type Said, withBooks } from '../run-command.ts';

const USAGE = 'npm run --silent revoke -- --key KEY | --account ID [--rotate]';

/**
 * Revokes a key, or all keys of an account; the account and its possessions stay. With `--rotate` the account gets a new key, which the
 * line shows once.
 */
export async function revokeCommand(argv: readonly string[], books: BooksLocation): Promise<Said> {
  const { whose, rotate } = readOrder(argv);
  const revoked = await withBooks(books, ({ sql }) => revoke(sql, whose, rotate));
  if (!revoked) throw new Error('There is no such key or account, so nothing was revoked.');
  const { accountId, keys, apiKey } = revoked;
  if (rotate && apiKey === undefined) {
    throw new Error(
      `The key had been revoked before, so no new one was made; if the account ${accountId} shall have one: --account ${accountId} --rotate`,
    );
  }
  const report = {
    account: String(accountId),
    revoked_keys: keys,
    ...(keys === 0 && { already: true }),
    ...(apiKey !== undefined && { api_key: apiKey }),
  };
  return { report };
}

function readOrder(argv: readonly string[]): { readonly whose: Revocation; readonly rotate: boolean } {
  const { key, account, rotate = false } = readOptions(argv);
  if (key !== undefined && key !== '' && account === undefined) return { whose: { apiKey: key }, rotate };
  if (key === undefined && account !== undefined && /^\d{1,18}$/.test(account)) {
    return { whose: { accountId: BigInt(account) }, rotate };
  }
  throw new Error(`Name one key, or one account by its number: ${USAGE}`);
}

function readOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: { key: { type: 'string' }, account: { type: 'string' }, rotate: { type: 'boolean' } },
    }).values;
  } catch {
    throw new Error(`The arguments are not understood: ${USAGE}`);
  }
}
