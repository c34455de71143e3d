import type { Metric, Registry } from 'prom-client';

/** Label values may come from a long list, but never from a caller: more than so many are a mistake of ours and go together. */
const SERIES_MAX = 1_000;
const OTHER = 'other';

/** A counter by labels. An increment is one lookup in a map. */
export class LabelCounter implements PulledMetric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #labels: readonly string[];
  readonly #counts = new Map<string, { readonly values: readonly string[]; count: number }>();

  constructor(name: string, help: string, labels: readonly string[]) {
    this.name = name;
    this.help = help;
    this.#labels = labels;
  }

  add(values: readonly string[], by = 1): void {
    const series = seriesOf(this.#counts, values, (kept) => ({ values: kept, count: 0 }));
    series.count += by;
  }

  read(): readonly MetricValue[] {
    return [...this.#counts.values()].map(({ values, count }) => ({
      labels: named(this.#labels, values),
      value: count,
    }));
  }
}

interface Observed {
  readonly values: readonly string[];
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** A histogram of seconds by labels. */
export class Times implements PulledMetric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #labels: readonly string[];
  readonly #bounds: readonly number[];
  readonly #observed = new Map<string, Observed>();

  constructor(name: string, help: string, labels: readonly string[], bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#labels = labels;
    this.#bounds = bounds;
  }

  observe(values: readonly string[], seconds: number): void {
    const series = seriesOf(this.#observed, values, (kept) => {
      return { values: kept, buckets: this.#bounds.map(() => 0), sum: 0, count: 0 };
    });
    series.sum += seconds;
    series.count += 1;
    const at = this.#bounds.findIndex((bound) => seconds <= bound);
    if (at >= 0) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
  }

  read(): readonly MetricValue[] {
    return [...this.#observed.values()].flatMap(({ values, buckets, sum, count }) => {
      const labels = named(this.#labels, values);
      let below = 0;
      const cumulative = buckets.map((inBucket, n) => {
        below += inBucket;
        return { le: this.#bounds[n] ?? 0, count: below };
      });
      return histogram(labels, cumulative, { sum, count });
    });
  }
}

/** The lines of a histogram whose buckets are cumulative. */
export function histogram(
  labels: Readonly<Record<string, string>>,
  buckets: readonly { readonly le: number; readonly count: number }[],
  { sum, count }: { readonly sum: number; readonly count: number },
): readonly MetricValue[] {
  return [
    ...buckets.map(
      ({ le, count: below }): MetricValue => ({ labels: { ...labels, le }, value: below, suffix: '_bucket' }),
    ),
    { labels: { ...labels, le: '+Inf' }, value: count, suffix: '_bucket' },
    { labels, value: sum, suffix: '_sum' },
    { labels, value: count, suffix: '_count' },
  ];
}

function seriesOf<T>(kept: Map<string, T>, values: readonly string[], make: (values: readonly string[]) => T): T {
  const key = values.length === 1 ? (values[0] ?? '') : values.join(' ');
  const before = kept.get(key);
  if (before) return before;
  if (kept.size >= SERIES_MAX && values.some((value) => value !== OTHER)) {
    return seriesOf(
      kept,
      values.map(() => OTHER),
      make,
    );
  }
  const made = make(values);
  kept.set(key, made);
  return made;
}

function named(labels: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(labels.map((label, n) => [label, values[n] ?? '']));
}

/** One line of a metric. `suffix` is what histograms put behind the name. */
export interface MetricValue {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/**
 * A metric whose values are read when it is scraped. `across` says how the values of several processes are combined: values of shared
 * parts, such as the ledger, must not be added up.
 */
export interface PulledMetric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly across?: 'sum' | 'first' | 'max' | 'min';
  read(): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

/**
 * Registers metrics that keep their own counts. `prom-client` hashes the labels at each increment, which is too slow for the path of a
 * check, and cannot take a histogram that was filled elsewhere.
 */
export function register(registry: Registry, ...metrics: readonly PulledMetric[]): void {
  for (const given of metrics) registry.registerMetric(metricOf(given) as unknown as Metric);
}

function metricOf(given: PulledMetric): object {
  const { name, help, type, across = 'sum' } = given;
  const get = async () => {
    const values = (await given.read()).map(({ labels = {}, value, suffix }) => {
      return { labels, value, ...(suffix !== undefined && { metricName: `${name}${suffix}` }) };
    });
    return { name, help, type, aggregator: across, values };
  };
  return { name, help, type, aggregator: across, get };
}

/** A gauge of one value; absent if it is null, because zero would be a wrong value. */
export function gauge(
  name: string,
  help: string,
  read: () => number | null,
  across: PulledMetric['across'] = 'sum',
): PulledMetric {
  const values = (): readonly MetricValue[] => {
    const value = read();
    return value === null ? [] : [{ value }];
  };
  return { name, help, type: 'gauge', across, read: values };
}
