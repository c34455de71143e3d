import cluster from 'node:cluster';
import type { CacheStats } from '#chain/model.ts';
import type { Readiness } from '#http/model.ts';
import type { BookFigures } from '#ledger/figures.ts';
import type { Recent } from './recent.ts';

/** What the status is made of. */
export interface StatusDeps {
  readonly version: string;
  readonly network: string;
  readonly sandbox: boolean;
  readonly recent: Recent;
  readonly readiness: () => Promise<Readiness>;
  readonly caches: () => readonly CacheStats[];
  readonly books: () => Promise<BookFigures | null>;
}

/** What everybody may know of how the service does: figures of this process, and nothing of any customer. */
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
      books: audit ? { sound: audit.sound, audited_at: audit.at.toISOString() } : null,
    };
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
