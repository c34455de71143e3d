import type { IncomingMessage, ServerResponse } from 'node:http';
import { accepts, takenOf } from '#http/accept.ts';
import { callerOf } from '#http/caller.ts';
import type { CallLimits } from '#http/http-deps.ts';
import { noteRefusal } from '#http/notes.ts';
import { requestIdOf } from '#http/preface.ts';
import { problemOf, retryAfterOf } from '#http/problems/problem.ts';
import { sendRefusal } from '#http/problems/refusal.ts';
import { sendText } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import type { Engine } from './engine.ts';
import { GRAPHIQL_POLICY } from './graphiql.ts';
import type { GraphqlDeps } from './server-context.ts';
import { EVENT_STREAM, JSON_TYPES } from './server-context.ts';

/**
 * Serves `/graphql` (GraphQL over HTTP) and its page for people. The request carries `x-request-id` already. The engine is
 * loaded with the first request: that takes as long as loading a fifth of the service, and no start shall wait for it.
 */
export function graphqlHandler(
  deps: GraphqlDeps,
): (request: IncomingMessage, response: ServerResponse, gate: CallLimits) => unknown {
  let engine: Promise<Engine> | null = null;
  return async (request, response, { concurrencyLimit, rateLimit }) => {
    // An answer belongs to whoever paid for it; a shared cache on the way must not hand it to others.
    response.setHeader('cache-control', 'no-store');
    if (request.method === 'GET') response.setHeader('content-security-policy', GRAPHIQL_POLICY);
    const { settings, trustProxyHops } = deps;
    try {
      refuseUnreadable(request);
      const caller = callerOf(request, response, { resourceUrl: `${settings.baseUrl}/graphql`, trustProxyHops });
      if (asksSomething(request)) await rateLimit?.admit(caller.credentials, response);
      engine ??= import('./engine.ts').then(({ openEngine }) => openEngine(deps));
      const answer = await engine;
      return answer(request, response, { caller, concurrencyLimit });
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'rate_limited') return sendRefusal(deps, response, error);
      return refuseOperation(request, response, error, settings.baseUrl);
    }
  };
}

/** The page for people is a document like any other. */
function asksSomething({ method, url = '' }: IncomingMessage): boolean {
  return method !== 'GET' || url.includes('?');
}

/** Alone, the engine finds out only when the answer is there, and paid, that its caller takes none of its media types. */
function refuseUnreadable({ method, headers }: IncomingMessage): void {
  const types = method === 'GET' ? [...JSON_TYPES, EVENT_STREAM, 'text/html'] : [...JSON_TYPES, EVENT_STREAM];
  if (!accepts(headers.accept, types)) throw new Fault('not_acceptable');
  // Whatever it reads otherwise than this, it would find out too late.
  headers.accept = takenOf(headers.accept, [...JSON_TYPES, EVENT_STREAM]).join();
}

/** Refuses a request before the engine reads it, in the words of GraphQL. */
function refuseOperation(request: IncomingMessage, response: ServerResponse, fault: Fault, baseUrl: string): void {
  noteRefusal(request, fault.code);
  const { code, ...members } = problemOf(fault, baseUrl, requestIdOf(response));
  const retryAfterSeconds = retryAfterOf(fault);
  const [modern, plain] = JSON_TYPES;
  const mediaType = accepts(request.headers.accept, [plain]) ? plain : modern;
  const error = { message: fault.message, extensions: { code: code.toUpperCase(), ...members } };
  sendText(response, fault.status, mediaType, JSON.stringify({ errors: [error] }), {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
}
