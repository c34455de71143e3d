// One contender in a process of its own: `whole` answers through schema, billing and attestation, with the limits, metrics and
// log of the service; `ours` without these, which express has not either; `express` sends the very same bytes around the very
// same calls of the ledger, `naive` around a debit by statements of its own for each call. All read nothing of a chain and
// share answers as the service does. Prints its port to the parent.

import { fileURLToPath } from 'node:url';
import { openChain } from 'assay-core/chain/open-chain.ts';
import express from 'express';
import { Registry } from 'prom-client';
import { openProcessorTime } from '#http/limits/processor-time.ts';
import { openRateLimit } from '#http/limits/rate-limit.ts';
import { listen } from '#http/listen.ts';
import { rememberKeys } from '#ledger/accounts/known-keys.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { openRateWindows, RatePortions } from '#ledger/rate-windows.ts';
import { openLog } from '#lib/process/log.ts';
import { signerFor } from '#lib/signing/attestation.ts';
import { openSigningKey, signingKeyFile } from '#lib/signing/signing-key.ts';
import { watchRequests } from '#observability/request-metrics.ts';
import { watchStatements } from '#observability/statements.ts';
import { openBilling } from '#payments/billing/billing.ts';
import { openChecks } from '#schema/checks/run.ts';
import { openMoneyOperations } from '#schema/credits/money.ts';
import { openAdmission, openHeapShare } from '#schema/operation/admission.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { createHttp } from '#transport/handler.ts';
import { naiveDebit, type Purchase } from './naive-debit.ts';
import { profileStages } from './rest-stages.ts';
import { warmInspector } from './warm-answer.ts';

const [mode, databaseUrl, dataDir, subject] = process.argv.slice(2) as [string, string, string, string];
const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const price = 50_000n;

const database = await openDatabase({ url: databaseUrl });
const ledger = openLedger(database);
const signer = signerFor(openSigningKey(signingKeyFile(dataDir)));
const answers = openAnswers({
  inspectors: {
    funder: warmInspector(subject),
  },
  signer,
  network,
  sandbox: true,
});
/** Nobody asks its endpoint, which is none. */
const chain = openChain({ urls: ['http://127.0.0.1:9'], limits: { sharedMs: 400 } });

/** Stands where nothing is asked: a use of it is a mistake of the benchmark. */
const unused = new Proxy({} as never, {
  get: () => {
    throw new Error('not a part of this benchmark');
  },
});

/** What the service has beside the way of a check: limits that no caller here comes to, metrics, and a log line for each request. */
function surroundings() {
  const registry = new Registry();
  const { watched } = watchStatements(registry, 10);
  const log = openLog('info');
  const books = rememberKeys(watched('ledger', ledger));
  const windows = watched('rates', openRateWindows(database));
  const knows = (apiKey: string): boolean => books.known.has(apiKey);
  const perMinute = { keyRequestsPerMinuteMax: 10_000_000, addressRequestsPerMinuteMax: 10_000_000 };
  const protection = { checksInFlightMax: 10_000, rpcCallsPerSecondMax: null };
  return {
    ledger: books.ledger,
    windows,
    admission: openAdmission({ settings: protection, heapShare: openHeapShare() }),
    http: {
      watch: watchRequests(registry),
      rateLimit: openRateLimit({ ...perMinute, counter: new RatePortions({ windows, log }), knows }),
      processorTime: openProcessorTime({ knows }),
      log,
    },
  };
}

async function startOurs(isWhole: boolean): Promise<number> {
  const baseUrl = 'http://127.0.0.1';
  const around = isWhole ? surroundings() : null;
  const billing = openBilling({
    ledger: around?.ledger ?? ledger,
    payments: openPaymentBook(database),
    chain: unused,
    facilitator: null,
    readPayment: unused,
    windows: around?.windows ?? openRateWindows(database),
    changeSecret: 'bench',
    log: { warn: () => undefined },
  });
  const service = openCheckService({ billing, chain, answers, ...(around && { admission: around.admission }) });
  const handler = createHttp({
    checks: openChecks(service, unused),
    money: openMoneyOperations(service, unused),
    settings: {
      enabled: false,
      network,
      v1Network: 'solana-devnet',
      assetMint: subject,
      payTo: subject,
      feePayer: null,
      baseUrl,
      serviceName: 'bench',
      iconUrl: baseUrl,
      sandbox: true,
    },
    mcpBaseUrl: baseUrl,
    version: 'bench',
    jwks: () => signer.jwks(),
    readiness: async () => ({ ready: true, checks: {} }),
    metrics: async () => '',
    graphql: () => undefined,
    log: { info: () => undefined, error: () => undefined },
    ...around?.http,
  });
  return (await listen(handler, { host: '127.0.0.1', port: 0, baseUrl })).port;
}

/** Takes the money for one answer, stores it, and says what it was charged by. */
type Debit = (purchase: Purchase, body: string, verdict: string) => Promise<string | null>;

const debits: Readonly<Record<string, Debit>> = {
  async express(purchase, body, verdict) {
    const held = await ledger.hold({ kind: 'funder', ...purchase });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await ledger.post(held.holdId, { body, verdict });
    return held.holdId;
  },
  async naive(purchase, body, verdict) {
    await naiveDebit(database.sql, purchase, body, verdict);
    return null;
  },
};

async function startExpress(debit: Debit): Promise<number> {
  const { document } = await answers(
    { kind: 'funder', subject: subject as never, sizeLamports: null },
    chain.session(),
  );
  const stored = JSON.stringify(document);
  const billing = { route: 'credit', charged_usdc: '0.05', balance_usdc: '999999.00' };
  const sent = JSON.parse(JSON.stringify({ ...document, billing }));
  const app = express();
  app.get('/check/funder/:address', async (request, response) => {
    const apiKey = request.get('x-api-key') ?? '';
    const holdId = await debit({ apiKey, subject, request: mode, priceAtomic: price }, stored, document.verdict);
    if (holdId !== null) response.once('finish', () => ledger.finish(holdId));
    response.json(sent);
  });
  return await new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

const debit = debits[mode];
process.send?.(debit ? await startExpress(debit) : await startOurs(mode === 'whole'));
process.on('disconnect', () => process.exit(0));

let ending: ReturnType<typeof profileStages> | null = null;
process.on('message', async (order) => {
  if (order === 'profile') ending = profileStages(fileURLToPath(import.meta.url));
  if (order === 'end of profile') process.send?.({ stages: await (await ending)?.() });
});
