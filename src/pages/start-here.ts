import { kinds } from 'assay-core/rules/index.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { checkCall, type ExampleCall, exampleUrl, shown, toolCall } from '#http/questions/calls.ts';
import { topupAtomicMin } from '#payments/credits/tiers.ts';
import { addressesOf } from './addresses.ts';

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** One step of a newcomer: its purpose, and the call. */
type Step = ExampleCall & { readonly step: string; readonly curl: string };

export type StartDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'examples' | 'freeCallsPerDay'>;

/** The routes from nothing to a verdict, cheapest first, each as calls in their order. A route that is not offered is left out. */
export function startHere(deps: StartDeps): Readonly<Record<string, readonly Step[]>> {
  const free = (deps.freeCallsPerDay ?? 0) > 0;
  return {
    ...(free && {
      free: [
        step('Ask over MCP without a key; the result says how many free calls are left.', toolCall(kinds.token, deps)),
      ],
    }),
    ...(deps.settings.enabled && { pay_per_call: perCall(deps) }),
    prepaid: prepaid(deps),
  };
}

function perCall(deps: StartDeps): readonly Step[] {
  const at = addressesOf(deps);
  const url = exampleUrl(kinds.token, deps);
  const headers = { 'PAYMENT-SIGNATURE': '<BASE64_PAYMENT_PAYLOAD>' };
  return [
    step('Ask without anything: the 402 carries the terms of one payment.', { method: 'GET', url }),
    step('An x402 client signs a payment by these terms. A wallet that speaks no x402 gets one to sign here.', {
      method: 'POST',
      url: at.pay_prepare,
      headers: JSON_HEADERS,
      body: { payer: '<YOUR_WALLET>', resource: url },
    }),
    step('Repeat the call with the signed payment.', { method: 'GET', url, headers }),
  ];
}

function prepaid(deps: StartDeps): readonly Step[] {
  const at = addressesOf(deps);
  const amount = Number(topupAtomicMin);
  return [
    step('Ask for a transfer that buys credit; keep the ticket.', {
      method: 'POST',
      url: at.credits_prepare,
      headers: JSON_HEADERS,
      body: { payer: '<YOUR_WALLET>', amount_atomic: amount },
    }),
    step(
      'Sign and send the returned transaction with that wallet; when it is finalized, claim it. The key is shown once.',
      {
        method: 'POST',
        url: at.credits_claim,
        headers: JSON_HEADERS,
        body: { signature: '<TRANSACTION_SIGNATURE>', ticket: '<TICKET>' },
      },
    ),
    step('Send the key with each check.', checkCall(kinds.token, deps)),
  ];
}

function step(text: string, call: ExampleCall): Step {
  return { step: text, ...shown(call) };
}
