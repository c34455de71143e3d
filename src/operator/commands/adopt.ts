import { parseArgs } from 'node:util';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import type { Config } from '#config/config.ts';
import type { Env } from '#config/env.ts';
import { type Adopted, adoptPayment } from '#ledger/payments/adoption.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { type Forgotten, forgottenTransfers } from '#payments/inflow.ts';
import { readKeypairFile } from '#payments/keypair-file.ts';
import { withMerchantChain } from '../merchant-chain.ts';
import { type BooksLocation, type Said, withBooks } from '../run-command.ts';

const USAGE = 'npm run --silent adopt -- --since TIME [--fee-payer ADDRESS]... [--yes]';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

interface Order {
  readonly since: Date;
  readonly feePayers: readonly Address[];
  readonly yes: boolean;
}

type Found = Forgotten['transfers'][number];

/**
 * Lists the transfers to the merchant's token account since a moment that are in no book, as after the restore of a backup. With `--yes`
 * it enters payments per call. The holder of a ticket claims a transfer by ticket; the operator decides about any other.
 */
export async function adoptCommand(argv: readonly string[], books: BooksLocation, env: Env = {}): Promise<Said> {
  const order = readOrder(argv);
  const said = await withBooks(books, ({ sql }) =>
    withMerchantChain(env, async ({ config, ...chain }) => {
      const feePayers = [...order.feePayers, ...ownFeePayers(config)];
      const forgotten = await forgottenTransfers({ sql, ...chain }, order.since, feePayers);
      if (!forgotten.known) {
        const { cause, detail = '' } = forgotten.gap;
        throw new Error(`The transfers to the merchant's account could not be listed: ${cause} ${detail}`.trim());
      }
      return await adoptOrder(sql, order, forgotten.value);
    }),
  );
  if (said === null) throw new Error('Set SOLANA_RPC_URLS and PAY_TO as the service has them.');
  return said;
}

async function adoptOrder(sql: Sql, { since, yes }: Order, { transfers, unread }: Forgotten): Promise<Said> {
  const found: Record<string, unknown>[] = [];
  let adoptedAtomic = 0n;
  for (const transfer of transfers) {
    const outcome = transfer.payment && yes ? await adoptPayment(sql, transfer.payment) : null;
    if (outcome === 'adopted') adoptedAtomic += transfer.amountAtomic;
    found.push(lineOf(transfer, outcome));
  }
  const report = { since: since.toISOString(), found, adopted_usdc: formatUsdc(adoptedAtomic), unread, dry_run: !yes };
  if (unread === 0) return { report };
  return { report, warning: `${unread} transactions could not be told yet: run the same command again in a minute.` };
}

const LEFT = { ticket: 'claimable_by_its_ticket', payment: 'to_adopt', other: 'left_alone' } as const;

function lineOf({ signature, is, amountAtomic, blockTime, feePayer }: Found, outcome: Adopted | null) {
  return {
    signature,
    usdc: formatUsdc(amountAtomic),
    at: blockTime === null ? null : new Date(blockTime * 1_000).toISOString(),
    is: is === 'payment' ? 'payment_per_call' : is,
    fee_payer: feePayer,
    outcome: outcome ?? LEFT[is],
  };
}

/** With a facilitator elsewhere only the operator knows which keys are its. */
function ownFeePayers({ facilitator }: Config): readonly Address[] {
  if (facilitator.kind !== 'local' || facilitator.feePayerFile === null) return [];
  const own = parseAddress(readKeypairFile(facilitator.feePayerFile).publicKey.toBase58());
  return own ? [own] : [];
}

function readOrder(argv: readonly string[]): Order {
  const { since = '', 'fee-payer': named = [], yes = false } = readOptions(argv);
  const feePayers = named.map(parseAddress);
  if (!TIME.test(since) || Number.isNaN(Date.parse(since))) {
    throw new Error(`Name the time of the backup as 2026-01-31T12:00:00Z: ${USAGE}`);
  }
  if (!feePayers.every((one) => one !== null)) throw new Error(`A fee payer is named by its address: ${USAGE}`);
  return { since: new Date(since), feePayers, yes };
}

function readOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        since: { type: 'string' },
        'fee-payer': { type: 'string', multiple: true },
        yes: { type: 'boolean' },
      },
    }).values;
  } catch {
    throw new Error(`The arguments are not understood: ${USAGE}`);
  }
}
