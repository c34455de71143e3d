import { z } from 'zod';
import type { Deprecation } from '#http/deprecation.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { parseBody } from '#http/json-body.ts';
import { RESOURCE_CHARS_MAX } from '#http/questions/paid-resource.ts';
import { signatureSchema, subjectSchema } from '#http/questions/parameters.ts';
import { topupAtomicMax, topupAtomicMin } from '#payments/credits/tiers.ts';
import type { Caller } from '#schema/contract.ts';
import { balanceAnswer, claimAnswer, payAnswer, prepareAnswer } from './answers.ts';

const EXAMPLE_WALLET = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';

const payer = subjectSchema.meta({ description: 'The wallet that will pay, in base58.', example: EXAMPLE_WALLET });

const KEY_CHARS_MAX = 256;

/** The body of `POST /credits/prepare`. */
const prepareBody = z
  .object({
    payer,
    amount_atomic: z.int().min(Number(topupAtomicMin)).max(Number(topupAtomicMax)).meta({
      description: 'Atomic units: 1 USDC is 1000000. A pass costs exactly the price of its tier.',
      example: 5_000_000,
    }),
    pass: z.boolean().nullish().meta({ description: 'True buys a pass instead of credit.', example: false }),
  })
  .meta({ id: 'PrepareCredit' });

/** The body of `POST /credits/claim`. */
const claimBody = z
  .object({
    signature: signatureSchema,
    ticket: z.string().meta({ description: 'The ticket that came with the transfer.', example: '<TICKET>' }),
    key: z
      .string()
      .min(1)
      .max(KEY_CHARS_MAX)
      .nullish()
      .meta({ description: 'An API key to add to; without one a new key is made.', example: null }),
    pass: z.boolean().nullish().meta({ description: 'As it was prepared; the ticket decides.', example: false }),
  })
  .meta({ id: 'ClaimCredit' });

/** The next step with a prepared payment. */
const paymentSteps: readonly string[] = [
  'Decode transaction (base64) and let the wallet of the payer sign it as it is. Do not send it: the place of its fee payer stays unsigned.',
  'Put the signed transaction, in base64, into payment_payload at signed_transaction_at.',
  'Send GET to the URL of payment_payload.resource with the header payment_header_name: the base64 of payment_payload as JSON.',
  'When no answer arrives, repeat the same request with the same header: it is never charged twice.',
];

/** The form of every path and URL of a check. Only the document has it: the service refuses with a clearer message. */
const RESOURCE_PATTERN = '^(https?://[^?#]*)?/check/[^/?#]+/[^?#]+';

/** The body of `POST /pay/prepare`. */
const payBody = z
  .object({
    payer,
    resource: z.string().meta({
      description: 'The path or the URL of a paid check.',
      maxLength: RESOURCE_CHARS_MAX,
      pattern: RESOURCE_PATTERN,
      example: `/check/funder/${EXAMPLE_WALLET}`,
    }),
  })
  .meta({ id: 'PreparePayment' });

/**
 * A call that is no check and no document. The router mounts the list of endpoints and the OpenAPI document describes the same list. `run`
 * gets the parsed JSON body and throws a fault for a refusal.
 */
export interface CreditEndpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** True where the call is about the key that is sent with it. */
  readonly needsKey?: true;
  /** That the call is about to go away; its answers and the OpenAPI document say so. */
  readonly deprecated?: Deprecation;
  /** Status to description. */
  readonly refusals: Readonly<Record<number, string>>;
  readonly run: (body: unknown, caller: Caller) => Promise<object>;
}

const MALFORMED = 'A member of the body is missing or malformed; `detail` names each.';
const BODY_REFUSALS = {
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: MALFORMED,
};
const UNREADABLE = 'The chain or the database cannot be asked now. Nothing was credited.';

/** The endpoints of prepaid credit, passes and payments per call. */
export function creditEndpoints({ money, settings }: Pick<HttpDeps, 'money' | 'settings'>): readonly CreditEndpoint[] {
  const marked = (answer: object): object => ({ ...answer, ...(settings.sandbox && { sandbox: true }) });
  return [prepare(money, marked), claim(money, marked), balance(money, marked), preparePayment(money, marked)];
}

type Money = HttpDeps['money'];
type Mark = (answer: object) => object;

function prepare(money: Money, marked: Mark): CreditEndpoint {
  return {
    method: 'POST',
    path: '/credits/prepare',
    operationId: 'prepareCredit',
    summary: 'Propose a transfer that buys credit or a pass',
    description: 'Gives an unsigned transaction and a ticket. Free; nothing is reserved.',
    body: prepareBody,
    answer: prepareAnswer,
    refusals: { ...BODY_REFUSALS, 503: UNREADABLE },
    run: async (body, caller) => {
      const { payer, amount_atomic, pass } = parseBody(prepareBody, body);
      const wanted = { payer, amountAtomic: String(amount_atomic), pass: pass ?? false };
      return marked({ ...(await money.prepareCredit(wanted, caller)), amount_atomic });
    },
  };
}

function claim(money: Money, marked: Mark): CreditEndpoint {
  return {
    method: 'POST',
    path: '/credits/claim',
    operationId: 'claimCredit',
    summary: 'Credit a transfer once it is finalized',
    description: 'The transfer is verified on chain and credited once; a repeat is answered and credits nothing.',
    body: claimBody,
    answer: claimAnswer,
    refusals: {
      ...BODY_REFUSALS,
      401: 'The key is unknown. Nothing was credited.',
      409: 'Not final yet, not the transfer of the ticket, or credited before.',
      429: 'Too many requests, or too many different signatures that were not credited.',
      503: UNREADABLE,
    },
    run: async (body, caller) => {
      const { signature, ticket, key, pass } = parseBody(claimBody, body);
      const optional = { ...(typeof key === 'string' && { key }), ...(typeof pass === 'boolean' && { pass }) };
      return marked(await money.claimCredit({ signature, ticket, ...optional }, caller));
    },
  };
}

function balance(money: Money, marked: Mark): CreditEndpoint {
  return {
    method: 'GET',
    path: '/credits/balance',
    operationId: 'balance',
    needsKey: true,
    summary: 'What the key of X-API-Key owns',
    description: 'Balance, passes that have not ended, and the newest 100 movements. Free.',
    answer: balanceAnswer,
    refusals: { 401: 'The key is missing or unknown.', 503: 'The database cannot be asked now.' },
    run: async (_body, caller) => marked(await money.account(caller)),
  };
}

function preparePayment(money: Money, marked: Mark): CreditEndpoint {
  return {
    method: 'POST',
    path: '/pay/prepare',
    operationId: 'preparePayment',
    summary: 'Propose a payment of one check for a wallet that speaks no x402',
    description: 'A proposal only: nothing is reserved, and only the wallet of the payer signs.',
    body: payBody,
    answer: payAnswer,
    refusals: {
      ...BODY_REFUSALS,
      404: 'Payment per call is not offered here now.',
      501: 'The kind of check does not run yet.',
      503: UNREADABLE,
    },
    run: async (body, caller) => {
      const prepared = await money.preparePayment(parseBody(payBody, body), caller);
      return marked({ ...prepared, instructions: paymentSteps });
    },
  };
}
