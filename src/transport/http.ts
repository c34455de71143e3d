import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault } from '#lib/fault.ts';
import { tracing } from '#lib/tracing.ts';
import { pathTemplate } from './discovery/example.ts';
import { headersOfEveryAnswer } from './every-answer.ts';
import type { HttpDeps } from './model.ts';
import { beginNotes, type Notes } from './notes.ts';
import { handleInSpan } from './request-span.ts';
import { checkHandler } from './rest/check.ts';
import { parseCheckCall } from './rest/check-call.ts';
import { answerOptions, preface } from './rest/preface.ts';
import { refuse } from './rest/refusal.ts';
import { router } from './rest/router.ts';
import { openTurnstile } from './turnstile.ts';

const CALLER_CHECKS_IN_FLIGHT_MAX = 1_000;

/** Answers every request; nothing that it is given makes it throw. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The whole HTTP side as one listener. Checks are answered in front of the framework, whose routing costs several times
 * what a check from a warm cache does; documents and GraphQL go through it.
 */
export function createHttp(deps: HttpDeps): HttpHandler {
  const turnstile = openTurnstile(deps.callerChecksInFlightMax ?? CALLER_CHECKS_IN_FLIGHT_MAX);
  const app = router(deps, turnstile);
  const check = checkHandler(deps, turnstile);
  const headers = Object.entries(headersOfEveryAnswer(deps.settings.baseUrl));
  const answer = (request: IncomingMessage, response: ServerResponse, notes: Notes): void => {
    if (request.method === 'OPTIONS') {
      notes.route = 'preflight';
      answerOptions(response);
      return;
    }
    const [path = '/', query = ''] = splitOnce(request.url ?? '/');
    const call = parseCheckCall(path, query);
    if (call) notes.route = pathTemplate(call.kind);
    if (call) void check(call, request, response);
    else if (isDecodable(path)) app(request, response);
    else refuse(deps, response, new Fault('bad_request'));
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
