import { parseArgs } from 'node:util';
import type { CheckPlace } from '#ledger/past-checks.ts';
import { parseUsdc } from '#lib/money.ts';
import { checkOfCursor } from '#schema/account-cursor.ts';

/** What an operator asked to be given back. */
export type RefundOrder =
  | { readonly what: 'charge'; readonly place: CheckPlace }
  | { readonly what: 'payment'; readonly signature: string; readonly apiKey?: string }
  | { readonly what: 'top_up'; readonly signature: string; readonly amountAtomic?: bigint };

const USAGE =
  'npm run --silent refund -- --charge CURSOR | --payment SIGNATURE [--key KEY] | --top-up SIGNATURE [--usdc 5]';
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

interface Options {
  readonly charge?: string;
  readonly payment?: string;
  readonly key?: string;
  readonly 'top-up'?: string;
  readonly usdc?: string;
}

/** The order of a command line. Throws an error whose message is one sentence for the operator. */
export function readRefundOrder(argv: readonly string[]): RefundOrder {
  const options = readOptions(argv);
  const { charge, payment, key, 'top-up': topUp, usdc } = options;
  if (Object.keys(options).length > (key === undefined && usdc === undefined ? 1 : 2)) throw unclear();
  if (charge !== undefined && key === undefined && usdc === undefined)
    return { what: 'charge', place: placeOf(charge) };
  if (payment !== undefined && usdc === undefined && key !== '') {
    return { what: 'payment', signature: signatureOf(payment), ...(key !== undefined && { apiKey: key }) };
  }
  if (topUp !== undefined && key === undefined) {
    const amountAtomic = usdc === undefined ? {} : { amountAtomic: amountOf(usdc) };
    return { what: 'top_up', signature: signatureOf(topUp), ...amountAtomic };
  }
  throw unclear();
}

/** A check's place in the customer's list of past checks. */
function placeOf(charge: string): CheckPlace {
  const place = checkOfCursor(charge);
  if (place === null) {
    throw new Error(`--charge takes the cursor of a past check, as GraphQL's account.checks shows it: ${USAGE}`);
  }
  return place;
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
