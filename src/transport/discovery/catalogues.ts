import type { HttpDeps } from '#http/http-deps.ts';
import { INDEXED, type Page } from '#http/page.ts';
import { type Addresses, addressesOf } from '#pages/addresses.ts';
import { catalogueUrn } from './server-card.ts';

/** The media type of RFC 9727. */
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

type CatalogueDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'version'>;

/** The indexes of the service's offers, by protocol: one for agents, one for programming interfaces. */
export function cataloguePages(deps: CatalogueDeps): readonly Page[] {
  const at = addressesOf(deps);
  const [ai, api] = [aiCatalogue(deps, at), apiCatalogue(at)];
  return [
    {
      path: '/.well-known/ai-catalog.json',
      operationId: 'aiCatalog',
      summary: 'The AI catalogue: the cards of the MCP server and of the A2A agent',
      tag: 'Discovery',
      mediaType: 'application/ai-catalog+json',
      headers: INDEXED,
      read: () => ai,
    },
    {
      path: '/.well-known/api-catalog',
      operationId: 'apiCatalog',
      summary: 'The API catalogue of RFC 9727: every interface with its description, documentation and status',
      tag: 'Discovery',
      mediaType: LINKSET,
      // A HEAD request has to show that this is a catalogue (RFC 9727, section 3).
      headers: { ...INDEXED, link: '</.well-known/api-catalog>; rel="api-catalog"' },
      read: () => api,
    },
  ];
}

function aiCatalogue({ settings, mcpBaseUrl, version }: CatalogueDeps, at: Addresses): object {
  const entry = (identifier: string, displayName: string, type: string, url: string) => {
    // The member for the type was `mediaType` until it became `type`; readers of both are about.
    return { identifier, displayName, version, type, mediaType: type, url };
  };
  const { serviceName, baseUrl } = settings;
  return {
    specVersion: '1.0',
    host: { displayName: serviceName, documentationUrl: at.llms, logoUrl: at.icon },
    entries: [
      entry(
        catalogueUrn(mcpBaseUrl, 'mcp'),
        `${serviceName} MCP server`,
        'application/mcp-server-card+json',
        at.server_card,
      ),
      entry(catalogueUrn(baseUrl, 'a2a'), `${serviceName} A2A agent`, 'application/a2a-agent-card+json', at.agent_card),
    ],
  };
}

interface Target {
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

/** A link target, JSON by default. */
function json(href: string, title: string, type = 'application/json'): Target {
  return { href, type, title };
}

function apiCatalogue(at: Addresses): object {
  const status = [json(at.health, 'Liveness and the state of the parts')];
  const guide: Target = { href: at.llms, type: 'text/plain', title: 'Guide for agents' };
  const meta = [
    json(at.x402, 'Whether and how checks are paid per call'),
    json(at.schemas, 'JSON Schemas of answers'),
    json(at.reason_codes, 'Reason codes'),
    json(at.schema_version_policy, 'Policy of versions'),
  ];
  const rest = {
    anchor: at.usage,
    'service-desc': [json(at.openapi, 'OpenAPI 3.1')],
    'service-doc': [{ href: at.docs, type: 'text/html', title: 'Interactive documentation' }, guide],
    'service-meta': meta,
    status,
  };
  const graphql = {
    anchor: at.graphql,
    'service-doc': [{ href: at.graphql, type: 'text/html', title: 'An editor, with the schema' }, guide],
    'service-meta': meta,
    status,
  };
  const mcp = {
    anchor: at.mcp,
    'service-desc': [json(at.server_card, 'MCP server card', 'application/mcp-server-card+json')],
    'service-doc': [guide],
    'service-meta': meta,
    status,
  };
  const a2a = {
    anchor: at.a2a,
    'service-desc': [json(at.agent_card, 'A2A agent card')],
    'service-doc': [guide],
    'service-meta': meta,
    status,
  };
  const item = [
    { href: at.usage, title: 'REST' },
    { href: at.graphql, title: 'GraphQL' },
    { href: at.mcp, title: 'MCP' },
    { href: at.a2a, title: 'A2A' },
  ];
  return { linkset: [{ anchor: at.api_catalog, item }, rest, graphql, mcp, a2a] };
}
