import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { loadLabels } from '#chain/labels/table.ts';
import { openChain } from '#chain/open.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import { type Database, openDatabase } from '#ledger/postgres/database.ts';
import { signerFor } from '#lib/attestation.ts';
import { openSigningKey, signingKeyFile } from '#lib/signing-key.ts';
import { openAnswers } from '#schema/answers.ts';
import { openDesk } from '#schema/desk.ts';
import { openInspectors, openMarket, warmMarket } from '#schema/inspectors.ts';
import { openMoneyDoor } from '#schema/money-run.ts';
import { openChecks } from '#schema/run.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/http.ts';
import { listen } from '#transport/listen.ts';
import { type ChainParts, importSandbox, openChainSource, type Sample, verifyLater } from './chain-source.ts';
import { Closers } from './closers.ts';
import { ConfigError } from './config/complaints.ts';
import type { Config } from './config/config.ts';
import type { Logger } from './log.ts';
import { openMetrics } from './metrics.ts';
import { openMoney, type Patience } from './money.ts';
import { readinessOf } from './readiness.ts';
import { version } from './version.ts';
import { openWallets } from './wallets.ts';

/** The running service. */
export interface App {
  readonly version: string;
  /** The address that was bound. */
  readonly listening: string;
  /** The public origin, as documents and 402 bodies name it. */
  readonly url: string;
  readonly network: string;
  /** Present when the embedded chain runs: its endpoint, its sample subjects, and a new key with credit. */
  readonly sandbox: {
    readonly rpcUrl: string;
    readonly apiKey: string;
    readonly creditAtomic: bigint;
    readonly subjects: readonly Sample[];
  } | null;
  /** Lets requests in flight finish, then takes everything down. */
  stop(): Promise<void>;
}

const SANDBOX_CREDIT_ATOMIC = 5_000_000n;
const HOLDS_SWEEP_MS = 10_000;
/** The start waits this long at most for what markets rest on; a check reads what is missing then. */
const WARMING_MS_MAX = 1_000;
/** A check may run for 30 seconds; what is under way when the service stops gets as long and a little to be written. */
const GRACE_MS = 35_000;

/** Builds the service from its configuration and listens. Throws, with everything taken down again, when a part fails. */
export async function startApp(config: Config, log: Logger, patience: Patience = {}): Promise<App> {
  const closers = new Closers();
  try {
    return await build(config, log, closers, patience);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function build(config: Config, log: Logger, closers: Closers, patience: Patience): Promise<App> {
  const labels = loadLabels(config.labelsFile ?? undefined);
  if (config.chain.kind === 'sandbox') await importSandbox();
  const port = await reservePort(config.host, config.port);
  const [source, books] = await settleAll([openSource(config, log, closers), openBooks(config, log, closers)]);
  const { ledger, database } = books;
  const chain = openChain({ urls: source.urls, log: (event, fields) => log.warn(fields, event) });
  closers.add(() => chain.close());
  closers.add(verifyLater(source, config.network, log, (url) => chain.admit(url)));
  const baseUrl = config.baseUrl ?? originOf(config.host, port);
  const sandboxUrl = source.sandbox?.url ?? null;
  const facts = { config, baseUrl, database, ledger, sandboxUrl };
  const money = await openMoney({ ...facts, chain: chain.payments(), log, closers, patience });
  const { settings, till, watch } = money;
  const signer = signerFor(openSigningKey(config.signingKeyFile ?? signingKeyFile(config.dataDir)));
  const market = openMarket(config.usdcMint);
  const warm = warmMarket(market, chain.session());
  const sandboxStart = source.sandbox ? Date.now() : null;
  const wallet = openWallets({ config, database, sandboxStart, log, closers });
  const inspectors = openInspectors({
    ...{ labels, market, wallet, usdcMint: config.usdcMint, overrides: config },
    warn: (event, fields) => log.warn(fields, event),
  });
  const answers = openAnswers({ inspectors, signer, network: config.network.caip2, sandbox: settings.sandbox });
  const desk = openDesk({ till, chain, answers });
  const examples = examplesOf(source.sandbox?.subjects ?? []);
  const { trustProxyHops } = config;
  const http = createHttp({
    checks: openChecks(desk, money.desk),
    money: openMoneyDoor(desk, money.desk),
    settings,
    mcpBaseUrl: config.mcpBaseUrl ?? baseUrl,
    version,
    examples,
    jwks: () => signer.jwks(),
    readiness: () => readinessOf(ledger, chain, watch),
    metrics: openMetrics({ chain, watch }),
    graphql: graphqlHandler({ desk, settings, log, examples, trustProxyHops, money: money.desk }),
    log,
    trustProxyHops,
  });
  // Made before anybody can call: whoever finds the service ready finds its key printed as well.
  const apiKey = source.sandbox ? await sandboxKey(ledger) : '';
  // Nor does the first check wait for what every check rests on, unless the chain itself is slow.
  await Promise.race([warm, setTimeout(WARMING_MS_MAX, undefined, { ref: false })]);
  const listening = await listen(http, { host: config.host, port, baseUrl });
  closers.add(() => listening.close(GRACE_MS));
  return {
    version,
    listening: originOf(config.host, port),
    url: baseUrl,
    network: config.network.caip2,
    sandbox: source.sandbox && {
      rpcUrl: source.sandbox.url,
      subjects: source.sandbox.subjects,
      apiKey,
      creditAtomic: SANDBOX_CREDIT_ATOMIC,
    },
    stop: () => closers.close(),
  };
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

async function openSource(config: Config, log: Logger, closers: Closers): Promise<ChainParts> {
  const source = await openChainSource(config, log);
  closers.add(() => source.close());
  return source;
}

/** The books and the database that they stand in. */
interface Books {
  readonly ledger: Ledger;
  readonly database: Database;
}

async function openBooks(config: Config, log: Logger, closers: Closers): Promise<Books> {
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    log: (message) => log.info(message),
  });
  const ledger = openLedger(database);
  // Writes what is noted of responses, and ends the database.
  closers.add(() => ledger.close());
  await ledger.expireHolds();
  const sweep = setInterval(() => {
    ledger.expireHolds().catch((err: unknown) => log.warn({ err }, 'expired holds could not be given back'));
  }, HOLDS_SWEEP_MS);
  closers.add(async () => clearInterval(sweep));
  return { ledger, database };
}

async function sandboxKey(ledger: Ledger): Promise<string> {
  const { apiKey } = await ledger.grant(SANDBOX_CREDIT_ATOMIC);
  if (apiKey === undefined) throw new Error('the grant made no key');
  return apiKey;
}

/** Where a caller on this machine reaches the service: a wildcard address is no address to send anybody to. */
function originOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return originOf('127.0.0.1', port);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * A port that can be bound; 0 takes a free one. Asked before anything is started, because the public origin stands in
 * documents that are made before the server listens, and because a port in use shall be told at once.
 */
async function reservePort(host: string, port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ConfigError([`PORT ${port} on HOST ${host}: ${error.message}.`])));
    server.listen(port, host, resolve);
  });
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (bound === null || typeof bound === 'string') throw new Error(`no port on ${host}`);
  return bound.port;
}
