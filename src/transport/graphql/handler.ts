import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { accepts, prefersPage, takenOf } from '#http/accept.ts';
import { callerOf } from '#http/caller.ts';
import type { CallLimits } from '#http/http-deps.ts';
import { noteRefusal } from '#http/notes.ts';
import { requestIdOf } from '#http/preface.ts';
import { problemOf, retryAfterOf } from '#http/problems/problem.ts';
import { sendRefusal } from '#http/problems/refusal.ts';
import { sendText } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import { GRAPHIQL_POLICY } from '#pages/graphiql/view.tsx';
import type { Engine } from './engine.ts';
import { EVENT_STREAM, type GraphqlDeps, JSON_TYPES, type ServerContext, STREAM_END } from './server-context.ts';

const LAST_EVENT = new RegExp(`^(stream-[0-9a-f-]{36})(${STREAM_END})?$`);

/**
 * Serves `/graphql` (GraphQL over HTTP) and its page. The request already has `x-request-id`. The engine loads at the first
 * request, because it takes a fifth of the service's load time.
 */
export function graphqlHandler(
  deps: GraphqlDeps,
): (request: IncomingMessage, response: ServerResponse, gate: CallLimits) => unknown {
  let engine: Promise<Engine> | null = null;
  return async (request, response, { concurrencyLimit, rateLimit }) => {
    // An answer belongs to its payer, so no shared cache may store it.
    response.setHeader('cache-control', 'no-store');
    if (request.method === 'GET') response.setHeader('content-security-policy', GRAPHIQL_POLICY);
    const { settings, trustProxyHops } = deps;
    try {
      readAccept(request);
      const caller = callerOf(request, response, { resourceUrl: `${settings.baseUrl}/graphql`, trustProxyHops });
      if (asksSomething(request)) await rateLimit?.admit(caller.credentials, response);
      const { stream, isOver, resumes } = streamOf(request);
      // Of the answers to a client that connects again by itself, this one makes it stop (WHATWG HTML, 9.2.3).
      if (isOver) return response.writeHead(204).end();
      engine ??= import('./engine.ts').then(({ openEngine }) => openEngine(deps));
      const answer = await engine;
      return answer(request, response, { caller, concurrencyLimit, stream, resumes });
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'rate_limited') return sendRefusal(deps, response, error);
      noteRefusal(request, error.code);
      return refuseOperation(response, error, settings.baseUrl);
    }
  };
}

/** The stream that a request begins, or that a client lost, or has to its end, and asks for again by the id of its last event. */
function streamOf({
  headers,
}: IncomingMessage): Pick<ServerContext, 'stream' | 'resumes'> & { readonly isOver: boolean } {
  const [, name, end] = LAST_EVENT.exec(String(headers['last-event-id'])) ?? [];
  return { stream: name ?? `stream-${randomUUID()}`, isOver: end !== undefined, resumes: name !== undefined };
}

/** False for the page, which is a plain document. */
function asksSomething({ method, url = '' }: IncomingMessage): boolean {
  return method !== 'GET' || url.includes('?');
}

/** The engine itself checks accepted media types only after the answer is paid. It sends its page to every client that names pages. */
function readAccept(request: IncomingMessage): void {
  const { method, headers } = request;
  const types = method === 'GET' ? [...JSON_TYPES, EVENT_STREAM, 'text/html'] : [...JSON_TYPES, EVENT_STREAM];
  if (!accepts(headers.accept, types)) throw new Fault('not_acceptable');
  const isPage = prefersPage(request);
  // The engine would parse some headers differently, and too late, so it gets the parsed types.
  const taken = takenOf(headers.accept, [...JSON_TYPES, EVENT_STREAM]);
  headers.accept = taken.filter((type) => isPage || type !== 'text/html').join();
}

/** Refuses a request before the engine reads it, in the form of GraphQL. */
export function refuseOperation(response: ServerResponse, fault: Fault, baseUrl: string): void {
  const { code, ...members } = problemOf(fault, baseUrl, requestIdOf(response));
  const retryAfterSeconds = retryAfterOf(fault);
  const [modern, plain] = JSON_TYPES;
  const mediaType = accepts(response.req.headers.accept, [plain]) ? plain : modern;
  const error = { message: fault.message, extensions: { code: code.toUpperCase(), ...members } };
  sendText(response, fault.status, mediaType, JSON.stringify({ errors: [error] }), {
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  });
}
