import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestSpan } from '#lib/tracing.ts';
import { notesOf, routeOf } from './notes.ts';

/** Handles a request as a span of its own, named by its route, which continues the trace that the caller began. */
export function handleInSpan(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
  const span = requestSpan(request.headers);
  if (span === null) {
    handle();
    return;
  }
  response.once('close', () => {
    const noted = notesOf(request);
    const [method = 'GET', route] = [request.method, routeOf(request, noted)];
    const status = response.statusCode;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'assay.request_id': String(response.getHeader('x-request-id') ?? ''),
      ...(noted && noted.refusals.size > 0 && { 'assay.refusals': [...noted.refusals] }),
    };
    span.end(`${method} ${route}`, attributes, status >= 500);
  });
  span.within(handle);
}
