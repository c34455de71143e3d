import type { Given, Value } from './given.ts';

/** Label values may come from a long list, but never from a caller: more than so many are a mistake of ours and go together. */
const SERIES_MAX = 1_000;
const OTHER = 'other';

/** A counter by labels. To count is one look into a map. */
export class Tally implements Given {
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

  read(): readonly Value[] {
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
export class Times implements Given {
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

  read(): readonly Value[] {
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
): readonly Value[] {
  return [
    ...buckets.map(({ le, count: below }): Value => ({ labels: { ...labels, le }, value: below, suffix: '_bucket' })),
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
