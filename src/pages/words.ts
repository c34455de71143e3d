import { UNDECIDED_LISTED } from 'assay-core/rules/undecided.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import type { PaymentOutage } from '#payments/x402/offer.ts';

/** The sentence that the service says of itself; at most 100 characters, as registries of tools demand. */
export const DESCRIPTION =
  'Signed verdicts with evidence about Solana wallets, tokens, trades and funders, for trading agents.';

/** Calls that are never charged. */
export const NOT_CHARGED =
  'A call is not charged when its verdict was decided by a failure of the service itself, nor when it is refused.';

/** The means of payment besides a prepaid key. Payment per call may be interrupted while the service runs. */
export interface Offered {
  readonly enabled: boolean;
  /** The outage of payment per call, if there is one. */
  readonly outage?: PaymentOutage | null | undefined;
  readonly freeCallsPerDay?: number | undefined;
}

/** The present offers, besides prepaid keys. */
export function offeredBy({ settings, freeCallsPerDay }: Pick<HttpDeps, 'settings' | 'freeCallsPerDay'>): Offered {
  return { enabled: settings.enabled, outage: settings.outage, freeCallsPerDay };
}

/** Instructions for a caller without an answer. */
export function retries({ enabled }: Offered): string {
  const header = enabled ? 'the same payment header or ' : '';
  return `Repeat a request that got no answer with ${header}the same Idempotency-Key: it is never charged twice.`;
}

/** How an answer is to be read. */
export const READING = `Branch on verdict and reason_codes, never on messages. ${UNDECIDED_LISTED} are never a sign of safety: treat them as no. What could not be read stands in gaps and never improves a verdict.`;

/** The route that needs a key. */
export const CREDIT_ROUTE =
  'Send X-API-Key of a key with prepaid credit or a pass. The guide says how to buy either with one transfer.';

/** The route that needs none. */
export const X402_ROUTE =
  'Call without a key; the 402 carries the requirements for one payment, in PAYMENT-REQUIRED for version 2 and in its body for version 1. Send the signed payment as PAYMENT-SIGNATURE or X-PAYMENT.';

const X402_OFF = 'Payment per call is not offered here now. Use X-API-Key.';
const X402_AWAY = 'Payment per call is not possible at the moment. Ask again later, or use X-API-Key.';

/** The text about payment per call, as offered now. */
export function x402Note({ enabled, outage }: Offered): string {
  if (enabled) return X402_ROUTE;
  return outage ? X402_AWAY : X402_OFF;
}

/** How many checks are free, for a sentence; null where none are. */
export function freeNote(freeCallsPerDay = 0): string | null {
  return freeCallsPerDay > 0
    ? `The first ${freeCallsPerDay} checks of a caller on each UTC day are free over MCP, without a key. REST, GraphQL and A2A have no free checks.`
    : null;
}

/** How a tool call is paid now: free calls first. */
export function mcpPayment({ enabled, freeCallsPerDay }: Offered): string {
  const key = 'the header X-API-Key of a prepaid key';
  const unpaid = 'that is not paid gets a result with isError';
  return [
    freeNote(freeCallsPerDay) ?? 'Every check is paid.',
    enabled
      ? `A call ${unpaid} and x402 payment terms, which is no verdict: pay by x402 in _meta["x402/payment"], or connect with ${key}.`
      : `Connect with ${key}; a call ${unpaid} that says how to get one, which is no verdict.`,
  ].join(' ');
}

/** How an agent's task is paid now. */
export function a2aPayment({ enabled }: Offered): string {
  return enabled
    ? 'Without a key the task asks for payment by the x402 extension: its metadata has the terms of x402 v1 in x402.payment.required and those of v2 in x402.payment.required.v2, and a payment of either version is taken.'
    : 'Send a key in X-API-Key: without one the task says how to get it.';
}

/** Help for a wallet that signs transactions without x402. */
export function prepareNote(url: string): string {
  return `A wallet that speaks no x402 gets a payment to sign from POST ${url}.`;
}
