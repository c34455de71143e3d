import type { Express, RequestHandler } from 'express';
import { callerOf } from '#http/caller.ts';
import { withDeprecation } from '#http/deprecation.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { readJson } from '#http/media.ts';
import { FRESH } from '#http/page.ts';
import { sendJson } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import type { CreditEndpoint } from './endpoints.ts';

/** Serves an endpoint at its path for its method, and for no other: not even HEAD, which must never run anything. */
export function mountEndpoint(app: Express, endpoint: CreditEndpoint, deps: HttpDeps): void {
  const { method, path } = endpoint;
  const headers = withDeprecation(FRESH, endpoint.deprecated);
  const route = app.route(path);
  const refuseMethod: RequestHandler = () => {
    throw new Fault('method_not_allowed', undefined, { allow: [method, 'OPTIONS'] });
  };
  const serve: RequestHandler = async (request, response) => {
    const resourceUrl = deps.settings.baseUrl + path;
    const caller = callerOf(request, response, { resourceUrl, trustProxyHops: deps.trustProxyHops });
    await deps.rateLimit?.admit(caller.credentials, response);
    sendJson(response, 200, await endpoint.run(request.body, caller), headers);
  };
  // The framework would answer HEAD by running GET.
  route.head(refuseMethod);
  if (method === 'POST') route.post(...readJson, serve);
  else route.get(serve);
  route.all(refuseMethod);
}
