import { askWithRetries, type Fetch, isPassing, type PreparedCall, type Reply, type Silence } from './ask.ts';
import { AssayError, errorOf } from './errors.ts';
import { isRecord } from './json.ts';
import { paymentFor } from './payment.ts';
import type { Wallet } from './signer.ts';

interface HttpOptions {
  readonly url: string;
  readonly apiKey?: string;
  readonly wallet?: Wallet;
  /** The most that one call may pay, in atomic USDC; null: its published price. */
  readonly maxAtomic: bigint | null;
  readonly payTo?: string;
  readonly network?: string;
  readonly fetch?: Fetch;
}

export interface CallOptions {
  /** Names the request: repeated with the same value within 24 hours it is charged once. A random one when absent. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface Call extends CallOptions {
  readonly path: string;
  /** JSON; makes it a POST. */
  readonly body?: string;
}

/** How calls reach the service. Both methods give the JSON body of a 200 and reject with an AssayError for anything else. */
export interface Http {
  readonly free: (call: Call) => Promise<unknown>;
  readonly paid: (call: Call, priceAtomic: bigint) => Promise<unknown>;
}

/** A check that can always be proposed a payment of: of the proposal only the accounts and the block hash are taken. */
const ANY_CHECK = '/check/token/So11111111111111111111111111111111111111112';

/** What a wallet may pay for; any other 402 says that something is the matter with the key or the payment. */
const PAYABLE: readonly unknown[] = ['payment_required', 'insufficient_balance'];

export function openHttp(options: HttpOptions): Http {
  const { url, apiKey, wallet } = options;
  const sender = {
    fetch: options.fetch ?? ((target: string, init: RequestInit) => fetch(target, init)),
    now: () => performance.now(),
    wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
    note: () => undefined,
  };
  /** Payments by the request that they belong to of which it is not known whether they were settled. */
  const unsettled = new Map<string, string[]>();

  function prepared({ path, body, idempotencyKey, signal }: Call): PreparedCall {
    const headers = {
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
      // Without a key there is no account that the same question could belong to.
      ...(apiKey !== undefined && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    return { url: url + path, headers, signal, ...(body !== undefined && { method: 'POST', body }) };
  }

  async function free(call: Call): Promise<unknown> {
    const target = prepared(call);
    return bodyOf(await askWithRetries(target, sender), target.url);
  }

  function signedPayment(terms: string, paying: Wallet, maxAtomic: bigint): Promise<string> {
    const { payTo, network } = options;
    const propose = (payer: string): Promise<unknown> =>
      free({ path: '/pay/prepare', body: JSON.stringify({ payer, resource: ANY_CHECK }) });
    return paymentFor(terms, { wallet: paying, maxAtomic, payTo, network, propose });
  }

  async function paid(call: Call, priceAtomic: bigint): Promise<unknown> {
    const target = prepared(call);
    const request = `${target.url} ${call.body ?? ''}`;
    // A payment whose fate is not known is repeated: another one could pay twice.
    const earlier = unsettled.get(request)?.pop();
    const repeated = earlier === undefined ? null : await pay(target, request, earlier);
    if (repeated !== null && memberOf(repeated, 'payment_state') !== 'unused') return bodyOf(repeated, target.url);
    const first = await askWithRetries(target, sender);
    const terms = 'silence' in first ? null : termsIn(first);
    if (!wallet || terms === null) return bodyOf(first, target.url);
    const payment = await signedPayment(terms, wallet, options.maxAtomic ?? priceAtomic);
    return bodyOf(await pay(target, request, payment), target.url);
  }

  /** Sends a call with its payment. Where it stays open whether that was settled, the payment is kept for the same call. */
  async function pay(target: PreparedCall, request: string, payment: string): Promise<Reply | Silence> {
    const headers = { ...target.headers, 'payment-signature': payment };
    let result: Reply | Silence = { silence: 'the call was ended' };
    try {
      result = await askWithRetries({ ...target, headers }, sender);
    } finally {
      if (isOpen(result)) unsettled.set(request, [...(unsettled.get(request) ?? []), payment]);
    }
    if (isOpen(result)) throw unsettledError(result, target.url);
    return result;
  }

  return { free, paid };
}

/**
 * Whether a payment may be settled and unanswered after this result. Only an answer, or the service saying what became of the payment,
 * ends that: any other status may be of a gateway, which put it in the place of a paid answer.
 */
function isOpen(result: Reply | Silence): boolean {
  if ('silence' in result || isPassing(result)) return true;
  const { status, body } = result;
  const { verdict, data, payment_state: state } = isRecord(body) ? body : {};
  const isAnswer = status === 200 && (typeof verdict === 'string' || isRecord(data));
  return !isAnswer && state !== 'unused' && state !== 'settled';
}

/** The failure of a call whose payment is open: as the service says, or that the same call repeats the payment. */
function unsettledError(result: Reply | Silence, url: string): AssayError {
  const error = errorOf(result, url);
  if (error.paymentState !== undefined) return error;
  const words = `${error.message}; the payment may be settled, and the same call repeats it`;
  return new AssayError(error.code, words, {
    ...error,
    retryable: true,
    retryAction: 'retry_same_payment',
    paymentState: 'in_flight',
  });
}

/** The terms in a 402 that a wallet can pay, null in anything else. */
function termsIn(reply: Reply): string | null {
  if (reply.status !== 402 || !PAYABLE.includes(memberOf(reply, 'code'))) return null;
  return reply.headers.get('payment-required');
}

function memberOf(result: Reply | Silence, name: string): unknown {
  return 'body' in result && isRecord(result.body) ? result.body[name] : undefined;
}

function bodyOf(result: Reply | Silence, url: string): unknown {
  if ('silence' in result || result.status !== 200 || result.body === undefined) throw errorOf(result, url);
  return result.body;
}
