import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import { type Database, openDatabase } from '#ledger/postgres/database.ts';
import { readWorld } from '#sandbox/replay/folder.ts';
import { replayMethods } from '#sandbox/replay/methods.ts';
import { devnetSettings } from '../support/app.ts';
import { temporaryDataDir } from '../support/database.ts';
import { type FaultyRpc, serveFaultyRpc } from '../support/faulty-rpc.ts';
import { type Service, startService } from '../support/service.ts';
import { type OwnServer, type OwnServerOptions, openOwnServer } from './own-server.ts';

/** The service in a process of its own, with a database server and endpoints of a recorded chain that nobody else uses. */
export interface Stage {
  readonly server: OwnServer;
  readonly database: Database;
  readonly ledger: Ledger;
  readonly rpcs: readonly FaultyRpc[];
  readonly service: Service;
  /** A key with so much credit. */
  key(atomic?: bigint): Promise<string>;
  stop(): Promise<void>;
}

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly endpoints?: number;
  /** How much longer every answer of the endpoints takes. */
  readonly rpcLatencyMs?: number;
  readonly server?: OwnServerOptions;
  /** The database's address as the service is told it. */
  readonly databaseUrl?: (url: string) => Promise<string>;
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

/** Opens a stage; ends what was started when a part fails. Call `stop` in `afterAll`. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { env, endpoints = 1, rpcLatencyMs, server: own, databaseUrl } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const dataDir = temporaryDataDir();
    closers.push(async () => rmSync(dataDir, { recursive: true, force: true }));
    const methods = replayMethods(readWorld(FOLDER));
    const rpcs = await Promise.all(Array.from({ length: endpoints }, () => serveFaultyRpc(methods, rpcLatencyMs)));
    closers.push(() => Promise.all(rpcs.map((rpc) => rpc.close())));
    const server = await openOwnServer(own);
    closers.push(() => server.end());
    const database = await openDatabase({ url: server.url, dataDir });
    closers.push(() => database.stop());
    const ledger = openLedger(database);
    const service = await startService({
      ...devnetSettings,
      DATA_DIR: dataDir,
      DATABASE_URL: (await databaseUrl?.(server.url)) ?? server.url,
      SOLANA_RPC_URLS: rpcs.map(({ url }) => url).join(','),
      ...env,
    });
    closers.push(() => service.end('SIGKILL'));
    const key = async (atomic = CREDIT_ATOMIC): Promise<string> => String((await ledger.grant(atomic)).apiKey);
    return { server, database, ledger, rpcs, service, key, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
