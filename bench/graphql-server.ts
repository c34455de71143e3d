// The service of the benchmark of GraphQL in a process of its own. It takes checks over REST and GraphQL through schema, billing and
// attestation, and answers each from memory, as with a warm chain cache. Tells the parent its port, and its processor time in microseconds
// whenever it is asked.
import type { Inspector } from 'assay-core/check/inspectors.ts';
import {
  GraphQLBoolean,
  GraphQLInt,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
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

const [databaseUrl, dataDir, payTo] = process.argv.slice(2) as [string, string, string];
const NETWORK = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const BASE_URL = 'http://127.0.0.1';
const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** Stands where nothing is asked: a use of it is a mistake of the benchmark. */
const unused = new Proxy({} as never, {
  get: () => {
    throw new Error('not a part of this benchmark');
  },
});

/** The warm judgement with every metric that its GraphQL type has, so that all of them can be asked for. */
function completeInspector(account: string): Inspector {
  const warm = warmInspector(account);
  const inspect: Inspector['inspect'] = async (...asked) => {
    const { judgement, asOf } = await warm.inspect(...asked);
    return { judgement: { ...judgement, metrics: { ...complete, ...judgement.metrics } }, asOf };
  };
  return { ...warm, inspect };
}

function anyValueOf(type: GraphQLOutputType): unknown {
  const of = getNullableType(type);
  if (isListType(of)) return [];
  if (isEnumType(of)) return of.getValues()[0]?.value;
  if (isObjectType(of)) return valuesOf(of);
  if (of === GraphQLBoolean) return true;
  return of === GraphQLInt || ['Slot', 'UnixTime'].includes(String(of)) ? 1 : '1';
}

/** The members of an answer that a type exposes. */
function valuesOf(type: GraphQLObjectType): Readonly<Record<string, unknown>> {
  const fields = Object.values(type.getFields());
  return Object.fromEntries(fields.map((one) => [String(one.extensions.pothosExposedField), anyValueOf(one.type)]));
}

const complete = valuesOf(schema.getType('FunderMetrics') as GraphQLObjectType);

/** Checks of wallets wait until their operation is cut. */
const waitingInspector: Inspector = {
  bounds: { timeMsMax: 1, callsMax: 1, bytesMax: 1 },
  inspect: () => new Promise(() => undefined),
};

async function startOurs(): Promise<number> {
  const database = await openDatabase({ url: databaseUrl });
  const signer = signerFor(openSigningKey(signingKeyFile(dataDir)));
  const answers = openAnswers({
    inspectors: { funder: completeInspector(payTo), wallet: waitingInspector },
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
    callerChecksInFlightMax: 10_000,
    log,
  });
  return (await listen(handler, { host: '127.0.0.1', port: 0, baseUrl: BASE_URL })).port;
}

process.send?.(await startOurs());
process.on('message', (asked) => {
  if (asked === 'memory') {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ rss, heapUsed });
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('disconnect', () => process.exit(0));
