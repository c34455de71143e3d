import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import type { HttpDeps, Readiness } from '#http/http-deps.ts';
import { type Listening, listen } from '#http/listen.ts';
import { Fault } from '#lib/fault.ts';
import type { CheckService } from '#schema/check-service.ts';
import type { Caller, Checks, Delivered } from '#schema/contract.ts';
import { graphqlHandler } from '#transport/graphql/handler.ts';
import { createHttp } from '#transport/handler.ts';
import { type FakeMoney, fakeMoney, moneyOperations, moneyService } from './money.ts';

export const SUBJECT = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY';
export const KEY = 'assay_test';
export const PUBLIC = 'https://assay.example';
/** What browsers accept when a person opens an address. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

/** A run of the checks as the transport asked for it. */
interface Run {
  readonly kind: Kind['name'];
  readonly args: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

/** An answer as the schema delivers it. */
export function delivered(subject = SUBJECT): Delivered {
  return {
    document: {
      schema_version: 1,
      kind: 'funder',
      subject,
      network: settings.network,
      verdict: 'CEX_FUNDED',
      reason_codes: ['DIRECT_FROM_EXCHANGE'],
      confidence: 0.95,
      flags: [],
      reasons: [
        { code: 'DIRECT_FROM_EXCHANGE', severity: 'info', message: 'From an exchange.', evidence: { slot: 1 } },
      ],
      metrics: {},
      as_of: { slot: 1, commitment: 'finalized', time: '2026-11-20T12:00:00Z' },
      gaps: [],
      attestation: 'a..b',
    },
    billing: { route: 'credit', charged_usdc: '0.05', balance_usdc: '4.95' },
  };
}

const settings: HttpDeps['settings'] = {
  enabled: true,
  network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  v1Network: 'solana',
  assetMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  payTo: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
  feePayer: '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj',
  baseUrl: PUBLIC,
  serviceName: 'Assay',
  iconUrl: `${PUBLIC}/logo.png`,
  sandbox: false,
};

/** The checks as the transport sees them: a known key gets an answer, anything else a 402. */
function billing(runs: Run[], run: (() => Promise<Delivered>) | undefined, runAll: Checks['runAll']): Checks {
  return {
    runAll,
    run: async ({ kind, subject, sizeSol = SIZE_SOL_DEFAULT }, caller) => {
      const args = { [kinds[kind].subject]: subject, ...(kinds[kind].sized && { size_sol: sizeSol }) };
      runs.push({ kind, args, caller });
      const { apiKey, payment } = caller.credentials;
      if (payment && apiKey === null && run) return run();
      if (apiKey === null) throw new Fault('payment_required');
      if (apiKey !== KEY) throw new Fault('api_key_unknown');
      return run ? run() : delivered(subject);
    },
  };
}

const noBatch: Checks['runAll'] = async () => {
  throw new Error('no batch here');
};

/** Operations of GraphQL without checks. */
const noChecks: CheckService = {
  open: () => ({
    check: () => Promise.reject(new Error('no check here')),
    result: () => Promise.reject(new Error('no check here')),
    admitted: async () => undefined,
    tally: { checks: 0, delivered: 0, billAtomic: 0n, chargedAtomic: 0n },
    refusal: null,
    receipt: null,
    change: null,
    close: async () => undefined,
  }),
};

export interface Service extends Listening {
  readonly runs: Run[];
  readonly money: FakeMoney;
  readonly lines: { readonly level: string; readonly message: string; readonly fields: Record<string, unknown> }[];
}

/** The real HTTP side on a free port, with billing in place of the schema and a log that remembers. */
export async function startService(
  change: Partial<Omit<HttpDeps, 'checks' | 'settings' | 'money'>> & {
    readonly run?: () => Promise<Delivered>;
    readonly runAll?: Checks['runAll'];
    readonly settings?: Partial<HttpDeps['settings']>;
    /** What becomes of the settings, for those that change while the service runs. */
    readonly wrap?: (settings: HttpDeps['settings']) => HttpDeps['settings'];
  } = {},
): Promise<Service> {
  const runs: Run[] = [];
  const lines: Service['lines'] = [];
  const line = (level: string) => (fields: object, message: string) => {
    lines.push({ level, message, fields: { ...fields } });
  };
  const ready: Readiness = { ready: true, checks: { database: { ok: true } } };
  const { run, runAll = noBatch, settings: changed, wrap = (given) => given, ...rest } = change;
  const money = fakeMoney(KEY);
  const used = wrap({ ...settings, ...changed });
  const log = { info: line('info'), error: line('error') };
  const deps: HttpDeps = {
    checks: billing(runs, run, runAll),
    money: moneyOperations(money, used),
    settings: used,
    mcpBaseUrl: PUBLIC,
    version: '0.3.0-agent',
    jwks: () => ({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), kid: 'k' }] }),
    readiness: async () => ready,
    metrics: async () => '',
    status: async () => ({ service: 'Assay' }),
    graphql: graphqlHandler({ service: noChecks, money: moneyService(money, used), settings: used, log }),
    log,
    ...rest,
  };
  const listening = await listen(createHttp(deps), { host: '127.0.0.1', port: 0, baseUrl: PUBLIC });
  return { ...listening, runs, money, lines };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of bodies whose shape is what they assert.
  readonly body: any;
}

/** Sends a request with its path untouched, which `fetch` would normalise. */
export function ask(
  service: Pick<Service, 'port'>,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: service.port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = /json/.test(response.headers['content-type'] ?? '') && text !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: json ? JSON.parse(text) : null,
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** A promise that a test opens when it wants what waits behind it to go on. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
