import type { Registry } from 'prom-client';
import type { RunningBilling } from '#payments/billing/model.ts';
import type { Watch } from '#payments/watch.ts';
import type { PaymentSettings } from '#payments/x402/model.ts';
import { type Given, gauge, register } from './given.ts';

/** What is read of payments and of the free tier. */
export interface WatchedMoney {
  readonly watch: Watch;
  readonly settings: Pick<PaymentSettings, 'outage'>;
  readonly billing: Pick<RunningBilling, 'freeTally'>;
}

/** Why the facilitator cannot be used; null while it can. */
export function facilitatorAway({ outage }: WatchedMoney['settings']): string | null {
  return outage?.cause === 'facilitator' ? outage.detail : null;
}

/** Metrics of payments per call and of free calls. What concerns the merchant's accounts is the same in each process. */
export function watchMoney(registry: Registry, { watch, billing, settings }: WatchedMoney): void {
  const counter = (name: string, help: string, value: () => number): Given => ({
    ...{ name, help, type: 'counter' },
    read: () => [{ value: value() }],
  });
  register(
    registry,
    gauge(
      'assay_x402_fee_payer_lamports',
      "The local facilitator's fee payer, in lamports; absent when unread.",
      () => (watch.feePayerLamports === null ? null : Number(watch.feePayerLamports)),
      'min',
    ),
    gauge(
      'assay_x402_failed_spend_lamports',
      'What failed settlements cost within 24 hours, in lamports.',
      () => Number(watch.failedSpendLamports),
      'max',
    ),
    gauge(
      'assay_x402_paused',
      '1 while payments per call are paused because failed settlements cost too much.',
      () => Number(watch.paused),
      'max',
    ),
    gauge(
      'assay_x402_facilitator_away',
      '1 while no payment per call is offered because the facilitator is away.',
      () => Number(facilitatorAway(settings) !== null),
      'max',
    ),
    gauge(
      'assay_payment_warnings',
      'Warnings about payments that /health lists.',
      () => watch.warnings().length,
      'max',
    ),
    counter('assay_free_checks_total', 'Checks that the free tier served.', () => billing.freeTally.taken),
    counter('assay_free_checks_refused_total', 'Checks that the free calls of the day did not cover.', () => {
      return billing.freeTally.refused;
    }),
    counter('assay_free_rpc_calls_total', "Calls of the chain's endpoints that the free tier made.", () => {
      return billing.freeTally.rpcCalls;
    }),
  );
}
