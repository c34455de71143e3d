import { recordSpans } from 'assay-core/lib/tracing.ts';
import { Registry } from 'prom-client';
import type { Config } from '#config/config.ts';
import { LOOPBACK } from '#config/config.ts';
import type { HttpDeps, Readiness } from '#http/http-deps.ts';
import { auditIfDue, chainDueSince, type MadeAudit, recordAudit } from '#ledger/audit/scheduled.ts';
import { bookFigures } from '#ledger/figures.ts';
import { probe } from '#ledger/postgres/probe.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';
import { version } from '#lib/process/package-root.ts';
import type { Signer } from '#lib/signing/attestation.ts';
import type { AssetFactsSource } from '#payments/credits/asset-facts.ts';
import { tiers } from '#payments/credits/tiers.ts';
import { auditedInflow, type InflowDeps } from '#payments/inflow.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { type WatchedChain, watchChain } from './chain-metrics.ts';
import { listenForMetrics } from './metrics-listener.ts';
import { facilitatorAway, type WatchedMoney, watchBooks, watchMoney } from './money-metrics.ts';
import { type AdmissionStats, watchProcess } from './process-metrics.ts';
import { openReadiness, watchReadiness } from './readiness.ts';
import { watchRequests } from './request-metrics.ts';
import { type StatementWatch, watchStatements } from './statements.ts';
import { openRecent, openStatus } from './status.ts';

/** How long a stop waits for the last spans to be taken. */
const FLUSH_MS_MAX = 2_000;

const NOT_INSTALLED =
  'OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT asks for traces, but the package for them is not installed: run "npm install --no-save --save-prod --omit=dev --ignore-scripts @opentelemetry/sdk-node@0.214.0", or unset the variable.';

/** Metrics that count from the first statement on, before the other parts exist. */
export interface Instruments {
  readonly registry: Registry;
  readonly statements: StatementWatch;
}

/** Opens the registry, and the traces where a collector is configured. Throws where the package for them is missing. */
export async function openInstruments(
  { databasePoolMax, observability }: Config,
  closers: Closers,
): Promise<Instruments> {
  if (observability.tracing) {
    const traces = await startTracing(version);
    closers.add(() => traces.close());
  }
  const registry = new Registry();
  return { registry, statements: watchStatements(registry, databasePoolMax) };
}

const ROUTINE_READING_MS = 10_000;

/** The watched parts. */
export interface ObservabilityDeps extends WatchedMoney {
  readonly config: Config;
  readonly sql: Sql;
  readonly chain: WatchedChain;
  readonly payments: InflowDeps['chain'];
  readonly facts: Pick<AssetFactsSource, 'current'>;
  readonly settings: Pick<PaymentSettings, 'network' | 'sandbox' | 'outage'>;
  readonly signer: Pick<Signer, 'sign'>;
  readonly admission: () => AdmissionStats;
  /** Reports the readiness of the parts, changed while the service stops. */
  readonly reported: (readiness: Readiness) => Readiness;
  /** Reads the metrics of the whole service as text for Prometheus. */
  readonly metrics: () => Promise<string>;
  /** Sentences about what another endpoint has to offer. */
  readonly advice: () => readonly string[];
  readonly log: Logger;
  readonly closers: Closers;
}

type Watched = Required<Pick<HttpDeps, 'readiness' | 'metrics' | 'metricsAccess' | 'status' | 'watch'>>;

/** Begins to watch everything, and returns the data and the callbacks for the HTTP side. */
export async function openObservability(
  { registry, statements }: Instruments,
  deps: ObservabilityDeps,
): Promise<Watched> {
  const { config, chain, sql, settings, metrics, log, closers } = deps;
  watchProcess(registry, version, deps.admission);
  watchChain(registry, chain);
  watchMoney(registry, deps);
  const { auditMinutes } = config.observability;
  const books = watchBooks(registry, {
    auditMinutes,
    log,
    figures: () => bookFigures(sql),
    audit: () => audited(deps),
  });
  closers.add(async () => books.close());
  const parts = openReadiness({
    chain,
    watch: deps.watch,
    books: books.figures,
    probe: () => probe(sql),
    fullAt: () => statements.fullAt,
    crowdedAt: () => statements.crowdedAt,
    facilitatorAway: config.facilitator.kind === 'http' ? () => facilitatorAway(settings) : null,
    sign: () => deps.signer.sign({}),
    advice: deps.advice,
    turned: (name, part) => {
      if (part.ok) log.info({ part: name, ...part }, 'a part is well again');
      else log.warn({ part: name, ...part }, 'a part is not well');
    },
  });
  // The log records each change of readiness, also if no probe asks.
  const routine = setInterval(() => void parts().catch(() => undefined), ROUTINE_READING_MS).unref();
  closers.add(async () => clearInterval(routine));
  const readiness = async () => deps.reported(await parts());
  watchReadiness(registry, readiness, deps.watch);
  const recent = openRecent();
  const requests = watchRequests(registry);
  const watched: Watched = {
    readiness,
    metrics,
    metricsAccess: accessOf(config),
    status: openStatus({
      version,
      network: settings.network,
      sandbox: settings.sandbox,
      recent,
      readiness,
      caches: () => chain.caches?.() ?? [],
      endpoints: () => chain.health(),
      books: books.figures,
    }),
    watch: {
      ...requests,
      served: (check, road) => {
        requests.served(check, road);
        recent.served(check, road);
      },
    },
  };
  await listenApart(config, metrics, log, closers);
  return watched;
}

/** Until the mint is read, the merchant's token account is unknown, and the books are compared with themselves. */
async function audited({ config, sql, payments, facts }: ObservabilityDeps): Promise<MadeAudit | null> {
  const since = await chainDueSince(sql);
  const books = await auditIfDue(sql, config.observability.auditMinutes, tiers);
  const destination = facts.current()?.destination;
  if (!books || !destination) return books;
  const whole = await auditedInflow({ sql, chain: payments, destination }, books, since);
  await recordAudit(sql, whole);
  return whole;
}

/**
 * A port of its own takes the metrics away from the public one. A service whose public name is not this machine's has a proxy before it,
 * and with some proxies all callers seem to be on this machine.
 */
function accessOf({
  host,
  baseUrl,
  trustProxyHops,
  observability: { metricsPort, metricsToken },
}: Config): HttpDeps['metricsAccess'] & object {
  if (metricsPort !== null) return { token: null, open: false };
  const isHere = baseUrl === null || LOOPBACK.includes(new URL(baseUrl).hostname.replace(/[[\]]/g, ''));
  return { token: metricsToken, open: isHere && LOOPBACK.includes(host) && trustProxyHops === 0 };
}

async function listenApart(
  { host, observability }: Config,
  read: () => Promise<string>,
  log: Logger,
  closers: Closers,
): Promise<void> {
  const { metricsPort: port, metricsToken: token } = observability;
  if (port === null) return;
  const listener = await listenForMetrics({ host, port, token, read, log });
  closers.add(() => listener.close());
}

/** Sends spans to the collector that OpenTelemetry's own variables name. Throws where the package for it is missing. */
async function startTracing(version: string): Promise<{ close(): Promise<void> }> {
  const [api, sdk] = await Promise.all([import('@opentelemetry/api'), load()]);
  const { envDetector, resourceFromAttributes } = sdk.resources;
  const service = new sdk.NodeSDK({
    // The environment's facts about the service, such as another name, take precedence.
    resource: resourceFromAttributes({ 'service.name': 'assay', 'service.version': version }),
    // The other detectors would reveal the command line and the user of the process.
    resourceDetectors: [envDetector],
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  service.start();
  recordSpans(api);
  return {
    close: async () => {
      recordSpans(null);
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS_MAX).unref());
      // A collector that is away must not make a stop fail.
      await Promise.race([service.shutdown().catch(() => undefined), late]);
    },
  };
}

async function load(): Promise<typeof import('@opentelemetry/sdk-node')> {
  try {
    return await import('@opentelemetry/sdk-node');
  } catch (error) {
    const { code } = error as { code?: unknown };
    // By import, and by require in the whole bundle.
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new Error(NOT_INSTALLED, { cause: error });
  }
}
