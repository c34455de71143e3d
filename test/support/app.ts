import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { readConfig } from '#config/config.ts';
import type { Env } from '#config/env.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { startApp } from '../../src/app/app.ts';
import type { App } from '../../src/app/stopping.ts';
import { openLog } from '../../src/lib/process/log.ts';
import { type TestDatabase, temporaryDataDir } from './database.ts';

export type { App };

/** Settings of a service in tests whose endpoints go by the sandbox's network. */
export const devnetSettings = {
  SOLANA_NETWORK: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  PAY_TO: '2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh',
  X402_FACILITATOR: 'off',
} as const;

const dataDir = temporaryDataDir();

/** The whole service in this process, over HTTP, with an endpoint for each table; everything ends with `use`. */
export async function withApp(
  database: TestDatabase,
  tables: readonly RpcMethods[],
  env: Env,
  use: (app: App, rpcs: readonly FaultyRpc[]) => Promise<void>,
): Promise<void> {
  const rpcs = await Promise.all(tables.map((table) => serveFaultyRpc(table)));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SOLANA_RPC_URLS: rpcs.map((rpc) => rpc.url).join(','),
    ...devnetSettings,
    ...env,
  });
  const app = await startApp(config, openLog('fatal'));
  try {
    await use(app, rpcs);
  } finally {
    await app.stop();
    await Promise.all(rpcs.map((rpc) => rpc.close()));
  }
}
