import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault } from '#lib/fault.ts';
import { callerOf } from '../caller.ts';
import { refuse } from '../rest/refusal.ts';
import { accepts, EVENT_STREAM, JSON_TYPES } from './accept.ts';
import type { Engine } from './engine.ts';
import type { GraphqlDeps } from './model.ts';

/**
 * Serves `/graphql` (GraphQL over HTTP) and its page for people. The request carries `x-request-id` already. The engine is
 * loaded with the first request: that takes as long as loading a fifth of the service, and no start shall wait for it.
 */
export function graphqlHandler(deps: GraphqlDeps): (request: IncomingMessage, response: ServerResponse) => unknown {
  let engine: Promise<Engine> | null = null;
  return async (request, response) => {
    // An answer belongs to whoever paid for it; a shared cache on the way must not hand it to others.
    response.setHeader('cache-control', 'no-store');
    const { settings, trustProxyHops } = deps;
    try {
      refuseUnreadable(request);
      const caller = callerOf(request, response, { resourceUrl: `${settings.baseUrl}/graphql`, trustProxyHops });
      engine ??= import('./engine.ts').then(({ openEngine }) => openEngine(deps));
      const answer = await engine;
      return answer(request, response, { caller });
    } catch (error) {
      return refuse(deps, response, error);
    }
  };
}

/** The engine would find out only when the answer is there, and paid, that its caller takes none of its media types. */
function refuseUnreadable({ method, headers }: IncomingMessage): void {
  const types = method === 'GET' ? [...JSON_TYPES, EVENT_STREAM, 'text/html'] : [...JSON_TYPES, EVENT_STREAM];
  if (!accepts(headers.accept, types)) throw new Fault('not_acceptable');
}
