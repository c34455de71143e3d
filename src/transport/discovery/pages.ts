import { agentCardPages } from '../a2a/card.ts';
import type { HttpDeps } from '../model.ts';
import { creditEndpoints } from '../rest/credits/endpoints.ts';
import { usagePages } from '../rest/usage.ts';
import { docsPage } from '../web/docs.ts';
import { peoplePages } from '../web/pages.ts';
import { statusPages } from '../web/status.ts';
import { cataloguePages } from './catalogues.ts';
import { codePages } from './codes.ts';
import { creditPages } from './credits.ts';
import { errorPages } from './errors.ts';
import { healthPages } from './health.ts';
import { llmsPages } from './llms.ts';
import { logoPages } from './logo/pages.ts';
import { manifestPages } from './manifest.ts';
import { openapiDocument } from './openapi/document.ts';
import { ownershipPages } from './ownership.ts';
import { CACHED, type Page, REVALIDATED } from './page.ts';
import { policyPages } from './policy.ts';
import { registryAuthPages } from './registry-auth.ts';
import { robotsPages } from './robots.ts';
import { rootPages } from './root.ts';
import { schemaPages } from './schemas.ts';
import { serverCardPages } from './server-card.ts';

/** Every free document of the service, in the order in which the OpenAPI document lists them. */
export function allPages(deps: HttpDeps): readonly Page[] {
  const { baseUrl } = deps.settings;
  const described: Page[] = [
    ...usagePages(deps),
    ...rootPages(deps),
    ...creditPages(deps),
    ...healthPages(deps),
    ...codePages(baseUrl),
    ...errorPages(baseUrl),
    ...schemaPages(baseUrl),
    ...policyPages(baseUrl),
    docsPage(baseUrl),
    ...peoplePages(),
    ...statusPages(deps),
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
  const all: readonly Page[] = [...described, openapiPage(deps, () => all), ...ownershipPages(deps)];
  return all;
}

/** The description of all pages, itself included. Payment per call may come and go, and there is a document for either. */
function openapiPage(deps: HttpDeps, pages: () => readonly Page[]): Page {
  const made = new Map<boolean, object>();
  const page = servicePage('/openapi.json', 'openapi', 'The OpenAPI 3.1 document', () => {
    const { enabled } = deps.settings;
    const document = made.get(enabled) ?? openapiDocument(deps, pages(), creditEndpoints(deps));
    made.set(enabled, document);
    return document;
  });
  return { ...page, headers: REVALIDATED };
}

function servicePage(path: string, operationId: string, summary: string, read: () => object): Page {
  return { path, operationId, summary, tag: 'Service', mediaType: 'application/json', headers: CACHED, read };
}
