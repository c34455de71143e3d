import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { pino } from 'pino';
import { readConfig } from '#config/config.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { startApp } from '../../src/app/app.ts';
import type { PaymentTimeouts } from '../../src/app/payments.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, temporaryDataDir } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { type OwnServer, type OwnServerOptions, openOwnServer } from './own-server.ts';

type Env = Readonly<Record<string, string>>;

/** The service with a database and endpoints of a recorded chain that nobody else uses. */
export interface Stage {
  readonly database: Database;
  /** The database's address. */
  readonly databaseUrl: string;
  readonly rpcs: readonly FaultyRpc[];
  readonly service: {
    readonly url: string;
    /** What it logged that is at least a warning; of a process also what it printed. */
    output(): string;
  };
  /** A key with so much credit. */
  key(atomic?: bigint): Promise<string>;
  stop(): Promise<void>;
}

/** The same with the service in a process of its own and a database server that nobody else uses. */
export interface ProcessStage extends Stage {
  readonly server: OwnServer;
  readonly service: ServiceProcess;
}

export interface StageOptions {
  readonly env?: Env;
  readonly endpoints?: number;
  /** What the endpoints answer with, made of the methods of the recorded chain. */
  readonly methods?: (recorded: RpcMethods) => RpcMethods;
  /** Other times than the usual; for a service in this process. */
  readonly timeouts?: PaymentTimeouts;
  /** A database server that nobody else uses; the one that all tests share when absent and the service is in this process. */
  readonly server?: OwnServerOptions;
  /** The database's address as the service is told it. */
  readonly toldUrl?: (url: string) => Promise<string>;
}

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const CREDIT_ATOMIC = 1_000_000_000n;

/** A subject of the recorded chain whose verdict is certain, the nth of its verdict. */
export function recordedSubject(verdict: string, n = 0): string {
  const all: readonly { readonly verdict: string; readonly address: string }[] = JSON.parse(
    readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
  );
  return String(all.filter((one) => one.verdict === verdict)[n]?.address);
}

/** Opens a stage with the service in a process of its own. Call `stop` in `afterAll`. */
export function openStage(options: StageOptions = {}): Promise<ProcessStage> {
  return opened(async (closers) => {
    const { server, ...books } = await ownBooks(closers, options);
    const settings = await opening(closers, books.databaseUrl, options);
    const service = await startProcess(settings.env);
    closers.push(() => service.end('SIGKILL'));
    return { server, ...books, rpcs: settings.rpcs, service };
  });
}

/** The same with the service in this process, where neither the process nor its end is under test. */
export function openInProcessStage(options: StageOptions = {}): Promise<Stage> {
  return opened(async (closers) => {
    const books = options.server ? await ownBooks(closers, options) : await sharedBooks(closers);
    const { env, rpcs } = await opening(closers, books.databaseUrl, options);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const app = await startApp(readConfig({ PORT: '0', DRAIN_MS: '0', ...env }), log, options.timeouts);
    closers.push(() => app.stop());
    return { ...books, rpcs, service: { url: app.listening, output: () => lines.join('') } };
  });
}

type Closers = (() => Promise<unknown>)[];

/** A stage from its parts; ends what was started when a part fails. */
async function opened<S extends Pick<Stage, 'database'>>(
  open: (closers: Closers) => Promise<S>,
): Promise<S & Pick<Stage, 'key' | 'stop'>> {
  const closers: Closers = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const parts = await open(closers);
    const ledger = openLedger(parts.database);
    const key = async (atomic = CREDIT_ATOMIC): Promise<string> => String((await ledger.grant(atomic)).apiKey);
    return { ...parts, key, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function sharedBooks(closers: Closers) {
  const test = await openTestDatabase();
  closers.push(() => test.stop());
  return { database: test.database, databaseUrl: test.url };
}

async function ownBooks(closers: Closers, options: StageOptions) {
  const server = await openOwnServer(options.server);
  closers.push(() => server.end());
  const database = await openDatabase({ url: server.url });
  closers.push(() => database.stop());
  return { server, database, databaseUrl: server.url };
}

/** Starts the endpoints; what the service is told of them and of the database. */
async function opening(closers: Closers, databaseUrl: string, options: StageOptions) {
  const { env, endpoints = 1, methods = (recorded) => recorded, toldUrl } = options;
  const dataDir = temporaryDataDir();
  closers.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const served = methods(replayMethods(readWorld(FOLDER)));
  const rpcs = await Promise.all(Array.from({ length: endpoints }, () => serveFaultyRpc(served)));
  closers.push(() => Promise.all(rpcs.map((rpc) => rpc.close())));
  const settings = {
    ...devnetSettings,
    DATA_DIR: dataDir,
    DATABASE_URL: (await toldUrl?.(databaseUrl)) ?? databaseUrl,
    SOLANA_RPC_URLS: rpcs.map((rpc) => rpc.url).join(','),
    ...env,
  };
  return { env: settings, rpcs };
}
