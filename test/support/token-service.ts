import type { TokenMetrics } from 'assay-core/rules/token/metrics.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { readConfig } from '#config/config.ts';
import type { Env } from '#config/env.ts';
import { openLedger } from '#ledger/ledger.ts';
import { Traffic } from '../../packages/core/test/support/calm.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { startApp } from '../../src/app/app.ts';
import { openLog } from '../../src/lib/process/log.ts';
import { type TestDatabase, temporaryDataDir } from './database.ts';
import { asPublished } from './published-schemas.ts';

/** The service's answer, as REST sends it. A free answer has no metrics. */
export interface TokenAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: {
    readonly verdict: string;
    readonly reason_codes: readonly string[];
    readonly confidence: number;
    readonly flags: readonly string[];
    readonly metrics: TokenMetrics;
    readonly billing: { readonly charged_usdc: string };
    readonly [member: string]: unknown;
  };
}

/** The calls to an endpoint since the last `forget`, without probes of the slot. */
export interface AskedOf {
  readonly requests: number;
  /** How many requests had to wait for the answer of an earlier one, in the longest row. */
  readonly rounds: number;
  /** The calls of each request. */
  readonly methods: readonly (readonly string[])[];
}

/** An endpoint that is watched. */
interface WatchedRpc {
  readonly rpc: FaultyRpc;
  asked(): AskedOf;
  forget(): void;
}

/** A running service over worlds, and a key with money. */
export interface TokenAsking {
  readonly rpcs: readonly WatchedRpc[];
  /** The token check over REST. */
  ask(mint: string): Promise<TokenAnswer>;
  /** Many token checks in one GraphQL operation: the verdict of each. */
  askAll(mints: readonly string[]): Promise<readonly string[]>;
}

const dataDir = temporaryDataDir();

/** `openTokens` for as long as `use` takes. */
export async function withTokens(
  database: TestDatabase,
  tables: readonly RpcMethods[],
  use: (asking: TokenAsking) => Promise<void>,
  env: Env = {},
): Promise<void> {
  const asking = await openTokens(database, tables, env);
  await use(asking).finally(() => asking.close());
}

/**
 * The whole service in this process, over an endpoint for each table, once it has asked what it asks when it starts. The
 * endpoints answer when what is sent together has arrived. `close` it.
 */
export async function openTokens(
  database: TestDatabase,
  tables: readonly RpcMethods[],
  env: Env = {},
): Promise<TokenAsking & { close(): Promise<void> }> {
  const traffic = new Traffic();
  const latency = async () => {
    const end = traffic.arrived();
    await traffic.calm();
    end();
  };
  const rpcs = (await Promise.all(tables.map((table) => serveFaultyRpc(table, latency)))).map(watched);
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SOLANA_RPC_URLS: rpcs.map(({ rpc }) => rpc.url).join(','),
    SOLANA_NETWORK: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    PAY_TO: '2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh',
    X402_FACILITATOR: 'off',
    ...env,
  });
  const app = await startApp(config, openLog('fatal'));
  const apiKey = String((await openLedger(database.database).grant(100_000_000n)).apiKey);
  await traffic.quiet();
  for (const one of rpcs) one.forget();
  return {
    rpcs,
    ...askingAt(app.url, apiKey),
    async close() {
      await app.stop();
      await Promise.all(rpcs.map(({ rpc }) => rpc.close()));
    },
  };
}

function askingAt(url: string, apiKey: string): Pick<TokenAsking, 'ask' | 'askAll'> {
  const headers = { 'content-type': 'application/json', 'X-API-Key': apiKey };
  return {
    async ask(mint) {
      const response = await fetch(`${url}/check/token/${mint}`, { headers });
      const { status, headers: received } = response;
      const { body } = asPublished({ status, headers: received, body: (await response.json()) as TokenAnswer['body'] });
      return { status, retryAfter: received.get('retry-after'), body };
    },
    async askAll(mints) {
      const fields = mints.map((mint, n) => `c${n}: tokenCheck(mint: "${mint}") { verdict }`);
      const body = JSON.stringify({ query: `{ ${fields.join(' ')} }` });
      const { data } = await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
      return mints.map((_, n) => String(data?.[`c${n}`]?.verdict));
    },
  };
}

/** Notes how many requests had arrived when each one was answered, which shows the ones that waited for it. */
function watched(rpc: FaultyRpc): WatchedRpc {
  const arrivedBefore = new Map<number, number>();
  let first = rpc.requests.length;
  rpc.fail(({ number }) => {
    arrivedBefore.set(number, rpc.requests.length);
    return null;
  });
  return {
    rpc,
    forget() {
      first = rpc.requests.length;
    },
    asked() {
      const real = rpc.requests.slice(first).filter(({ calls }) => calls.some(({ method }) => !nobodys.has(method)));
      // Nothing of the first round rests on an answer, however long it takes to work out which accounts to ask for.
      const begun =
        real.find(({ calls }) => calls.some(({ method }) => method === 'getMultipleAccounts'))?.number ?? -1;
      const depths = new Map<number, number>();
      for (const { number } of real) {
        const earlier = [...depths].filter(([one]) => (arrivedBefore.get(one) ?? Number.POSITIVE_INFINITY) <= number);
        depths.set(number, number <= begun ? 1 : 1 + Math.max(0, ...earlier.map(([, depth]) => depth)));
      }
      return {
        requests: real.length,
        rounds: Math.max(0, ...depths.values()),
        methods: real.map(({ calls }) => calls.map(({ method }) => method)),
      };
    },
  };
}

/** Calls of no check: probes, the watch of payments, and the facts of the network that are read by the clock. */
const nobodys = new Set([
  'getAccountInfo',
  'getSlot',
  'getGenesisHash',
  'getHealth',
  'getVersion',
  'getLatestBlockhash',
  'getRecentPerformanceSamples',
  'getAgGenesisCert',
]);
