import { parseArgs } from 'node:util';
import { formatUsdc, parseUsdc } from 'assay-core/lib/money.ts';
import type { NotRefunded, RefundBook, Refunded, TooMuch } from '#ledger/refunds.ts';
import { openRefundBook } from '#ledger/refunds.ts';
import { checkOfCursor } from '#schema/account/account-page.ts';
import { type BooksLocation, type Said, withBooks } from '../run-command.ts';

const USAGE =
  'npm run --silent refund -- --charge CURSOR | --payment SIGNATURE [--key KEY] | --top-up SIGNATURE [--usdc 5]';

/** A sealed place: 28 bytes in base64url. */
const CURSOR = /^[\w-]{38}$/;

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

const WHY_NOT: Readonly<Record<NotRefunded['outcome'], string>> = {
  unknown: 'The books know no such charge, payment or transfer',
  too_old: 'It is older than RETENTION_DAYS: what is left of it is a sum, which cannot be refunded',
  on_pass: 'The check was a call on a pass and took no money',
  bought_pass: 'The transfer bought a pass, so that its money is not on the balance',
  key_unknown: 'No account has this key',
};

/**
 * Refunds as the arguments say, once; a repeat is answered with the first result and `already`. A refund to the payer of a transfer is
 * debited here, and the line says what the operator then has to send.
 */
export async function refundCommand(argv: readonly string[], books: BooksLocation): Promise<Said> {
  const order = readRefundOrder(argv);
  const result = await withBooks(books, (database) => carryOut(order, openRefundBook(database)));
  if (result.outcome === 'too_much') {
    throw new Error(
      `At most ${formatUsdc(result.availableAtomic)} USDC are unspent of this transfer, so nothing was refunded.`,
    );
  }
  if (result.outcome !== 'refunded') throw new Error(`${WHY_NOT[result.outcome]}, so nothing was refunded.`);
  return { report: report(order, result) };
}

function carryOut(order: RefundOrder, refunds: RefundBook): Promise<Refunded | NotRefunded | TooMuch> {
  if (order.what === 'charge') return refundCharge(order.cursor, refunds);
  if (order.what === 'payment') return refunds.payment(order.signature, order.apiKey);
  return refunds.topUp(order.signature, order.amountAtomic);
}

function report(order: RefundOrder, { already, accountId, amountAtomic, balanceAtomic, apiKey }: Refunded) {
  const toChain = order.what === 'top_up' && {
    send_atomic: String(amountAtomic),
    send_to_fee_payer_of: order.signature,
  };
  return {
    refunded_usdc: formatUsdc(amountAtomic),
    account: String(accountId),
    ...(apiKey !== undefined && { api_key: apiKey }),
    balance_usdc: formatUsdc(balanceAtomic),
    ...toChain,
    ...(already && { already: true }),
  };
}

/** The charge or transfer to refund. */
type RefundOrder =
  | { readonly what: 'charge'; readonly cursor: string }
  | { readonly what: 'payment'; readonly signature: string; readonly apiKey?: string }
  | { readonly what: 'top_up'; readonly signature: string; readonly amountAtomic?: bigint };

interface Options {
  readonly charge?: string;
  readonly payment?: string;
  readonly key?: string;
  readonly 'top-up'?: string;
  readonly usdc?: string;
}

/** The order of a command line. Throws an error whose message is one sentence for the operator. */
function readRefundOrder(argv: readonly string[]): RefundOrder {
  const options = readOptions(argv);
  const { charge, payment, key, 'top-up': topUp, usdc } = options;
  if (Object.keys(options).length > (key === undefined && usdc === undefined ? 1 : 2)) throw unclear();
  if (charge !== undefined && key === undefined && usdc === undefined)
    return { what: 'charge', cursor: cursorOf(charge) };
  if (payment !== undefined && usdc === undefined && key !== '') {
    return { what: 'payment', signature: signatureOf(payment), ...(key !== undefined && { apiKey: key }) };
  }
  if (topUp !== undefined && key === undefined) {
    const amountAtomic = usdc === undefined ? {} : { amountAtomic: amountOf(usdc) };
    return { what: 'top_up', signature: signatureOf(topUp), ...amountAtomic };
  }
  throw unclear();
}

function cursorOf(charge: string): string {
  if (!CURSOR.test(charge)) throw noCursor();
  return charge;
}

function noCursor(): Error {
  return new Error(`--charge takes the cursor of a past check, as GraphQL's account.checks shows it: ${USAGE}`);
}

/** The cursor of a past check is sealed by the key of its account, so each key is tried. */
async function refundCharge(cursor: string, refunds: RefundBook): Promise<Refunded | NotRefunded> {
  const places = (await refunds.keyHashes()).map((hash) => checkOfCursor(hash, cursor));
  const place = places.find((one) => one !== null);
  if (!place) throw noCursor();
  return await refunds.charge(place);
}

function signatureOf(text: string): string {
  if (!SIGNATURE.test(text)) throw new Error(`A transaction is named by its signature in base58: ${USAGE}`);
  return text;
}

function amountOf(usdc: string): bigint {
  const amount = parseUsdc(usdc);
  if (amount === null || amount <= 0n) {
    throw new Error(`--usdc must be more than 0 and have no more than six decimals: ${USAGE}`);
  }
  return amount;
}

function readOptions(argv: readonly string[]): Options {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: { charge: text, payment: text, key: text, 'top-up': text, usdc: text },
    }).values;
  } catch {
    throw unclear();
  }
}

function unclear(): Error {
  return new Error(`Name one charge, payment or top-up: ${USAGE}`);
}
