import type { HttpDeps } from '#http/http-deps.ts';
import { CACHED, type Page, REVALIDATED } from '#http/page.ts';
import { usagePages } from '#pages/check/view.tsx';
import { creditPages } from '#pages/credits/view.tsx';
import { dashboardPage } from '#pages/dashboard/view.tsx';
import { docsPage } from '#pages/docs/view.tsx';
import { errorPages } from '#pages/errors/view.tsx';
import { rootPages } from '#pages/landing/view.tsx';
import { codePages } from '#pages/reason-codes/view.tsx';
import { sandboxPages } from '#pages/samples/view.tsx';
import { statusPages } from '#pages/status/view.ts';
import { topupPage } from '#pages/topup/view.ts';
import { agentCardPages } from './a2a/card.ts';
import { cataloguePages } from './discovery/catalogues.ts';
import { healthPages } from './discovery/health.ts';
import { llmsPages } from './discovery/llms.ts';
import { logoPages } from './discovery/logo.ts';
import { manifestPages } from './discovery/manifest.ts';
import { openapiDocument } from './discovery/openapi/document.ts';
import { ownershipPages, registryAuthPages } from './discovery/ownership.ts';
import { policyPages } from './discovery/policy.ts';
import { robotsPages } from './discovery/robots.ts';
import { schemaPages } from './discovery/schemas.ts';
import { serverCardPages } from './discovery/server-card.ts';
import { registeredPages } from './graphql/registered.ts';
import { creditEndpoints } from './rest/credits/endpoints.ts';

/** Every free document of the service, in the order in which the OpenAPI document lists them. */
export function allPages(deps: HttpDeps): readonly Page[] {
  const { baseUrl } = deps.settings;
  const described: Page[] = [
    ...usagePages(deps),
    ...rootPages(deps),
    ...creditPages(deps),
    ...healthPages(deps),
    ...codePages(deps.settings),
    ...errorPages(deps.settings),
    ...schemaPages(baseUrl),
    ...registeredPages(),
    ...policyPages(baseUrl),
    docsPage(deps.settings, () => openapi()),
    dashboardPage(deps.settings),
    topupPage(deps.settings),
    ...statusPages(deps),
    ...sandboxPages(deps),
    servicePage('/.well-known/jwks.json', 'jwks', 'The keys that verdicts are signed with', deps.jwks),
    ...manifestPages(deps),
    ...registryAuthPages(deps),
    ...serverCardPages(deps),
    ...cataloguePages(deps),
    ...llmsPages(deps),
    ...robotsPages(baseUrl),
    ...agentCardPages(deps),
    ...logoPages(),
  ];
  const openapi = openapiOf(deps, () => all);
  const openapiPage = servicePage('/openapi.json', 'openapi', 'The OpenAPI 3.1 document', openapi);
  const all: readonly Page[] = [...described, { ...openapiPage, headers: REVALIDATED }, ...ownershipPages(deps)];
  return all;
}

/** Makes the description of all pages, itself included. Payment per call may come and go, and there is a document for either. */
function openapiOf(deps: HttpDeps, pages: () => readonly Page[]): () => object {
  const made = new Map<boolean, object>();
  return () => {
    const { enabled } = deps.settings;
    const document = made.get(enabled) ?? openapiDocument(deps, pages(), creditEndpoints(deps));
    made.set(enabled, document);
    return document;
  };
}

function servicePage(path: string, operationId: string, summary: string, read: () => object): Page {
  return { path, operationId, summary, tag: 'Service', mediaType: 'application/json', headers: CACHED, read };
}
