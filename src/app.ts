import { setTimeout } from 'node:timers/promises';
import { loadLabels } from '#chain/labels/table.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import { type Database, openDatabase } from '#ledger/postgres/database.ts';
import { signerFor } from '#lib/attestation.ts';
import { openSigningKey, signingKeyFile } from '#lib/signing-key.ts';
import { openAnswers } from '#schema/answers.ts';
import { openDesk } from '#schema/desk.ts';
import { openInspectors } from '#schema/inspectors.ts';
import { openMoneyDoor } from '#schema/money-run.ts';
import { openChecks } from '#schema/run.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/http.ts';
import { listen } from '#transport/listen.ts';
import type { Sample } from './chain-source.ts';
import type { Config } from './config/config.ts';
import { begin, type Foundations } from './foundations.ts';
import { openGround } from './ground.ts';
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
  const { closers, port } = foundations;
  const labels = loadLabels(config.labelsFile ?? undefined);
  const [ground, books] = await settleAll([
    openGround(config, log, foundations, patience),
    openBooks(config, log, foundations),
  ]);
  const { source, chain, purse, market, warm } = ground;
  const { ledger, database } = books;
  // Made before anybody can call: whoever finds the service ready finds its key printed as well.
  const granted = source.sandbox ? sandboxKey(ledger) : Promise.resolve('');
  granted.catch(() => undefined);
  const baseUrl = config.baseUrl ?? originOf(config.host, port);
  const sandboxUrl = source.sandbox?.url ?? null;
  const facts = { config, baseUrl, database, ledger, sandboxUrl };
  const money = openMoney({ ...facts, chain: chain.payments(), log, closers, patience }, purse);
  const { settings, till, watch } = money;
  const signer = signerFor(openSigningKey(config.signingKeyFile ?? signingKeyFile(config.dataDir)));
  const sandboxStart = source.sandbox ? Date.now() : null;
  const wallet = openWallets({ config, database, sandboxStart, log, closers });
  const inspectors = openInspectors({
    ...{ labels, market, wallet, usdcMint: config.usdcMint, overrides: config },
    warn: (event, fields) => log.warn(fields, event),
  });
  const answers = openAnswers({ inspectors, signer, network: config.network.caip2, sandbox: settings.sandbox });
  const desk = openDesk({ till, chain, answers });
  const examples = examplesOf(source.sandbox?.subjects ?? []);
  const { trustProxyHops, freeCallsPerDay, ownershipFiles } = config;
  const http = createHttp({
    checks: openChecks(desk, money.desk),
    money: openMoneyDoor(desk, money.desk),
    settings,
    sandboxRpcUrl: source.sandbox?.url,
    mcpBaseUrl: config.mcpBaseUrl ?? baseUrl,
    version,
    examples,
    jwks: () => signer.jwks(),
    readiness: () => readinessOf(ledger, chain, watch),
    metrics: openMetrics({ chain, watch, till }),
    graphql: graphqlHandler({ desk, settings, log, examples, trustProxyHops, money: money.desk }),
    log,
    trustProxyHops,
    freeCalls: (address) => till.freeCalls(address),
    freeCallsPerDay,
    ownershipFiles,
  });
  const apiKey = await granted;
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

/** The books and the database that they stand in. */
interface Books {
  readonly ledger: Ledger;
  readonly database: Database;
}

async function openBooks(config: Config, log: Logger, { closers, server }: Foundations): Promise<Books> {
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, server: await server });
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
