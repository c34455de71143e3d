import type { Chain, ChainReader, ChainSession } from 'assay-core/chain/chain-reader.ts';
import type { Inspected, Inspector } from 'assay-core/check/inspectors.ts';
import { formatSol } from 'assay-core/lib/money.ts';
import type { Ask, Judgement, Kind } from 'assay-core/rules/check.ts';
import { listen } from '#http/listen.ts';
import type { Billing } from '#payments/bill.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { openChecks } from '#schema/checks/run.ts';
import type { MoneyService } from '#schema/contract.ts';
import { openMoneyOperations } from '#schema/credits/money.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { openCheckService } from '#schema/operation/operation.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/handler.ts';
import { gapJudgement, testNetwork, testSigner } from './inspection.ts';

/** Four subjects that are both wallets and mints, as far as anybody asks. */
export const subjects = [
  'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs',
  '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj',
  'So11111111111111111111111111111111111111112',
  'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
] as const;

export const routeSettings: PaymentSettings = {
  enabled: true,
  network: testNetwork,
  v1Network: 'solana-devnet',
  assetMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
  feePayer: '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj',
  baseUrl: 'http://assay.test',
  serviceName: 'Assay',
  iconUrl: 'http://assay.test/favicon.ico',
  sandbox: false,
};

const verdicts: Readonly<Record<Kind['name'], string>> = {
  wallet: 'NEUTRAL',
  token: 'LOW_RISK',
  trade: 'ACCEPTABLE_COST',
  funder: 'CEX_FUNDED',
};

/** A check as tests name it: kind, subject and, for a trade, its size in SOL. */
function nameOf({ kind, subject, sizeLamports }: Ask): string {
  return `${kind} ${subject}${sizeLamports === null ? '' : ` ${formatSol(sizeLamports)}`}`;
}

function judgementOf(ask: Ask): Judgement {
  return {
    verdict: verdicts[ask.kind],
    reasons: [{ code: 'CEX_DIRECT', severity: 'info', message: 'Paid by an exchange.', evidence: { slot: 412 } }],
    confidencePercent: 81,
    flags: [],
    metrics: { name: nameOf(ask) },
    gaps: [],
    decidedBy: [],
  };
}

/** The parts behind the route, for a test to change. */
interface Inspection {
  /** Every check that was worked, by name, in order. */
  readonly inspected: string[];
  /** Holds back, spoils or replaces the judgement of a check; called for each. */
  before: (name: string, ask: Ask) => Promise<Judgement | undefined> | Judgement | undefined;
  /** How many chain sessions were opened and closed. */
  opened: number;
  closed: number;
}

const bounds = { timeMsMax: 1000, callsMax: 10, bytesMax: 1_000_000 };
const asOf = { slot: 412_345_679, commitment: 'finalized', time: 1_700_000_000 } as const;

/** Readers whose session is closed leave gaps, as those of the real chain do. */
const closings = new WeakMap<ChainReader, Promise<'closed'>>();

function chainOf(inspection: Inspection): Chain {
  return {
    session(): ChainSession {
      inspection.opened += 1;
      let close: (value: 'closed') => void = () => undefined;
      const closing = new Promise<'closed'>((resolve) => {
        close = resolve;
      });
      let closed = false;
      return {
        get closed() {
          return closed;
        },
        reader: () => {
          const reader = {} as ChainReader;
          closings.set(reader, closing);
          return reader;
        },
        close: () => {
          inspection.closed += 1;
          closed = true;
          close('closed');
        },
      };
    },
    health: () => [],
    close: async () => undefined,
  };
}

function inspectorOf(inspection: Inspection): Inspector {
  return {
    bounds,
    async inspect(ask, reader): Promise<Inspected> {
      const name = nameOf(ask);
      inspection.inspected.push(name);
      await new Promise((resolve) => setImmediate(resolve));
      const closing = closings.get(reader);
      const found = await Promise.race([inspection.before(name, ask), ...(closing ? [closing] : [])]);
      if (found === 'closed') return { judgement: gapJudgement('deadline'), asOf: null };
      return { judgement: found ?? judgementOf(ask), asOf };
    },
  };
}

/** The members of an answer that tests read. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names the members that it expects.
  readonly body: any;
}

/** The whole HTTP side over billing and inspectors of a test, at an address of its own. */
export interface GraphqlRoute {
  readonly url: string;
  readonly inspection: Inspection;
  /** The logged errors. */
  readonly hidden: object[];
  /** POST of a body as JSON; a string goes as it is. */
  send(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** POST of an operation. */
  post(query: string, headers?: Readonly<Record<string, string>>, variables?: object): Promise<Answered>;
  /** Lets its connections go as before a shutdown. */
  drain(): void;
  close(): void;
}

/** Opens the route. Close it in `afterAll`. */
export async function openRoute(billing: Billing, money: MoneyService): Promise<GraphqlRoute> {
  const inspection: Inspection = { inspected: [], before: () => undefined, opened: 0, closed: 0 };
  const hidden: object[] = [];
  const log = { info: () => undefined, error: (fields: object) => void hidden.push(fields) };
  const inspector = inspectorOf(inspection);
  const answers = openAnswers({
    inspectors: { wallet: inspector, token: inspector, trade: inspector, funder: inspector },
    signer: testSigner,
    network: testNetwork,
    sandbox: false,
  });
  const report = (err: unknown, request_id: string) => void hidden.push({ err, request_id });
  const service = openCheckService({ billing, chain: chainOf(inspection), answers, report });
  const listening = await listen(
    createHttp({
      checks: openChecks(service, money),
      money: openMoneyOperations(service, money),
      settings: routeSettings,
      mcpBaseUrl: routeSettings.baseUrl,
      version: '0.3.0-agent',
      jwks: () => testSigner.jwks(),
      readiness: async () => ({ ready: true, checks: {} }),
      metrics: async () => '',
      graphql: graphqlHandler({ service, money, settings: routeSettings, log }),
      log,
    }),
    { host: '127.0.0.1', port: 0, baseUrl: routeSettings.baseUrl },
  );
  const url = `${listening.url}/graphql`;
  const send: GraphqlRoute['send'] = async (body, headers = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return await answerOf(response);
  };
  return {
    url,
    inspection,
    hidden,
    send,
    post: (query, headers, variables) => send({ query, ...(variables && { variables }) }, headers),
    drain: () => listening.drain(),
    close: () => void listening.close(0),
  };
}

/** Reads an answer to its end. */
export async function answerOf(response: Response): Promise<Answered> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: /^[{[]/.test(text) ? JSON.parse(text) : text,
  };
}

/** Codes of all errors of an answer in any shape. */
export function codesOf({ body }: Answered): unknown[] {
  if (Array.isArray(body?.errors))
    return body.errors.map((one: { extensions?: object }) => (one.extensions as { code?: unknown })?.code);
  if (Array.isArray(body?.detail)) return ['INVALID_REQUEST'];
  return typeof body?.code === 'string' ? [body.code.toUpperCase()] : [];
}
