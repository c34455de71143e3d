import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { isCumulative } from './figures.ts';
import type { FromWorker, ToWorker } from './messages.ts';

const ANSWER_MS_MAX = 5_000;

/** The registry of this worker; null before it is shared. */
let shared: Registry | null = null;

/**
 * In a worker: sends the metrics of `registry` to the primary, and returns a function that collects those of all workers as text for
 * Prometheus, each metric by its own aggregator. Null in a process that is no worker.
 */
export function shareMetrics(registry: Registry): (() => Promise<string>) | null {
  const { worker } = cluster;
  if (!cluster.isWorker || worker === undefined) return null;
  shared = registry;
  const waiting = new Map<number, (text: string | null) => void>();
  const tell = (message: FromWorker): boolean => worker.send(message);
  process.on('message', (message: ToWorker) => {
    if (message.type === 'figures-of-all') waiting.get(message.id)?.(message.text);
    if (message.type !== 'figures-wanted') return;
    const { id } = message;
    void registry.getMetricsAsJSON().then((figures) => tell({ type: 'figures', id, figures }));
  });
  let questions = 0;
  return async () => {
    questions += 1;
    const id = questions;
    const text = await new Promise<string | null>((resolve) => {
      const late = setTimeout(resolve, ANSWER_MS_MAX, null);
      waiting.set(id, (all) => {
        clearTimeout(late);
        resolve(all);
      });
      tell({ type: 'all-figures-wanted', id });
    });
    waiting.delete(id);
    return text ?? (await registry.metrics());
  };
}

/**
 * In a worker that ends: sends its last counts to the primary, so that none are missing. It sends no other metrics: they may read parts
 * that are closed by now. Resolves when the counts are sent, or cannot be.
 */
export async function tellLastFigures(): Promise<void> {
  const counted = shared?.getMetricsAsArray().filter(isCumulative) ?? [];
  const figures = await Promise.all(counted.flatMap(({ name }) => shared?.getSingleMetric(name)?.get() ?? []));
  const message: FromWorker = { type: 'last-figures', figures };
  await new Promise<void>((resolve) => {
    if (cluster.worker?.isConnected()) cluster.worker.send(message, undefined, () => resolve());
    else resolve();
  });
}
