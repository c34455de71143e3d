import { setTimeout } from 'node:timers/promises';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { type Inspectors, openInspectors } from 'assay-core/check/inspectors.ts';
import { loadIssuers } from 'assay-core/derive/token/issuers/issuer-table.ts';
import type { Config } from '#config/config.ts';
import { GRACE_MS } from '#config/stop-times.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { openProcessorTime } from '#http/limits/processor-time.ts';
import { openRateLimit } from '#http/limits/rate-limit.ts';
import { type HttpHandler, listen } from '#http/listen.ts';
import type { KnownKeys } from '#ledger/accounts/known-keys.ts';
import { openEndpointLimitsStore } from '#ledger/endpoint-limits.ts';
import { openRateWindows, RatePortions, type RateWindows } from '#ledger/rate-windows.ts';
import type { Logger } from '#lib/process/log.ts';
import { version } from '#lib/process/package-root.ts';
import { signerFor } from '#lib/signing/attestation.ts';
import { openSigningKeys, signingKeyFile } from '#lib/signing/signing-key.ts';
import { type Instruments, openInstruments, openObservability } from '#observability/observability.ts';
import { watchListener } from '#observability/process-metrics.ts';
import { openChecks } from '#schema/checks/run.ts';
import { openMoneyOperations } from '#schema/credits/money.ts';
import { openAdmission, openHeapShare } from '#schema/operation/admission.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/handler.ts';
import { type OpenedChainParts, openChainParts } from './chain.ts';
import type { Sample } from './chain-source.ts';
import { type Drain, openDrain } from './drain.ts';
import { type EndpointDiagnosis, openEndpointDiagnosis } from './endpoint-diagnosis.ts';
import { rememberEndpointLimits } from './endpoint-memory.ts';
import { type OpenedBooks, openBooks } from './ledger.ts';
import { openMoney, type PaymentTimeouts } from './payments.ts';
import { beginPrerequisites, type Prerequisites } from './prerequisites.ts';
import { sandboxAccess, sandboxKey, shownSandbox } from './sandbox.ts';
import type { App } from './stopping.ts';
import { openWallets } from './wallets.ts';
import { shareMetrics } from './workers/metrics.ts';

/** The start waits at most this long for the market configurations; a check reads the missing ones later. */
const WARMING_MS_MAX = 1_000;

/**
 * Builds the service from its configuration and listens, on given prerequisites or on new ones. Closes everything again and throws
 * when a part fails.
 */
export async function startApp(
  config: Config,
  log: Logger,
  timeouts: PaymentTimeouts = {},
  opened: Prerequisites | null = null,
): Promise<App> {
  const prerequisites = opened ?? (await beginPrerequisites(config, log));
  try {
    return await build(config, log, prerequisites, timeouts);
  } catch (error) {
    await prerequisites.closers.close();
    throw error;
  }
}

async function build(
  config: Config,
  log: Logger,
  prerequisites: Prerequisites,
  timeouts: PaymentTimeouts,
): Promise<App> {
  const { closers, port } = prerequisites;
  const instruments = await openInstruments(config, closers);
  const metrics = shareMetrics(instruments.registry, closers);
  const [chainParts, books] = await settleAll([
    openChainParts(config, log, prerequisites, timeouts),
    openBooks(config, log, prerequisites, instruments),
  ]);
  const { source, chain, warm } = chainParts;
  // The sandbox's endpoint is a new one after each start.
  if (!source.sandbox)
    await rememberEndpointLimits({ chain, store: openEndpointLimitsStore(books.database), log, closers });
  // Created before the service is ready, so that a ready service has printed its key.
  const granted = source.sandbox ? sandboxKey(books.ledger, config.dataDir) : Promise.resolve('');
  granted.catch(() => undefined);
  const baseUrl = config.baseUrl ?? originOf(config.host, port);
  const drain = openDrain(config.drainMs);
  const diagnosis = openEndpointDiagnosis({ config, urls: source.urls, log, closers });
  const http = await openHttp({
    config,
    log,
    closers,
    timeouts,
    instruments,
    metrics,
    chainParts,
    books,
    baseUrl,
    drain,
    diagnosis,
    granted,
  });
  const apiKey = await granted;
  // Reads market configurations before the first check, unless the chain is slow.
  await Promise.race([warm, setTimeout(WARMING_MS_MAX, undefined, { ref: false })]);
  const behindProxy = config.trustProxyHops > 0;
  const limits = { keepAliveMs: config.keepAliveMs };
  const listening = await listen(http, { host: config.host, port, baseUrl, behindProxy, limits });
  watchListener(instruments.registry, listening);
  closers.add(() => listening.close(GRACE_MS));
  return {
    version,
    listening: originOf(config.host, port),
    url: baseUrl,
    network: config.network.caip2,
    sandbox: source.sandbox && shownSandbox(source.sandbox, apiKey),
    ...drain.of(listening),
    examineEndpoints: () => diagnosis.begin(),
    stop: () => closers.close(),
  };
}

/** The parts of the HTTP side. */
interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly closers: Prerequisites['closers'];
  readonly timeouts: PaymentTimeouts;
  readonly instruments: Instruments;
  /** Reads the metrics of the whole service. */
  readonly metrics: () => Promise<string>;
  readonly chainParts: OpenedChainParts;
  readonly books: OpenedBooks;
  readonly baseUrl: string;
  readonly drain: Drain;
  readonly diagnosis: EndpointDiagnosis;
  /** The sandbox's key; not used where the chain is a real one. */
  readonly granted: Promise<string>;
}

async function openHttp(parts: Parts): Promise<HttpHandler> {
  const { config, log, closers, timeouts, instruments, chainParts, books, baseUrl, drain, diagnosis, granted } = parts;
  const { source, chain, payments, merchantWallet } = chainParts;
  const { ledger, known, database } = books;
  const { watched } = instruments.statements;
  const facts = { config, baseUrl, database, ledger, sandboxUrl: source.sandbox?.url ?? null, watched };
  const money = openMoney({ ...facts, chain: payments, log, closers, timeouts }, merchantWallet);
  const { settings, billing, watch } = money;
  const signer = signerFor(...openSigningKeys(config.signingKeyFiles ?? [signingKeyFile(config.dataDir)]));
  const inspectors = inspectorsOf(parts);
  const answers = openAnswers({ inspectors, signer, network: config.network.caip2, sandbox: settings.sandbox });
  const admission = openAdmission({ settings: config.protection, heapShare: openHeapShare() });
  const service = openCheckService({ billing, chain, answers, admission });
  const examples = examplesOf(source.sandbox?.subjects ?? []);
  const { trustProxyHops, freeCallsPerDay, ownershipFiles } = config;
  return createHttp({
    checks: openChecks(service, money.service),
    money: openMoneyOperations(service, money.service),
    settings,
    ...(source.sandbox && { sandbox: sandboxAccess(source.sandbox, () => granted) }),
    mcpBaseUrl: config.mcpBaseUrl ?? baseUrl,
    version,
    examples,
    jwks: () => signer.jwks(),
    ...(await openObservability(instruments, {
      config,
      sql: database.sql,
      chain,
      settings,
      signer,
      watch,
      billing,
      log,
      closers,
      payments,
      facts: merchantWallet.facts,
      metrics: parts.metrics,
      advice: () => diagnosis.warnings(),
      admission: () => admission.stats(),
      reported: (readiness) => drain.reported(readiness),
    })),
    graphql: graphqlHandler({ service, settings, log, examples, trustProxyHops, money: money.service }),
    log,
    trustProxyHops,
    ...openProtection(config.protection, watched('rates', openRateWindows(database)), known, log),
    freeCalls: (address) => billing.freeCalls(address),
    freeCallsPerDay,
    ownershipFiles,
  });
}

function inspectorsOf({ config, log, closers, instruments, chainParts, books }: Parts): Inspectors {
  const { source, market } = chainParts;
  const sandboxStart = source.sandbox?.startedMs ?? null;
  const { watched } = instruments.statements;
  const wallet = openWallets({ config, database: books.database, sandboxStart, log, closers, watched });
  const labels = loadLabels(config.labelsFile ?? undefined);
  const issuers = loadIssuers(config.issuersFile ?? undefined);
  return openInspectors({
    labels,
    issuers,
    market,
    wallet,
    usdcMint: config.usdcMint,
    overrides: config,
    warn: (event, fields) => log.warn(fields, event),
  });
}

/** The first subject of each kind, for example calls in documents. */
function examplesOf(subjects: readonly Sample[]): Partial<Record<Sample['kind'], string>> {
  return Object.fromEntries([...subjects].reverse().map(({ kind, address }) => [kind, address]));
}

/** Resolves with both results, or rejects with the first error after both have settled, so that nothing is left half started. */
async function settleAll<A, B>(parts: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(parts);
  return await Promise.all(parts);
}

/** The origin for callers on this machine. A wildcard address is replaced, because no client can connect to it. */
function originOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return originOf('127.0.0.1', port);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Opens the limits for callers of the HTTP side, from the settings and the ledger. */
function openProtection(
  protection: Config['protection'],
  windows: RateWindows,
  known: KnownKeys,
  log: Logger,
): Required<Pick<HttpDeps, 'callerChecksInFlightMax' | 'rateLimit' | 'processorTime'>> {
  const counter = new RatePortions({ windows, log });
  const knows = (apiKey: string): boolean => known.has(apiKey);
  return {
    callerChecksInFlightMax: protection.callerChecksInFlightMax,
    rateLimit: openRateLimit({ ...protection, counter, knows }),
    processorTime: openProcessorTime({ knows }),
  };
}
