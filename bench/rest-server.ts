// One contender in a process of its own: `ours` answers through schema, till and attestation; `express` sends the very
// same bytes around the very same statements of the ledger. Prints its port to the parent.
import express from 'express';
import { openLedger } from '#ledger/ledger.ts';
import { openPaymentBook } from '#ledger/payments.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import { signerFor } from '#lib/attestation.ts';
import { openSigningKey, signingKeyFile } from '#lib/signing-key.ts';
import { openTill } from '#payments/till/till.ts';
import { openAnswers } from '#schema/answers.ts';
import { openDesk } from '#schema/desk.ts';
import { openMoneyDoor } from '#schema/money-run.ts';
import { openChecks } from '#schema/run.ts';
import { createHttp } from '#transport/http.ts';
import { listen } from '#transport/listen.ts';
import { noSession, warmInspector } from './warm-answer.ts';

const [mode, databaseUrl, dataDir, subject] = process.argv.slice(2) as [string, string, string, string];
const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const price = 50_000n;

const database = await openDatabase({ url: databaseUrl, dataDir });
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
const chain = { session: () => noSession, health: () => [], close: async () => undefined };

/** Stands where nothing is asked: a use of it is a mistake of the benchmark. */
const unused = new Proxy({} as never, {
  get: () => {
    throw new Error('not a part of this benchmark');
  },
});

async function startOurs(): Promise<number> {
  const baseUrl = 'http://127.0.0.1';
  const till = openTill({
    ledger,
    payments: openPaymentBook(database),
    chain: unused,
    facilitator: null,
    readPayment: unused,
    changeSecret: 'bench',
    log: { warn: () => undefined },
  });
  const desk = openDesk({ till, chain, answers });
  const handler = createHttp({
    checks: openChecks(desk, unused),
    money: openMoneyDoor(desk, unused),
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
  });
  return (await listen(handler, { host: '127.0.0.1', port: 0, baseUrl })).port;
}

async function startExpress(): Promise<number> {
  const { document } = await answers({ kind: 'funder', subject: subject as never, sizeLamports: null }, noSession);
  const stored = JSON.stringify(document);
  const billing = { route: 'credit', charged_usdc: '0.05', balance_usdc: '999999.00' };
  const sent = JSON.parse(JSON.stringify({ ...document, billing }));
  const app = express();
  app.get('/check/funder/:address', async (request, response) => {
    const apiKey = request.get('x-api-key') ?? '';
    const held = await ledger.hold({ apiKey, kind: 'funder', subject, request: 'bench', priceAtomic: price });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await ledger.post(held.holdId, { body: stored, verdict: document.verdict });
    response.once('finish', () => ledger.finish(held.holdId));
    response.json(sent);
  });
  return await new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

process.send?.(mode === 'ours' ? await startOurs() : await startExpress());
process.on('disconnect', () => process.exit(0));
