import { HTTPFacilitatorClient } from '@x402/core/http';
import { type SettleResponse, VerifyError } from '@x402/core/types';
import type { PaymentChain } from '#chain/payments-model.ts';
import { type Address, parseSignature } from '#lib/address.ts';
import type { BeforeSend } from './attempt.ts';
import type { Facilitator, Payment, SettleResult, VerifyResult } from './payment.ts';
import { checkStatically, payerOf, payloadOf, requirementsOf } from './static-check.ts';
import { feePayerOf } from './supported.ts';
import { tokenAmount } from './token-account.ts';
import { decodeWire } from './wire-transaction.ts';

/** `headers` go with every request, for facilitators that want to know who asks. */
export interface HttpOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** CAIP-2 id. */
  readonly network: string;
  /** Its name in protocol v1. */
  readonly v1Network: string | null;
  /** Where given, a payment is also tried on our own chain, which tells what its payer would have left. */
  readonly chain?: PaymentChain;
  readonly limits?: Partial<HttpLimits>;
}

/** How long a facilitator over HTTP is waited for, in milliseconds. */
export interface HttpLimits {
  readonly askMs: number;
  readonly settleMs: number;
  /** Between two looks at `/supported`, while it names a fee payer and while it does not. */
  readonly refreshMs: number;
  readonly retryMs: number;
}

const usual: HttpLimits = { askMs: 10_000, settleMs: 30_000, refreshMs: 60_000, retryMs: 5_000 };
const REASON_CHARS_MAX = 200;

/** A facilitator elsewhere. `ready` resolves when it was asked once what it supports, whatever came of it. */
export interface HttpFacilitator extends Facilitator {
  readonly ready: Promise<void>;
}

/** A facilitator that is reached over HTTP. What it says of a settlement is never proof: only the chain tells. */
export function openHttpFacilitator(options: HttpOptions): HttpFacilitator {
  const limits = { ...usual, ...options.limits };
  const supported = new Supported(options, limits);
  const asking = clientOf(options, limits.askMs);
  const settling = clientOf(options, limits.settleMs);
  return {
    ready: supported.refresh(),
    feePayer: (version = 2) => supported.feePayers[version],
    check: checkStatically,
    verify: (payment) => verify(asking, options.chain, payment),
    settle: (payment, beforeSend) => settle(settling, payment, beforeSend),
    close: () => supported.close(),
  };
}

function clientOf({ url, headers }: HttpOptions, timeoutMs: number): HTTPFacilitatorClient {
  const each = { ...headers };
  return new HTTPFacilitatorClient({
    url,
    timeoutMs,
    createAuthHeaders: async () => ({ verify: each, settle: each, supported: each }),
  });
}

/** What the facilitator offers, asked for again and again: its keys change, and it may be down when we start. */
class Supported {
  feePayers: Readonly<Record<1 | 2, Address | null>> = { 1: null, 2: null };
  readonly #options: HttpOptions;
  readonly #limits: HttpLimits;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: HttpOptions, limits: HttpLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  async refresh(): Promise<void> {
    try {
      this.#read(await clientOf(this.#options, this.#limits.askMs).getSupported());
    } catch {
      // What was known stays: a payment that cannot be settled is found out when it is verified.
    }
    if (this.#closed) return;
    const { refreshMs, retryMs } = this.#limits;
    this.#timer = setTimeout(() => void this.refresh(), this.feePayers[2] === null ? retryMs : refreshMs);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #read(document: unknown): void {
    const { network, v1Network } = this.#options;
    const { feePayers } = this;
    this.feePayers = {
      1: v1Network === null ? null : feePayerOf(document, 1, v1Network, feePayers[1]),
      2: feePayerOf(document, 2, network, feePayers[2]),
    };
  }
}

async function verify(
  client: HTTPFacilitatorClient,
  chain: PaymentChain | undefined,
  payment: Payment,
): Promise<VerifyResult> {
  const [theirs, ours] = await Promise.all([ask(client, payment), chain ? tryOut(chain, payment) : null]);
  return theirs.is === 'valid' && ours ? ours : theirs;
}

async function ask(client: HTTPFacilitatorClient, payment: Payment): Promise<VerifyResult> {
  try {
    const { isValid, invalidReason, invalidMessage } = await client.verify(payloadOf(payment), requirementsOf(payment));
    return isValid ? { is: 'valid' } : invalid(invalidReason, invalidMessage);
  } catch (error) {
    const refused = error instanceof VerifyError && error.statusCode < 500 && error.invalidReason !== undefined;
    return refused ? invalid(error.invalidReason, error.invalidMessage) : { is: 'unavailable', detail: textOf(error) };
  }
}

function invalid(reason = 'invalid_exact_svm_verification_failed', detail?: string): VerifyResult {
  return { is: 'invalid', reason: bounded(reason), ...(detail !== undefined && { detail: bounded(detail) }) };
}

/** A trial run on our own chain; null when it could not be asked, which then decides nothing. */
async function tryOut(chain: PaymentChain, payment: Payment): Promise<VerifyResult | null> {
  const transaction = decodeWire(payment.transaction);
  const payer = transaction && payerOf(transaction);
  const reading = payer ? await chain.simulate(payment.transaction, payer.source) : null;
  if (!reading?.known) return null;
  const { value } = reading;
  if (value.ok) return { is: 'valid', sourceAfterAtomic: tokenAmount(value.watched) };
  return invalid('invalid_exact_svm_transaction_simulation_failed', value.error);
}

/** Nothing but the facilitator's own success is taken for a submission, and no failure for proof that nothing was sent. */
async function settle(client: HTTPFacilitatorClient, payment: Payment, beforeSend: BeforeSend): Promise<SettleResult> {
  await beforeSend(null);
  try {
    const answer = await client.settle(payloadOf(payment), requirementsOf(payment));
    const signature = parseSignature(answer.transaction);
    if (answer.success && signature) return { is: 'submitted', signature };
    return unknown(answer.errorReason ?? 'the facilitator named no reason', answer);
  } catch (error) {
    return unknown(textOf(error), error);
  }
}

/** `told` may be anything: an error of the library carries the transaction where the facilitator named one. */
function unknown(reason: string, told: unknown): SettleResult {
  const signature = parseSignature((told as Partial<SettleResponse> | null)?.transaction);
  return { is: 'unknown', reason: bounded(reason), ...(signature && { signature }) };
}

function textOf(error: unknown): string {
  return bounded(error instanceof Error ? error.message : String(error));
}

/** Words from elsewhere go into answers and logs, so they are kept short and printable. */
function bounded(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, ' ').slice(0, REASON_CHARS_MAX);
}
