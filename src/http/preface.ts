import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Log } from './model.ts';
import { endRequest } from './request-end.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Payment clients send `Access-Control-Expose-Headers` as a request header, so a browser asks leave for it as well. */
const ALLOW_HEADERS = [
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

/**
 * What every response carries, whatever answers it: request id, cross-origin and security headers; and one line in the
 * log when it is over. The id replaces the incoming header, so that everything further down reads the same one.
 */
export function preface(
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly (readonly [string, string])[],
  log: Log,
): void {
  const asked = request.headers['x-request-id'];
  const requestId = typeof asked === 'string' && REQUEST_ID.test(asked) ? asked : randomUUID();
  request.headers['x-request-id'] = requestId;
  request.url = originForm(request.url ?? '/');
  response.setHeader('x-request-id', requestId);
  for (const [name, value] of headers) response.setHeader(name, value);
  const { method = 'GET', url } = request;
  const start = performance.now();
  response.once('close', () => {
    endRequest(request, response, log, { requestId, method, url, ms: performance.now() - start });
  });
}

/** Servers must take a request line with a full URL as well (RFC 9112, 3.2.2); only its path matters here. */
function originForm(url: string): string {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
  if (!absolute) return url;
  const rest = url.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Answers a browser's question before a cross-origin call, for every path, before anything else runs. Nobody needs leave for
 * HEAD, which not every path answers: their `Allow` says so.
 */
export function answerOptions(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': ALLOW_HEADERS,
      'access-control-max-age': '86400',
    })
    .end();
}

/** The id that `preface` gave to the request which this response answers. */
export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader('x-request-id') ?? '');
}
