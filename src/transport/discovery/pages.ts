import type { HttpDeps } from '../model.ts';
import { creditEndpoints } from '../rest/credits/endpoints.ts';
import { usagePages } from '../rest/usage.ts';
import { docsPage } from '../web/docs.ts';
import { peoplePages } from '../web/pages.ts';
import { codePages } from './codes.ts';
import { creditPages } from './credits.ts';
import { errorPages } from './errors.ts';
import { healthPages } from './health.ts';
import { icon } from './icon.ts';
import { openapiDocument } from './openapi/document.ts';
import { CACHED, FRESH, type Page } from './page.ts';
import { root } from './root.ts';

/** Every free document of the service, in the order in which the OpenAPI document lists them. */
export function allPages(deps: HttpDeps): readonly Page[] {
  const { baseUrl } = deps.settings;
  const described: Page[] = [
    ...usagePages(deps),
    servicePage('/', 'root', 'What the service is, its prices and where everything stands', () => root(deps)),
    ...creditPages(deps),
    ...healthPages(deps),
    metricsPage(deps),
    ...codePages(baseUrl),
    ...errorPages(baseUrl),
    docsPage(baseUrl),
    ...peoplePages(),
    { ...servicePage('/.well-known/jwks.json', 'jwks', 'The keys that verdicts are signed with', deps.jwks) },
    { ...textPage('/robots.txt', 'robots', 'For crawlers', 'text/plain; charset=utf-8', robots(baseUrl)) },
    { ...textPage('/favicon.ico', 'favicon', 'The logo', 'image/svg+xml', icon) },
  ];
  let document: object | undefined;
  const openapi = servicePage('/openapi.json', 'openapi', 'The OpenAPI 3.1 document', () => {
    document ??= openapiDocument(deps, [...described, openapi], creditEndpoints(deps));
    return document;
  });
  return [...described, openapi];
}

function servicePage(path: string, operationId: string, summary: string, read: () => object): Page {
  const headers = path === '/' ? FRESH : CACHED;
  return { path, operationId, summary, tag: 'Service', mediaType: 'application/json', headers, read };
}

/** For the operator's own collector: what it shows is no secret, since the accounts are public. */
function metricsPage({ metrics }: Pick<HttpDeps, 'metrics'>): Page {
  const mediaType = 'text/plain; version=0.0.4; charset=utf-8';
  const summary = 'Metrics in the text format of Prometheus';
  return {
    path: '/metrics',
    operationId: 'metrics',
    summary,
    tag: 'Service',
    mediaType,
    headers: FRESH,
    read: metrics,
  };
}

function textPage(path: string, operationId: string, summary: string, mediaType: string, text: string): Page {
  return { path, operationId, summary, tag: 'Service', mediaType, headers: CACHED, read: () => text };
}

/** Everything may be fetched: documents are free, and an unpaid check costs nobody anything. */
function robots(baseUrl: string): string {
  return `User-agent: *\nAllow: /\n\n# For machines: ${baseUrl}/openapi.json\n`;
}
