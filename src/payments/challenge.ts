import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import type { FaultEntry, RetryAction } from '#lib/fault-catalogue.ts';
import { faults } from '#lib/fault-catalogue.ts';
import { topupAtomicMin } from './credits/tiers.ts';
import type { PaidResource, PaymentOutage, PaymentSettings, ResourceInput, ShownOutput } from './x402/offer.ts';
import { paymentRequiredHeader } from './x402/required-header.ts';
import { acceptsV1 } from './x402/requirements.ts';

/** Without payment per call there are no requirements. */
const KEYS_ONLY = 'The call is paid and came without a key. Send X-API-Key; payment per call is switched off here.';

/** Temporary outages say so, so that callers can keep their setup. */
const OUTAGES: Readonly<Record<PaymentOutage['cause'], string>> = {
  facilitator:
    'The call is paid and came without a key. Payment per call is not possible at the moment, because the payment facilitator does not answer. Try again later, or send X-API-Key.',
  spend:
    'The call is paid and came without a key. Payment per call is paused, because too many settlements failed. Try again later, or send X-API-Key.',
};

const RETRY_SECONDS: Readonly<Record<PaymentOutage['cause'], number>> = { facilitator: 30, spend: 3_600 };

/** Refusals that a payment, or another one, lifts. */
export type ChallengeCode =
  | 'payment_required'
  | 'api_key_unknown'
  | 'insufficient_balance'
  | 'payment_invalid'
  | 'insufficient_funds'
  | 'payment_failed';

/**
 * The cause of a 402. `detail` is public; for a refused payment it is the reason, an x402 error name if there is one.
 * `balanceAtomic` is what the key, or the token account that pays, can spend, if that is the cause.
 */
export interface ChallengeInput {
  readonly code: ChallengeCode;
  readonly detail: string;
  readonly requestId: string;
  readonly resourceUrl: string;
  readonly description: string;
  readonly priceAtomic: bigint;
  readonly input: ResourceInput;
  /** The caller's body, for the hint to repeat; the example of `input` when absent. */
  readonly sentBody?: Readonly<Record<string, unknown>>;
  readonly balanceAtomic?: bigint | undefined;
  /** The caller's next step, if it differs from the catalogue's. */
  readonly retryAction?: RetryAction | undefined;
  /** Protocol versions that can pay; both when absent. Several checks at once need v2, streams and entities need a key. */
  readonly versions?: 'both' | 'v2' | 'none';
  readonly settings: PaymentSettings;
}

/** The exact next call. `headers` and `body` have placeholders in angle brackets for the caller's values. */
interface Hint {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** The body of a 402: a valid x402 v1 object and a problem document in one. */
interface ChallengeBody {
  readonly x402Version: 1;
  readonly error: string;
  readonly accepts: readonly object[];
  readonly type: string;
  readonly title: string;
  readonly status: 402;
  readonly detail: string;
  readonly code: ChallengeCode;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly retry_action?: RetryAction;
  readonly retry_after_seconds?: number;
  readonly payment_state?: string;
  readonly price_usdc: string;
  readonly balance_usdc?: string;
  readonly hint: Hint;
  readonly sandbox?: true;
}

/** A 402 for any transport. `header` is the value of `PAYMENT-REQUIRED` (x402 v2), null where payment per call is off. */
export interface Challenge {
  readonly status: 402;
  readonly body: ChallengeBody;
  readonly header: string | null;
}

/** The 402 of an unpaid call: one object for clients of both x402 versions and others. */
export function challenge(input: ChallengeInput): Challenge {
  const { settings } = input;
  const resource: PaidResource = {
    url: input.resourceUrl,
    description: input.description,
    priceAtomic: input.priceAtomic,
    input: input.input,
  };
  return {
    status: 402,
    body: bodyOf(input, resource),
    header: isPayable(input) ? paymentRequiredHeader(resource, settings, errorOf(input)) : null,
  };
}

function isPayable({ settings, versions }: ChallengeInput): boolean {
  return settings.enabled && versions !== 'none';
}

const REASON_CHARS_MAX = 200;

/** The error text for v2 clients: why their payment was refused, else the problem. Short, because it is sent in a header. */
function errorOf({ code, detail }: ChallengeInput): string {
  // x402 has a name for it, by which clients recognise it.
  if (code === 'insufficient_funds') return code;
  const refused = code === 'payment_invalid' || code === 'payment_failed';
  return refused ? detail.slice(0, REASON_CHARS_MAX) : faults[code].title;
}

/** Clients of version 1 have no way to pay. */
const NEWER_ONLY =
  'Several checks in one operation are paid by x402 v2 (header PAYMENT-REQUIRED) or a key, not by x402 v1.';

/** A specific text replaces the catalogue's; the other members stay. */
function detailOf({ settings, code, detail, versions }: ChallengeInput): string {
  if (code !== 'payment_required') return detail;
  const [, beside = ''] = detail.split(faults.payment_required.meaning);
  if (!settings.enabled) return notOffered(settings.outage) + beside;
  return versions === 'v2' ? NEWER_ONLY + beside : detail;
}

function bodyOf(input: ChallengeInput, resource: PaidResource): ChallengeBody {
  const { code, settings } = input;
  const entry: FaultEntry = faults[code];
  const detail = detailOf(input);
  return {
    x402Version: 1,
    error: detail,
    accepts: isPayable(input) && input.versions !== 'v2' ? acceptsV1(resource, settings) : [],
    type: `${settings.baseUrl}/errors/${code}`,
    title: entry.title,
    status: 402,
    detail,
    code,
    request_id: input.requestId,
    retryable: entry.retryable,
    ...retryOf(entry, input),
    ...(entry.paymentState !== undefined && { payment_state: entry.paymentState }),
    price_usdc: formatUsdc(input.priceAtomic),
    ...(input.balanceAtomic !== undefined && { balance_usdc: formatUsdc(input.balanceAtomic) }),
    hint: hintOf(input),
    ...(settings.sandbox && { sandbox: true }),
  };
}

/**
 * Without a payment to sign, a key has to pay. If no payment could pay for the operation, the caller sends one; if payment per call is
 * switched off, credit has to be bought first, unless it can be paid a little later.
 */
function retryOf(
  entry: FaultEntry,
  input: ChallengeInput,
): Pick<ChallengeBody, 'retry_action' | 'retry_after_seconds'> {
  const { settings, versions, retryAction = entry.retryAction } = input;
  if (retryAction === undefined) return {};
  if (retryAction !== 'resign' || isPayable(input)) return { retry_action: retryAction };
  if (versions === 'none') return { retry_action: 'pay_with_key' };
  if (!settings.outage) return { retry_action: 'human_required' };
  return { retry_action: 'wait_and_retry', retry_after_seconds: outageRetrySeconds(settings.outage) };
}

function hintOf(input: ChallengeInput): Hint {
  const { settings, code, retryAction } = input;
  if (code === 'insufficient_balance') {
    const missing = input.priceAtomic - (input.balanceAtomic ?? 0n);
    const amount = missing > topupAtomicMin ? missing : topupAtomicMin;
    const body = { payer: '<YOUR_WALLET>', amount_atomic: Number(amount) };
    return { method: 'POST', url: `${settings.baseUrl}/credits/prepare`, headers: JSON_HEADERS, body };
  }
  if (code === 'api_key_unknown' || retryAction === 'pay_with_key' || !isPayable(input)) {
    return { method: 'GET', url: `${settings.baseUrl}/credits`, headers: {}, body: null };
  }
  const { method } = input.input;
  const body = input.sentBody ?? input.input.body;
  const headers = { ...(body && JSON_HEADERS), 'PAYMENT-SIGNATURE': '<BASE64_PAYMENT_PAYLOAD>' };
  return { method, url: input.resourceUrl, headers, body: body ?? null };
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** The input description of a kind's REST path. `subject` may be a template's placeholder. */
export function checkInput(kind: Kind, subject: string, queryParams?: Readonly<Record<string, string>>): ResourceInput {
  return {
    method: 'GET',
    routeTemplate: `/check/${kind.name}/:${kind.subject}`,
    pathParams: { [kind.subject]: subject },
    ...(queryParams && { queryParams }),
    output: outputs[kind.name],
  };
}

/** Example answers for catalogues, small because every 402 header contains one. */
const outputs: Readonly<Record<Kind['name'], ShownOutput>> = {
  wallet: bestOf(kinds.wallet, 'POSITIVE_EXPECTANCY_LCB99'),
  token: bestOf(kinds.token, 'NO_ADVERSE_FACT'),
  trade: bestOf(kinds.trade, 'ROUND_TRIP_COST_LOW'),
  funder: bestOf(kinds.funder, 'DIRECT_CEX_TRANSFER'),
};

/** The best verdict of a kind with a reason that leads to it. */
function bestOf({ verdicts }: Kind, reason: string): ShownOutput {
  const [verdict = ''] = Object.keys(verdicts);
  return { verdict, reason_codes: [reason], confidence: 0.95 };
}

/** Why no payment is offered. */
function notOffered(outage: PaymentOutage | null | undefined): string {
  return outage ? OUTAGES[outage.cause] : KEYS_ONLY;
}

/** Seconds until a repeat may help. */
function outageRetrySeconds({ cause }: PaymentOutage): number {
  return RETRY_SECONDS[cause];
}
