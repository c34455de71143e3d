import { hash, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { formatPicoUsd, formatUsdc } from 'assay-core/lib/money.ts';
import type { CheckNote } from '#schema/contract.ts';
import type { Log } from './http-deps.ts';
import { type Notes, notesOf, routeOf } from './notes.ts';

/** Load balancers and collectors request these every second, so they are neither logged nor limited. */
export const PROBES: ReadonlySet<string> = new Set(['/health', '/health/ready', '/metrics']);

/** Paths of files that pages load: the log has a line for each page, not for each of its files. */
const FILE = /\.(?:css|graphql|ico|js|png|svg|webmanifest|woff2)$/;

const PATH_CHARS_MAX = 256;

const ACCOUNT_CHARS = 12;

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The headers that the service reads, and a wildcard for the rest: browsers add headers of traces, caches and client libraries, and
 * without cookies a page gets no more than its own sender would. The wildcard leaves `Authorization` out. Payment clients send
 * `Access-Control-Expose-Headers` as a request header, so a browser asks permission for it as well.
 */
const ALLOW_HEADERS = [
  '*',
  'Authorization',
  'Content-Type',
  'X-API-Key',
  'Idempotency-Key',
  'X-Request-Id',
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
  'SIGN-IN-WITH-X',
  'Access-Control-Expose-Headers',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
  'A2A-Version',
  'A2A-Extensions',
  'X-A2A-Extensions',
].join(', ');

const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*,[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+)*$/;

const HEADER_NAMES_CHARS_MAX = 4_096;

/**
 * Sets the headers of every response: request id, cross-origin and security headers. Writes one log line when the response is over. The id
 * replaces the incoming header, so that all later code reads the same one.
 */
export function preface(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly (readonly [string, string])[],
  log: Log,
): void {
  const requestId = nameRequest(request);
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of headers) response.setHeader(name, value);
  const { method = 'GET', url = '/' } = request;
  const start = performance.now();
  response.once('close', () => {
    endRequest(request, response, log, { requestId, method, url, ms: performance.now() - start });
  });
}

/** Gives a request its id, and its address without an origin. Returns the id. */
function nameRequest(request: IncomingMessage): string {
  const asked = request.headers['x-request-id'];
  const requestId = typeof asked === 'string' && REQUEST_ID.test(asked) ? asked : randomUUID();
  request.headers['x-request-id'] = requestId;
  request.url = originForm(request.url ?? '/');
  return requestId;
}

/** Names the request of a connection that becomes a socket, and writes one log line when the connection is over. */
export function prefaceSocket(request: IncomingMessage, connection: Duplex, log: Log): { statusCode: number } {
  const requestId = nameRequest(request);
  const start = performance.now();
  const { method = 'GET', url = '/' } = request;
  const answer = { statusCode: 101, writableFinished: true };
  connection.once('close', () => {
    endRequest(request, answer, log, { requestId, method, url, ms: performance.now() - start });
  });
  return answer;
}

/** Servers must take a request line with a full URL as well (RFC 9112, 3.2.2); only its path matters here. */
function originForm(url: string): string {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
  if (!absolute) return url;
  const rest = url.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Answers a preflight request of a browser, for every path, before anything else runs. It repeats the headers that are asked for, because
 * older browsers do not know the wildcard. It does not list HEAD, which needs no permission and which not every path answers.
 */
export function answerOptions({ headers }: IncomingMessage, response: ServerResponse): void {
  const asked = headers['access-control-request-headers'] ?? '';
  const isRepeated = asked.length <= HEADER_NAMES_CHARS_MAX && HEADER_NAMES.test(asked);
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': isRepeated ? `${ALLOW_HEADERS}, ${asked}` : ALLOW_HEADERS,
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    })
    .end();
}

/** The id that `preface` gave to the request of this response. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader('x-request-id') ?? '');
}

/** A request that is over, as its listener saw it. */
interface Ended {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly ms: number;
}

/** Writes the one log line of each request, and updates counters. */
function endRequest(
  request: IncomingMessage,
  response: Pick<ServerResponse, 'statusCode' | 'writableFinished'>,
  log: Log,
  ended: Ended,
): void {
  const noted = notesOf(request);
  const { requestId, method, url, ms } = ended;
  const path = url.split('?', 1)[0]?.slice(0, PATH_CHARS_MAX);
  const status = response.statusCode;
  const fields = {
    request_id: requestId,
    method,
    path,
    status,
    ms: Math.round(ms),
    ...(noted && noted.refusals.length > 0 && { code: noted.refusals.join(' ') }),
    ...(noted && noted.checks.length > 0 && { ...checksOf(noted), account: accountOf(request) }),
    ...(!response.writableFinished && { aborted: true }),
  };
  if (isQuiet(path, status)) log.debug?.(fields, 'request');
  else log.info(fields, 'request');
  noted?.watch?.ended({
    route: routeOf(request, noted),
    method,
    status,
    seconds: ms / 1000,
    refusals: noted.refusals,
  });
}

function isQuiet(path: string | undefined, status: number): boolean {
  return path !== undefined && (PROBES.has(path) || (status < 400 && FILE.test(path)));
}

/** One check with its verdict; for several their number and total cost. */
function checksOf({ checks }: Notes): object {
  const [only] = checks;
  if (checks.length === 1 && only) {
    const { kind, verdict, route, replayed, ms } = only;
    return {
      kind,
      verdict,
      route,
      charged_usdc: formatUsdc(only.chargedAtomic),
      ...(replayed && { replayed }),
      ...rpcCostOf(checks),
      check_ms: Math.round(ms),
    };
  }
  return {
    checks: checks.length,
    verdicts: tallyOf(checks),
    charged_usdc: formatUsdc(checks.reduce((sum, { chargedAtomic }) => sum + chargedAtomic, 0n)),
    ...rpcCostOf(checks),
    rpc_by_check: checks.map((one) => ({ kind: one.kind, subject: one.subject, ...rpcCostOf([one]) })),
    check_ms: Math.round(Math.max(...checks.map(({ ms }) => ms))),
  };
}

/** The calls of endpoints that checks took, and their price as decimal text; null where the price of one call is not known. */
function rpcCostOf(checks: readonly CheckNote[]): object {
  let calls = 0;
  let picoUsd: bigint | null = 0n;
  for (const { rpcCalls, rpcPicoUsd } of checks) {
    for (const count of rpcCalls.values()) calls += count;
    picoUsd = picoUsd === null || rpcPicoUsd === null ? null : picoUsd + rpcPicoUsd;
  }
  return { rpc_calls: calls, rpc_usd: picoUsd === null ? null : formatPicoUsd(picoUsd) };
}

function tallyOf(checks: readonly CheckNote[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, verdict } of checks) {
    const name = `${kind} ${verdict}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** A key, alone or behind a scheme: Bearer is what clients of MCP can set, and ApiKey what a 401 names. */
const KEY = /^(?:[a-z]+ +)?(assay_\S+)$/i;

/** The key in a value that has only a scheme beside it; null without a key. */
export function keyIn(value: unknown): string | null {
  return typeof value === 'string' ? (KEY.exec(value)?.[1] ?? null) : null;
}

/** The key of a request: the one in `X-API-Key`, else the one in `Authorization`. */
export function keyOf({ 'x-api-key': key, authorization }: IncomingHttpHeaders): string | null {
  return typeof key === 'string' && key !== '' ? key : keyIn(authorization);
}

/** The beginning of the key's hash in the ledger, by which an operator finds the account without the key. */
function accountOf({ headers }: IncomingMessage): string | undefined {
  const key = keyOf(headers);
  if (key === null) return undefined;
  return hash('sha256', key, 'hex').slice(0, ACCOUNT_CHARS);
}
