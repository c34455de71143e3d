import cluster from 'node:cluster';
import type { CacheStats, EndpointHealth } from 'assay-core/chain/chain-reader.ts';
import type { Readiness, Road } from '#http/http-deps.ts';
import type { BookFigures } from '#ledger/figures.ts';
import type { CheckNote } from '#schema/contract.ts';

/** Times are kept as counts in classes that grow by so much, from half a millisecond to a minute: no figure is further off. */
const CLASS_RATIO = 1.1;
const CLASS_MS_MIN = 0.5;
const CLASSES = 124;

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Durations of the checks of one kind on one transport, in milliseconds; each at most a tenth too high. */
interface Pace {
  readonly kind: string;
  readonly road: Road;
  readonly checks: number;
  readonly p50_ms: number;
  readonly p90_ms: number;
  readonly p99_ms: number;
}

/** The totals of a period. */
interface Stretch {
  readonly checks: number;
  readonly latency: readonly Pace[];
  /** How often each verdict was given, by kind. */
  readonly verdicts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Counts checks: since the process started, and by minute for the last hour. */
export interface Recent {
  served(check: CheckNote, road: Road): void;
  sinceStart(): Stretch;
  lastHour(): Stretch;
}

interface Series {
  readonly kind: string;
  readonly road: Road;
  readonly classes: Uint32Array;
}

/** Counts of one period. No key is a caller's text, so that the number of keys is bounded. */
interface Counts {
  readonly times: Map<string, Series>;
  readonly verdicts: Map<string, { readonly kind: string; readonly verdict: string; count: number }>;
}

/** `now` gives milliseconds of a monotonic clock. */
export function openRecent(now: () => number = () => performance.now()): Recent {
  const all = emptyCounts();
  const minutes = new Map<number, Counts>();
  const minute = () => Math.floor(now() / MINUTE_MS);
  return {
    served(check, road) {
      const at = minute();
      let counts = minutes.get(at);
      if (counts === undefined) {
        counts = emptyCounts();
        minutes.set(at, counts);
        for (const old of minutes.keys()) if (old <= at - MINUTES) minutes.delete(old);
      }
      add(all, check, road);
      add(counts, check, road);
    },
    sinceStart: () => stretchOf([all]),
    lastHour: () => {
      const first = minute() - MINUTES;
      return stretchOf([...minutes].filter(([at]) => at > first).map(([, counts]) => counts));
    },
  };
}

function emptyCounts(): Counts {
  return { times: new Map(), verdicts: new Map() };
}

/** A repeat from the books says nothing about how long a check takes. */
function add({ times, verdicts }: Counts, { kind, verdict, replayed, ms }: CheckNote, road: Road): void {
  const verdictKey = `${kind} ${verdict}`;
  const counted = verdicts.get(verdictKey);
  if (counted) counted.count += 1;
  else verdicts.set(verdictKey, { kind, verdict, count: 1 });
  if (replayed) return;
  const key = `${kind} ${road}`;
  let series = times.get(key);
  if (series === undefined) {
    series = { kind, road, classes: new Uint32Array(CLASSES) };
    times.set(key, series);
  }
  const at = classOf(ms);
  series.classes[at] = (series.classes[at] ?? 0) + 1;
}

function classOf(ms: number): number {
  if (ms <= CLASS_MS_MIN) return 0;
  return Math.min(CLASSES - 1, Math.ceil(Math.log(ms / CLASS_MS_MIN) / Math.log(CLASS_RATIO)));
}

function stretchOf(parts: readonly Counts[]): Stretch {
  const times = new Map<string, Series>();
  const verdicts: Record<string, Record<string, number>> = {};
  let checks = 0;
  for (const part of parts) {
    for (const [key, { kind, road, classes }] of part.times) {
      const sum = times.get(key)?.classes ?? new Uint32Array(CLASSES);
      for (let n = 0; n < CLASSES; n += 1) sum[n] = (sum[n] ?? 0) + (classes[n] ?? 0);
      times.set(key, { kind, road, classes: sum });
    }
    for (const { kind, verdict, count } of part.verdicts.values()) {
      verdicts[kind] ??= {};
      verdicts[kind][verdict] = (verdicts[kind][verdict] ?? 0) + count;
      checks += count;
    }
  }
  return { checks, latency: [...times.values()].map(paceOf), verdicts };
}

function paceOf({ kind, road, classes }: Series): Pace {
  const checks = classes.reduce((sum, count) => sum + count, 0);
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => quantile(classes, checks * share));
  return { kind, road, checks, p50_ms: p50 ?? 0, p90_ms: p90 ?? 0, p99_ms: p99 ?? 0 };
}

/** The upper end of the class in which the count is reached, to three digits. */
function quantile(classes: Uint32Array, rank: number): number {
  let seen = 0;
  const at = classes.findIndex((count) => {
    seen += count;
    return seen >= rank;
  });
  return Number((CLASS_MS_MIN * CLASS_RATIO ** Math.max(0, at)).toPrecision(3));
}

/** The sources of the status. */
export interface StatusDeps {
  readonly version: string;
  readonly network: string;
  readonly sandbox: boolean;
  readonly recent: Recent;
  readonly readiness: () => Promise<Readiness>;
  readonly caches: () => readonly CacheStats[];
  readonly endpoints: () => readonly EndpointHealth[];
  readonly books: () => Promise<BookFigures | null>;
}

/** The public status: figures of this process, without data of customers. */
export function openStatus(deps: StatusDeps): () => Promise<object> {
  const startedAt = new Date();
  const startedMs = performance.now();
  const { version, network, sandbox, recent } = deps;
  return async () => {
    const { ready, checks, warnings = [] } = await deps.readiness();
    const audit = checks.database?.ok ? (await deps.books())?.audit : null;
    return {
      service: 'Assay',
      version,
      node: process.versions.node,
      network,
      ...(sandbox && { sandbox }),
      // Each process counts for itself: to add them up is what the metrics are for.
      counts_of: cluster.worker ? `worker ${cluster.worker.id} of its machine` : 'one process',
      started_at: startedAt.toISOString(),
      uptime_seconds: Math.floor((performance.now() - startedMs) / 1000),
      ready,
      parts: checks,
      warnings,
      last_hour: recent.lastHour(),
      since_start: recent.sinceStart(),
      caches: deps.caches().map(cacheOf),
      endpoints: deps.endpoints().map(endpointOf),
      books: audit ? { sound: audit.sound, audited_at: audit.at.toISOString() } : null,
    };
  };
}

/** The limits of endpoints, in the order of the configuration, without the provider's name and the texts of its plan. */
function endpointOf({ healthy, limits }: EndpointHealth): object {
  const rounded = (perSecond: number) => Number(perSecond.toPrecision(3));
  return {
    healthy,
    calls_per_second: limits?.callsPerSecond ? rounded(limits.callsPerSecond) : null,
    array_items_max: limits?.arrayItemsMax ?? null,
    addresses_max: limits?.addressesMax ?? null,
    answer_bytes_max: limits?.answerBytesMax ?? null,
    first_slot: limits?.firstSlot ?? null,
    refused: limits?.refused.map(({ method }) => method) ?? [],
    limited:
      limits?.limited.map(({ method, callsPerSecond }) => ({ method, calls_per_second: rounded(callsPerSecond) })) ??
      [],
  };
}

/** Questions that the chain's endpoints were spared: answered from what is kept, or together with another. */
function cacheOf({ name, hits, misses, joined }: CacheStats): object {
  const asked = hits + misses + joined;
  return {
    name,
    asked,
    hits,
    joined,
    spared_percent: asked === 0 ? null : Math.floor((100 * (hits + joined)) / asked),
  };
}
