import { formatUsdc } from 'assay-core/lib/money.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { tiers, topupAtomicMax, topupAtomicMin } from '#payments/credits/tiers.ts';
import { pricesAtomic, pricesUsdc } from '#payments/prices.ts';
import { prepareNote } from '../words.ts';

/** The amount that examples are made of. */
export const EXAMPLE_ATOMIC = 5_000_000n;

/** The guide to prepaid credit and passes. */
export function creditGuide(settings: HttpDeps['settings']) {
  const { baseUrl } = settings;
  return {
    what: 'Prepaid credit for checks, without an account or a card: one transfer of USDC gives an API key.',
    how: steps(baseUrl),
    why_the_ticket:
      'Transfers are public. The ticket is given to whoever prepared the transfer and is needed to claim it, so that a stranger who watches the chain cannot claim the payment of somebody else.',
    pay_to: settings.payTo,
    asset: 'USDC',
    asset_mint: settings.assetMint,
    network: settings.network,
    min_topup_usdc: formatUsdc(topupAtomicMin),
    max_topup_usdc: formatUsdc(topupAtomicMax),
    prices_usdc: pricesUsdc,
    example_value: exampleValue(),
    passes: passes(),
    check_balance: `GET ${baseUrl}/credits/balance with the header X-API-Key`,
    also_supported: settings.enabled
      ? `x402 per call: send a check without a key; the 402 carries the terms of one payment, for protocol versions 2 and 1. ${prepareNote(`${baseUrl}/pay/prepare`)}`
      : 'Nothing else: payment per call by x402 is not offered here now.',
    ...(settings.sandbox && { sandbox: true }),
  };
}

function steps(baseUrl: string): readonly string[] {
  return [
    `POST ${baseUrl}/credits/prepare with JSON {"payer": "<YOUR_WALLET>", "amount_atomic": ${EXAMPLE_ATOMIC}}. 1 USDC is 1000000 atomic units. Keep the ticket.`,
    'Sign the returned transaction with the wallet of the payer and send it. The payer pays the network fee.',
    `When it is finalized, POST ${baseUrl}/credits/claim with JSON {"signature": "<TRANSACTION_SIGNATURE>", "ticket": "<TICKET>"}. Recipient, token, amount and success are verified on chain. The API key is shown once; a repeat of the claim credits nothing twice, and within 24 hours, while the key was never used, it gives a new one, at most five times, and revokes the one before. A key that a claim names is never revoked by it.`,
    'Send the key as X-API-Key with each check. A check that is decided by a failure of the service costs nothing.',
    'To top up later, repeat these steps with {"key": "<YOUR_KEY>"} in the claim.',
  ];
}

function exampleValue(): string {
  const of = (kind: 'wallet' | 'token') => `${EXAMPLE_ATOMIC / pricesAtomic[kind]} ${kind} checks`;
  return `${formatUsdc(EXAMPLE_ATOMIC)} USDC buy ${of('wallet')} or ${of('token')}.`;
}

function passes() {
  const amounts = tiers.map(({ tier, priceAtomic }) => `${priceAtomic} (${tier})`).join(' or ');
  return {
    what: 'A flat rate for checks over a period, instead of the price of each.',
    tiers: tiers.map(({ tier, priceAtomic, days, calls, label }) => ({
      tier,
      usdc: Number(formatUsdc(priceAtomic)),
      days,
      fair_use_calls: calls,
      label,
    })),
    how: `The same steps with "pass": true in prepare and in claim. amount_atomic selects the tier: exactly ${amounts}.`,
    fair_use:
      'Each period includes a number of checks. Beyond it nobody is cut off: checks are paid from the next period that was bought, then from the balance.',
    renewal:
      'Not a subscription: a pass ends by itself and nothing recurs. Buying again appends a period to the time that is left and never overwrites it.',
  };
}
