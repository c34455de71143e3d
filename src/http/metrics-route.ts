import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { Fault } from '#lib/fault.ts';
import type { HttpDeps, MetricsAccess } from './http-deps.ts';
import { mountRead } from './mount-page.ts';
import { sendText } from './reply.ts';

const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const CLOSED =
  'Metrics are not served here. Set METRICS_PORT to serve them on a port of their own, or METRICS_TOKEN to serve them here to whoever sends it as a bearer token.';

/** Headers that proxies add about their caller. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
  'origin',
];

/** Host names of this machine. */
const OWN_NAMES = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/i;

/**
 * Serves `/metrics` on the public listener where that is safe: to callers with the token, or, where no token is set, to callers on this
 * machine that come through no proxy. Others get 404 with a hint how to switch it on.
 */
export function mountMetrics(app: Express, { metrics, metricsAccess: access }: HttpDeps): void {
  mountRead(app, '/metrics', async (request, response) => {
    if (!access || !isOpen(access, request)) throw new Fault('not_found', CLOSED);
    await serveMetrics(request, response, { token: access.token, read: metrics });
  });
}

/** A proxy without such headers keeps the caller's Host header, and a page of another site sends its origin. */
function isOpen({ token, open }: MetricsAccess, { headers }: IncomingMessage): boolean {
  const direct = OWN_NAMES.test(headers.host ?? '') && FORWARDED.every((name) => headers[name] === undefined);
  return token !== null || (open && direct);
}

/** Answers with the metrics, or with 401 where a token is set and the request has another one or none. */
export async function serveMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { token, read }: { readonly token: string | null; readonly read: () => Promise<string> },
): Promise<void> {
  if (token !== null && !isBearer(request, token)) {
    const headers = { 'www-authenticate': 'Bearer realm="metrics"', 'cache-control': 'no-store' };
    sendText(response, 401, 'text/plain; charset=utf-8', 'A bearer token is needed.\n', headers);
    return;
  }
  sendText(response, 200, MEDIA_TYPE, await read(), { 'cache-control': 'no-store' });
}

/** Compares hashes of one length in constant time, which reveals nothing about the token. */
function isBearer({ headers: { authorization = '' } }: IncomingMessage, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
