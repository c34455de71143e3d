import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Closers } from '#lib/process/closers.ts';
import { ask, tell } from './messages.ts';

/** A worker that does not answer within this time counts with its last metrics. */
const ANSWER_MS_MAX = 2_000;

/** The primary asks by itself at this interval, so that little is lost when a worker is killed. */
const ROUND_MS = 5_000;

/** Returns a function that reads metrics as text: in a worker those of all workers, else those of the registry. */
export function shareMetrics(registry: Registry, closers: Closers): () => Promise<string> {
  const { worker } = cluster;
  if (!worker) return () => registry.metrics();
  let ended = false;
  worker.on('message', async ({ question, id }) => {
    if (question !== 'metrics') return;
    const metrics = await registry.getMetricsAsJSON().catch(() => null);
    if (metrics && !ended) void tell(worker, { metrics, answers: id });
  });
  // Runs last, and sends counts alone: other metrics read parts that are closed by then.
  closers.add(async () => {
    const counted = registry.getMetricsAsArray().filter(isCumulative);
    const metrics = await Promise.all(counted.map(({ name }) => registry.getSingleMetric(name)?.get()));
    ended = true;
    await tell(worker, { metrics });
  });
  void tell(worker, { metrics: [] });
  return () => ask(worker, 'metrics of all');
}

/** In the primary: adds up all workers. `clusterMetrics` of prom-client forgets workers that ended, and fails when one is silent. */
export function addUpMetrics(): void {
  const last = new Map<Worker, object[]>();
  let past: object[] = [];
  const askAll = () => Promise.allSettled([...last.keys()].map((worker) => ask(worker, 'metrics', ANSWER_MS_MAX)));
  setInterval(askAll, ROUND_MS).unref();
  cluster.on('message', async (worker, { question, id, metrics }) => {
    if (metrics) last.set(worker, metrics);
    if (question !== 'metrics of all') return;
    await askAll();
    void tell(worker, { answers: id, value: await AggregatorRegistry.aggregate([past, ...last.values()]).metrics() });
  });
  // By then all messages of the worker are read.
  cluster.on('disconnect', (worker) => {
    const counted = (last.get(worker) ?? []).filter(isCumulative);
    last.delete(worker);
    past = AggregatorRegistry.aggregate([past, counted]).getMetricsAsArray();
  });
}

/** True for a metric that only grows. A sum that falls looks like a restart, after which everything is counted again. */
function isCumulative(metric: { readonly type?: unknown; readonly aggregator?: unknown }): boolean {
  return metric.aggregator === 'sum' && (metric.type === 'counter' || metric.type === 'histogram');
}
