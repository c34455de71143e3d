import { parseArgs } from 'node:util';
import { formatUsdc, parseUsdc } from 'assay-core/lib/money.ts';
import { grant } from '#ledger/accounts/grants.ts';
import { Fault } from '#lib/fault.ts';
import { type BooksLocation, type Said, withBooks } from '../run-command.ts';

const GRANT_ATOMIC_MAX = 1_000_000_000_000n;
const USAGE = 'npm run --silent grant -- --usdc 5 [--key KEY]';

interface GrantOrder {
  readonly amountAtomic: bigint;
  readonly apiKey?: string;
}

/**
 * Credits an account as the arguments say. Prints `balance_usdc`, and `api_key` for a new account. Works with or without a running
 * service, also before its first start. Throws errors whose message is one sentence for the operator.
 */
export async function grantCommand(argv: readonly string[], books: BooksLocation): Promise<Said> {
  const order = readOrder(argv);
  try {
    const { amountAtomic, apiKey: named } = order;
    const granted = await withBooks(books, ({ sql }) => grant(sql, amountAtomic, named), { make: true });
    const { apiKey, balanceAtomic } = granted;
    return { report: { ...(apiKey && { api_key: apiKey }), balance_usdc: formatUsdc(balanceAtomic) } };
  } catch (error) {
    if (error instanceof Fault && error.code === 'api_key_unknown') {
      throw new Error('No account has this key, so nothing was credited.');
    }
    throw error;
  }
}

function readOrder(argv: readonly string[]): GrantOrder {
  const { usdc, key } = readOptions(argv);
  const amountAtomic = usdc === undefined ? null : parseUsdc(usdc);
  if (amountAtomic === null || amountAtomic <= 0n || amountAtomic > GRANT_ATOMIC_MAX) {
    throw new Error(
      `--usdc must be more than 0, at most ${formatUsdc(GRANT_ATOMIC_MAX)} and have no more than six decimals: ${USAGE}`,
    );
  }
  if (key === '') throw new Error(`--key must not be empty; leave it out to make a new account: ${USAGE}`);
  return key === undefined ? { amountAtomic } : { amountAtomic, apiKey: key };
}

function readOptions(argv: readonly string[]): { readonly usdc?: string; readonly key?: string } {
  try {
    return parseArgs({ args: [...argv], options: { usdc: { type: 'string' }, key: { type: 'string' } } }).values;
  } catch {
    throw new Error(`The arguments are not understood: ${USAGE}`);
  }
}
