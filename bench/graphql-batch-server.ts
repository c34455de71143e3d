// The service of the benchmark in a process of its own. `ours` takes checks over REST and GraphQL through schema, billing and
// attestation, and answers each from memory, as with a warm chain cache; `bare` serves the same schema by graphql-http of
// test/peers. Tells the parent its port, and its processor time in microseconds whenever it is asked.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type DocumentNode, execute, type GraphQLSchema, parse, validate } from 'graphql';
import { listen } from '#http/listen.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { openRateWindows } from '#ledger/rate-windows.ts';
import { signerFor } from '#lib/signing/attestation.ts';
import { openSigningKey, signingKeyFile } from '#lib/signing/signing-key.ts';
import { openBilling } from '#payments/billing/billing.ts';
import { openChecks } from '#schema/checks/run.ts';
import { openMoneyOperations } from '#schema/credits/money.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { schema } from '#schema/schema.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/handler.ts';
import { noSession, warmInspector } from './warm-answer.ts';

const [mode, databaseUrl, dataDir, payTo] = process.argv.slice(2) as [string, string, string, string];
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const BASE_URL = 'http://127.0.0.1';
const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** Stands where nothing is asked: a use of it is a mistake of the benchmark. */
const unused = new Proxy({} as never, {
  get: () => {
    throw new Error('not a part of this benchmark');
  },
});

async function startOurs(): Promise<number> {
  const database = await openDatabase({ url: databaseUrl });
  const signer = signerFor(openSigningKey(signingKeyFile(dataDir)));
  const answers = openAnswers({
    inspectors: { funder: warmInspector(payTo) },
    signer,
    network: NETWORK,
    sandbox: true,
  });
  const billing = openBilling({
    ledger: openLedger(database),
    payments: openPaymentBook(database),
    chain: unused,
    facilitator: null,
    readPayment: unused,
    windows: openRateWindows(database),
    changeSecret: 'bench',
    log,
  });
  const chain = { session: () => noSession, health: () => [], close: async () => undefined };
  const service = openCheckService({ billing, chain, answers });
  const settings = {
    enabled: false,
    network: NETWORK,
    v1Network: 'solana-devnet',
    assetMint: payTo,
    payTo,
    feePayer: null,
    baseUrl: BASE_URL,
    serviceName: 'bench',
    iconUrl: BASE_URL,
    sandbox: true,
  };
  const handler = createHttp({
    checks: openChecks(service, unused),
    money: openMoneyOperations(service, unused),
    settings,
    mcpBaseUrl: BASE_URL,
    version: 'bench',
    jwks: () => signer.jwks(),
    readiness: async () => ({ ready: true, checks: {} }),
    metrics: async () => '',
    graphql: graphqlHandler({ service, money: unused, settings, log }),
    log,
  });
  return (await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: BASE_URL })).port;
}

type Answer = readonly [body: string | null, init: { readonly status: number; readonly headers?: object }];

interface GraphqlHttp {
  createHandler(options: object): (request: object) => Promise<Answer>;
}

async function startBare(): Promise<number> {
  const peers = createRequire(new URL('../test/peers/package.json', import.meta.url));
  const { createHandler } = peers('graphql-http') as GraphqlHttp;
  // The engine is handed in, because the package would load a copy of its own, to which our schema is a stranger.
  const check = (one: GraphQLSchema, document: DocumentNode) => validate(one, document);
  const handle = createHandler({ schema, parse, validate: check, execute });
  // As its own adapter for Node answers, but with a length, by which the load generator tells answers apart.
  const server = createServer(async (request, response) => {
    const { url, method, headers } = request;
    const [body, init] = await handle({ url, method, headers, body: () => null, raw: request, context: {} });
    const text = body ?? '';
    response.writeHead(init.status, { ...init.headers, 'content-length': Buffer.byteLength(text) }).end(text);
  });
  return await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

process.send?.(mode === 'ours' ? await startOurs() : await startBare());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('disconnect', () => process.exit(0));
