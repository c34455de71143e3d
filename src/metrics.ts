import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Chain } from '#chain/model.ts';
import type { RunningTill } from '#payments/till/model.ts';
import type { Watch } from '#payments/watch.ts';

/** What the metrics are read from at the moment when they are asked for. */
export interface MetricsDeps {
  readonly chain: Chain;
  readonly watch: Watch;
  readonly till: Pick<RunningTill, 'freeTally'>;
}

/** The text of `GET /metrics` in the format of Prometheus. */
export function openMetrics({ chain, watch, till }: MetricsDeps): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'assay_' });
  const gauge = (name: string, help: string, value: () => number | null): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const now = value();
        // A gauge without a value is left out: zero would say something that nobody has read.
        if (now === null) this.remove();
        else this.set(now);
      },
    });
  };
  gauge('assay_rpc_endpoints_healthy', 'RPC endpoints that are fit to be asked.', () => {
    return chain.health().filter(({ healthy }) => healthy).length;
  });
  gauge('assay_x402_fee_payer_lamports', "The local facilitator's fee payer, in lamports; absent when unread.", () => {
    return watch.feePayerLamports === null ? null : Number(watch.feePayerLamports);
  });
  gauge('assay_x402_failed_spend_lamports', 'What failed settlements cost within 24 hours, in lamports.', () =>
    Number(watch.failedSpendLamports),
  );
  gauge('assay_x402_paused', '1 while payments per call are paused because failed settlements cost too much.', () =>
    watch.paused ? 1 : 0,
  );
  gauge('assay_payment_warnings', 'Warnings about payments that /health lists.', () => watch.warnings().length);
  const counter = (name: string, help: string, value: () => number): void => {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(value());
      },
    });
  };
  counter('assay_free_checks_total', 'Checks that the free tier served.', () => till.freeTally.taken);
  counter('assay_free_checks_refused_total', 'Checks that the free calls of the day did not cover.', () => {
    return till.freeTally.refused;
  });
  counter('assay_free_rpc_calls_total', "Calls of the chain's endpoints that the free tier made.", () => {
    return till.freeTally.rpcCalls;
  });
  return () => registry.metrics();
}
