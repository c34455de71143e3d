import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { callerOf } from '#http/caller.ts';
import { withDeprecation } from '#http/deprecation.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import type { ConcurrencyLimit } from '#http/limits/concurrency-limit.ts';
import { readJson } from '#http/media.ts';
import { mountMetrics } from '#http/metrics-route.ts';
import { mountPage } from '#http/mount-page.ts';
import { FRESH } from '#http/page.ts';
import { faultOf, sendRefusal } from '#http/problems/refusal.ts';
import { sendJson } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import { mountAssets } from '#pages/assets.ts';
import { isMissedByPerson, sendMissing } from '#pages/missing/view.tsx';
import { mountA2a } from './a2a/endpoint.ts';
import { mountMcp } from './mcp/mount.ts';
import { allPages } from './pages.ts';
import { type CreditEndpoint, creditEndpoints } from './rest/credits/endpoints.ts';

/** Everything but the checks and GraphQL: free pages, credit, and the refusals for paths and methods that nothing serves. */
export function router(deps: HttpDeps, concurrencyLimit: ConcurrencyLimit): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  for (const page of allPages(deps)) mountPage(app, page);
  mountMetrics(app, deps);
  mountSandboxRpc(app, deps);
  for (const endpoint of creditEndpoints(deps)) mountEndpoint(app, endpoint, deps);
  mountAssets(app);
  mountMcp(app, deps, concurrencyLimit);
  mountA2a(app, deps, concurrencyLimit);
  app.use(() => {
    throw new Fault('not_found');
  });
  // Express recognises an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    const fault = faultOf(error);
    if (isMissedByPerson(request, fault)) sendMissing(deps, response, fault);
    else sendRefusal(deps, response, error);
  };
  app.use(onError);
  return app;
}

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

/**
 * The chain of the sandbox under the service's own origin: the policy of the pages lets them reach no other. It is mounted in the
 * sandbox alone.
 */
function mountSandboxRpc(app: Express, { sandbox }: HttpDeps): void {
  if (sandbox === undefined) return;
  const route = app.route('/sandbox/rpc');
  route.post(...readJson, async (request, response) => {
    sendJson(response, 200, await sandbox.send(request.body), FRESH);
  });
  route.all(() => {
    throw new Fault('method_not_allowed', undefined, { allow: ['POST', 'OPTIONS'] });
  });
}
