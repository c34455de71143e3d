import type { TradeMetrics } from 'assay-core/rules/trade/metrics.ts';
import { readConfig } from '#config/config.ts';
import { openLedger } from '#ledger/ledger.ts';
import {
  type RecordedAccounts,
  type RecordedRpc,
  type RecordedRpcOptions,
  serveRecorded,
} from '../../packages/core/test/support/recorded-pools.ts';
import { startApp } from '../../src/app/app.ts';
import { openLog } from '../../src/lib/process/log.ts';
import { unhurried } from './chains.ts';
import { type TestDatabase, temporaryDataDir } from './database.ts';
import { asPublished } from './published-schemas.ts';

/** The service's answer, as REST sends it. A free answer has no metrics. */
export interface TradeAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly replayed: boolean;
  readonly body: {
    readonly verdict: string;
    readonly reason_codes: readonly string[];
    readonly confidence: number;
    readonly flags: readonly string[];
    readonly metrics: TradeMetrics;
    readonly billing: { readonly route: string; readonly charged_usdc: string; readonly balance_usdc: string };
    readonly [member: string]: unknown;
  };
}

/** A running service over a recorded chain, and a key with money. */
export interface Asking {
  readonly url: string;
  readonly rpc: RecordedRpc;
  readonly apiKey: string;
  /** The trade check over REST. Without `size` the parameter is left out; `headers` go beside the key. */
  ask(mint: string, size?: string, headers?: Readonly<Record<string, string>>): Promise<TradeAnswer>;
  /** An operation over GraphQL. */
  query(text: string, variables?: object, headers?: Readonly<Record<string, string>>): Promise<GraphqlAnswer>;
}

interface GraphqlAnswer {
  readonly status: number;
  readonly body: { readonly data?: Record<string, unknown> | null; readonly errors?: readonly unknown[] };
}

const dataDir = temporaryDataDir();

/** The whole service in this process over a recorded chain; everything ends with `use`. Nothing was asked of it before. */
export async function withRecorded(
  database: TestDatabase,
  accounts: RecordedAccounts,
  options: RecordedRpcOptions,
  use: (asking: Asking) => Promise<void>,
): Promise<void> {
  const rpc = await serveRecorded(accounts, options);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SOLANA_RPC_URLS: rpc.url,
    SOLANA_SKIP_GENESIS_CHECK: '1',
    PAY_TO: '2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh',
    X402_FACILITATOR: 'off',
  });
  const app = await startApp(config, openLog('fatal'), { chain: unhurried });
  const apiKey = String((await openLedger(database.database).grant(100_000_000n)).apiKey);
  try {
    // It has asked what it asks when it starts.
    await rpc.quiet();
    rpc.forget();
    await use({ url: app.url, rpc, apiKey, ...askingAt(app.url, apiKey) });
  } finally {
    await app.stop();
    await rpc.close();
  }
}

function askingAt(url: string, apiKey: string): Pick<Asking, 'ask' | 'query'> {
  return {
    async ask(mint, size, headers = {}) {
      const query = size === undefined ? '' : `?size_sol=${size}`;
      const response = await fetch(`${url}/check/trade/${mint}${query}`, {
        headers: { 'X-API-Key': apiKey, ...headers },
      });
      const { status, headers: received } = response;
      const { body } = asPublished({ status, headers: received, body: (await response.json()) as TradeAnswer['body'] });
      return {
        status,
        retryAfter: received.get('retry-after'),
        replayed: received.get('idempotent-replayed') === 'true',
        body,
      };
    },
    async query(text, variables, headers = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-API-Key': apiKey, ...headers },
        body: JSON.stringify({ query: text, variables }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
