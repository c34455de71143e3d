import { setTimeout } from 'node:timers/promises';
import { loadLabels } from '#chain/labels/table.ts';
import { openRateWindows } from '#ledger/rate-windows.ts';
import { signerFor } from '#lib/attestation.ts';
import { openSigningKeys, signingKeyFile } from '#lib/signing-key.ts';
import { openAdmission } from '#schema/admission.ts';
import { openHeapShare } from '#schema/admission-heap.ts';
import { type Inspectors, openAnswers } from '#schema/answers.ts';
import { openDesk } from '#schema/desk.ts';
import { openInspectors } from '#schema/inspectors.ts';
import { openMoneyDoor } from '#schema/money-run.ts';
import { openChecks } from '#schema/run.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp, type HttpHandler } from '#transport/http.ts';
import { listen } from '#transport/listen.ts';
import { type Books, openBooks } from './books.ts';
import type { Sample } from './chain-source.ts';
import type { Config } from './config/config.ts';
import { GRACE_MS } from './config/stop-times.ts';
import { type Departure, type Leaving, openDeparture } from './departure.ts';
import { begin, type Foundations } from './foundations.ts';
import { type Ground, openGround } from './ground.ts';
import type { Logger } from './log.ts';
import { openMoney, type Patience } from './money.ts';
import { openProtection } from './protection.ts';
import { type ShownSandbox, sandboxKey, shownSandbox } from './sandbox-key.ts';
import { version } from './version.ts';
import { openWallets } from './wallets.ts';
import { watchListener } from './watching/listener-metrics.ts';
import { type Instruments, openInstruments, openWatching } from './watching/watching.ts';

/** The running service. */
export interface App extends Leaving {
  readonly version: string;
  /** The address that was bound. */
  readonly listening: string;
  /** The public origin, as documents and 402 bodies name it. */
  readonly url: string;
  readonly network: string;
  /** Present when the embedded chain runs: its endpoint, its sample subjects, and a new key with credit. */
  readonly sandbox: ShownSandbox | null;
  /** Lets requests in flight finish, then takes everything down. */
  stop(): Promise<void>;
}

/** The start waits this long at most for what markets rest on; a check reads what is missing then. */
const WARMING_MS_MAX = 1_000;

/**
 * Builds the service from its configuration and listens, on foundations that were laid already or are laid now. Throws, with
 * everything taken down again, when a part fails.
 */
export async function startApp(
  config: Config,
  log: Logger,
  patience: Patience = {},
  laid: Foundations | null = null,
): Promise<App> {
  const foundations = laid ?? (await begin(config, log));
  try {
    return await build(config, log, foundations, patience);
  } catch (error) {
    await foundations.abandon();
    throw error;
  }
}

async function build(config: Config, log: Logger, foundations: Foundations, patience: Patience): Promise<App> {
  const { closers, port, apiKey: laidKey } = foundations;
  const instruments = await openInstruments(config, closers);
  const [ground, books] = await settleAll([
    openGround(config, log, foundations, patience),
    openBooks(config, log, foundations, instruments),
  ]);
  const { source, warm } = ground;
  // Made before anybody can call: whoever finds the service ready finds its key printed as well.
  const granted = source.sandbox && laidKey === null ? sandboxKey(books.ledger) : Promise.resolve(laidKey ?? '');
  granted.catch(() => undefined);
  const baseUrl = config.baseUrl ?? originOf(config.host, port);
  const departure = openDeparture(config.drainMs);
  const http = await openHttp({ config, log, closers, patience, instruments, ground, books, baseUrl, departure });
  const apiKey = await granted;
  // Nor does the first check wait for what every check rests on, unless the chain itself is slow.
  await Promise.race([warm, setTimeout(WARMING_MS_MAX, undefined, { ref: false })]);
  const behindProxy = config.trustProxyHops > 0;
  const listening = await listen(http, { host: config.host, port, baseUrl, behindProxy });
  watchListener(instruments.registry, listening);
  closers.add(() => listening.close(GRACE_MS));
  return {
    version,
    listening: originOf(config.host, port),
    url: baseUrl,
    network: config.network.caip2,
    sandbox: source.sandbox && shownSandbox(source.sandbox, apiKey),
    ...departure.of(listening),
    stop: () => closers.close(),
  };
}

/** What the HTTP side is built from. */
interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly closers: Foundations['closers'];
  readonly patience: Patience;
  readonly instruments: Instruments;
  readonly ground: Ground;
  readonly books: Books;
  readonly baseUrl: string;
  readonly departure: Departure;
}

async function openHttp(parts: Parts): Promise<HttpHandler> {
  const { config, log, closers, patience, instruments, ground, books, baseUrl, departure } = parts;
  const { source, chain, purse } = ground;
  const { ledger, known, database } = books;
  const { watched } = instruments.statements;
  const facts = { config, baseUrl, database, ledger, sandboxUrl: source.sandbox?.url ?? null, watched };
  const money = openMoney({ ...facts, chain: chain.payments(), log, closers, patience }, purse);
  const { settings, till, watch } = money;
  const signer = signerFor(...openSigningKeys(config.signingKeyFiles ?? [signingKeyFile(config.dataDir)]));
  const inspectors = inspectorsOf(parts);
  const answers = openAnswers({ inspectors, signer, network: config.network.caip2, sandbox: settings.sandbox });
  const admission = openAdmission({ settings: config.protection, heapShare: openHeapShare() });
  const desk = openDesk({ till, chain, answers, admission });
  const examples = examplesOf(source.sandbox?.subjects ?? []);
  const { trustProxyHops, freeCallsPerDay, ownershipFiles } = config;
  return createHttp({
    checks: openChecks(desk, money.desk),
    money: openMoneyDoor(desk, money.desk),
    settings,
    sandboxRpcUrl: source.sandbox?.url,
    mcpBaseUrl: config.mcpBaseUrl ?? baseUrl,
    version,
    examples,
    jwks: () => signer.jwks(),
    ...(await openWatching(instruments, {
      ...{ config, sql: database.sql, chain, settings, signer, watch, till, log, closers },
      ...{ payments: chain.payments(), facts: purse.facts },
      ...{ admission: () => admission.stats(), told: (readiness) => departure.told(readiness) },
    })),
    graphql: graphqlHandler({ desk, settings, log, examples, trustProxyHops, money: money.desk }),
    log,
    trustProxyHops,
    ...openProtection(config.protection, watched('rates', openRateWindows(database)), known, log),
    freeCalls: (address) => till.freeCalls(address),
    freeCallsPerDay,
    ownershipFiles,
  });
}

function inspectorsOf({ config, log, closers, instruments, ground, books }: Parts): Inspectors {
  const { source, market } = ground;
  const sandboxStart = source.sandbox?.startedMs ?? null;
  const { watched } = instruments.statements;
  const wallet = openWallets({ config, database: books.database, sandboxStart, log, closers, watched });
  const labels = loadLabels(config.labelsFile ?? undefined);
  return openInspectors({
    ...{ labels, market, wallet, usdcMint: config.usdcMint, overrides: config },
    warn: (event, fields) => log.warn(fields, event),
  });
}

/** The first subject of each kind: what documents show a call with. */
function examplesOf(subjects: readonly Sample[]): Partial<Record<Sample['kind'], string>> {
  return Object.fromEntries([...subjects].reverse().map(({ kind, address }) => [kind, address]));
}

/** Both, or the first failure after both have come to rest, so that nothing is left half started. */
async function settleAll<A, B>(parts: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(parts);
  return await Promise.all(parts);
}

/** Where a caller on this machine reaches the service: a wildcard address is no address to send anybody to. */
function originOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return originOf('127.0.0.1', port);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
