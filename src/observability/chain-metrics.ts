import type { CacheStats, Chain, ChainStats, EndpointAllows, EndpointTraffic } from 'assay-core/chain/chain-reader.ts';
import type { Registry } from 'prom-client';
import { gauge, histogram, type MetricValue, type PulledMetric, register } from './tallies.ts';

/** The state of the chain's endpoints, and the counts of calls to them and to the caches. */
export type WatchedChain = Pick<Chain, 'health'> & Partial<ChainStats>;

/** Metrics of endpoints by origin, which is all of a URL that may be shown, and of caches by name. */
export function watchChain(registry: Registry, chain: WatchedChain): void {
  register(
    registry,
    gauge(
      'assay_rpc_endpoints_healthy',
      'RPC endpoints that are fit to be asked.',
      () => chain.health().filter(({ healthy }) => healthy).length,
      'min',
    ),
    {
      name: 'assay_rpc_slot_lag',
      help: 'Slots that an endpoint is behind the newest known.',
      type: 'gauge',
      across: 'max',
      read: () => lags(chain),
    },
  );
  const traffic = (
    name: string,
    help: string,
    read: (one: EndpointTraffic) => readonly MetricValue[],
  ): PulledMetric => ({
    name,
    help,
    type: 'counter',
    read: () => merged((chain.traffic?.() ?? []).flatMap(read)),
  });
  register(
    registry,
    traffic('assay_rpc_requests_total', 'HTTP requests to RPC endpoints.', ({ origin: endpoint, requests }) => {
      return [{ labels: { endpoint }, value: requests }];
    }),
    traffic('assay_rpc_calls_total', 'Calls by JSON-RPC method, each item of an array counted.', (one) =>
      [...one.calls].map(([method, value]) => ({ labels: { endpoint: one.origin, method }, value })),
    ),
    traffic('assay_rpc_failures_total', 'Calls that failed, by cause, of assay_rpc_calls_total.', (one) =>
      [...one.errors].map(([cause, value]) => ({ labels: { endpoint: one.origin, cause }, value })),
    ),
    traffic('assay_rpc_answer_bytes_total', 'Bytes of answers that were read.', ({ origin: endpoint, bytes }) => {
      return [{ labels: { endpoint }, value: bytes }];
    }),
    {
      name: 'assay_rpc_request_seconds',
      help: 'Time of an HTTP request to an RPC endpoint.',
      type: 'histogram',
      read: () => merged((chain.traffic?.() ?? []).flatMap(latencyOf)),
    },
  );
  watchLimits(registry, chain);
  watchCaches(registry, chain);
}

/** The known limits of endpoints. An unknown figure has no series. */
function watchLimits(registry: Registry, chain: WatchedChain): void {
  const limit = (
    name: string,
    help: string,
    read: (limits: EndpointAllows) => readonly (readonly [number | null, Readonly<Record<string, string>>])[],
  ): PulledMetric => ({
    name,
    help,
    type: 'gauge',
    across: 'min',
    read: () =>
      lowest(
        chain
          .health()
          .flatMap(({ origin, limits }) =>
            (limits ? read(limits) : []).flatMap(([value, labels]) =>
              value === null ? [] : [{ labels: { endpoint: origin, ...labels }, value }],
            ),
          ),
      ),
  });
  register(
    registry,
    limit(
      'assay_rpc_pace_calls_per_second',
      'Calls a second that an endpoint is asked, where it limits them.',
      (one) => [
        [one.callsPerSecond, { method: 'all' }],
        ...one.limited.map(({ method, callsPerSecond }) => [callsPerSecond, { method }] as const),
      ],
    ),
    limit('assay_rpc_array_items_max', 'Calls in one array that an endpoint takes, where it limits them.', (one) => [
      [one.arrayItemsMax, {}],
    ]),
    limit('assay_rpc_addresses_max', 'Addresses in one call that an endpoint takes, where it limits them.', (one) => [
      [one.addressesMax, {}],
    ]),
    limit('assay_rpc_ledger_first_slot', 'The slot of the first block of an endpoint.', (one) => [[one.firstSlot, {}]]),
    limit('assay_rpc_method_refused', '1 for each method that an endpoint refuses.', (one) =>
      one.refused.map(({ method }) => [1, { method }] as const),
    ),
  );
}

function watchCaches(registry: Registry, chain: WatchedChain): void {
  const cache = (
    name: string,
    help: string,
    type: PulledMetric['type'],
    read: (one: CacheStats) => number,
  ): PulledMetric => ({
    name,
    help,
    type,
    read: () => (chain.caches?.() ?? []).map((one) => ({ labels: { cache: one.name }, value: read(one) })),
  });
  register(
    registry,
    cache('assay_cache_hits_total', 'Questions that were answered from what is kept.', 'counter', ({ hits }) => hits),
    cache('assay_cache_misses_total', 'Questions that had to be asked.', 'counter', ({ misses }) => misses),
    cache('assay_cache_joined_total', 'Questions that waited for one under way.', 'counter', ({ joined }) => joined),
    cache('assay_cache_bytes', 'Memory of what is kept.', 'gauge', ({ bytes }) => bytes),
    cache('assay_cache_entries', 'How much is kept.', 'gauge', ({ entries }) => entries),
  );
}

function lags(chain: WatchedChain): readonly MetricValue[] {
  const worst = new Map<string, number>();
  for (const { origin, lagSlots } of chain.health()) worst.set(origin, Math.max(worst.get(origin) ?? 0, lagSlots));
  return [...worst].map(([endpoint, value]) => ({ labels: { endpoint }, value }));
}

function latencyOf({ origin: endpoint, latency }: EndpointTraffic): readonly MetricValue[] {
  const buckets = latency.buckets.map(({ msMax, count }) => ({ le: msMax / 1000, count }));
  return histogram({ endpoint }, buckets, { sum: latency.msSum / 1000, count: latency.count });
}

/** Two endpoints of one provider are one series here as well: the lower value counts. */
function lowest(values: readonly MetricValue[]): readonly MetricValue[] {
  const found = new Map<string, MetricValue>();
  for (const one of values) {
    const key = JSON.stringify(one.labels);
    const before = found.get(key);
    if (!before || one.value < before.value) found.set(key, one);
  }
  return [...found.values()];
}

/** Two endpoints of one provider have the same origin, and are one series. */
function merged(values: readonly MetricValue[]): readonly MetricValue[] {
  const sums = new Map<string, MetricValue>();
  for (const one of values) {
    const key = JSON.stringify([one.suffix, one.labels]);
    const before = sums.get(key);
    sums.set(key, before ? { ...one, value: before.value + one.value } : one);
  }
  return [...sums.values()];
}
