import type { Metric, Registry } from 'prom-client';

/** One line of a metric. `suffix` is what histograms put behind the name. */
export interface Value {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
  readonly suffix?: '_bucket' | '_sum' | '_count';
}

/**
 * A metric whose values are read when somebody asks for them. `across` says how those of several processes become one: figures
 * of things that all share, such as the books, must not be added up.
 */
export interface Given {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly across?: 'sum' | 'first' | 'max' | 'min';
  read(): readonly Value[] | Promise<readonly Value[]>;
}

/**
 * Registers metrics that keep their own count. The package's own ones hash their labels with each count, which the way of a
 * check is too hot for, and cannot take a histogram that somebody else filled.
 */
export function register(registry: Registry, ...metrics: readonly Given[]): void {
  for (const given of metrics) registry.registerMetric(metricOf(given) as unknown as Metric);
}

function metricOf(given: Given): object {
  const { name, help, type, across = 'sum' } = given;
  const get = async () => {
    const values = (await given.read()).map(({ labels = {}, value, suffix }) => {
      return { labels, value, ...(suffix !== undefined && { metricName: `${name}${suffix}` }) };
    });
    return { name, help, type, aggregator: across, values };
  };
  return { name, help, type, aggregator: across, get };
}

/** A gauge of one figure; absent where it is null, because zero would say something that nobody has read. */
export function gauge(name: string, help: string, read: () => number | null, across: Given['across'] = 'sum'): Given {
  const values = (): readonly Value[] => {
    const value = read();
    return value === null ? [] : [{ value }];
  };
  return { name, help, type: 'gauge', across, read: values };
}
