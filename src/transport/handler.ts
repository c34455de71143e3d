import type { IncomingMessage, ServerResponse } from 'node:http';
import { headersOfEveryAnswer } from '#http/every-answer.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { openConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import type { HttpHandler } from '#http/listen.ts';
import { beginNotes, type Notes, notesOf, routeOf } from '#http/notes.ts';
import { answerOptions, preface } from '#http/preface.ts';
import { sendRefusal } from '#http/problems/refusal.ts';
import { pathTemplate } from '#http/questions/calls.ts';
import { parseCheckCall } from '#http/questions/check-call.ts';
import { Fault } from '#lib/fault.ts';
import { requestSpan, tracing } from '#lib/tracing.ts';
import { checkHandler } from './rest/check.ts';
import { router } from './router.ts';

const CALLER_CHECKS_IN_FLIGHT_MAX = 1_000;

/**
 * The whole HTTP side as one listener. Checks are answered in front of the framework, whose routing costs several times
 * what a check from a warm cache does; documents and GraphQL go through it.
 */
export function createHttp(deps: HttpDeps): HttpHandler {
  const concurrencyLimit = openConcurrencyLimit(deps.callerChecksInFlightMax ?? CALLER_CHECKS_IN_FLIGHT_MAX);
  const app = router(deps, concurrencyLimit);
  const check = checkHandler(deps, concurrencyLimit);
  const headers = Object.entries(headersOfEveryAnswer(deps.settings.baseUrl));
  const answer = (request: IncomingMessage, response: ServerResponse, notes: Notes): void => {
    if (request.method === 'OPTIONS') {
      notes.route = 'preflight';
      answerOptions(request, response);
      return;
    }
    const [path = '/', query = ''] = splitOnce(request.url ?? '/');
    const call = parseCheckCall(path, query);
    if (call) notes.route = pathTemplate(call.kind);
    if (call) void check(call, request, response);
    else if (isDecodable(path)) app(request, response);
    else sendRefusal(deps, response, new Fault('bad_request'));
  };
  return (request, response) => {
    preface(request, response, headers, deps.log);
    const notes = beginNotes(request, deps.watch ?? null);
    deps.watch?.began();
    if (tracing.on) handleInSpan(request, response, () => answer(request, response, notes));
    else answer(request, response, notes);
  };
}

function splitOnce(url: string): readonly string[] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Handles a request as a span of its own, named by its route, which continues the trace that the caller began. */
function handleInSpan(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
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
