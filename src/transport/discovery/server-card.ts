import { isIP } from 'node:net';
import type { HttpDeps } from '#http/http-deps.ts';
import { INDEXED, type Page } from '#http/page.ts';
import { mcpVersions } from '#http/questions/calls.ts';
import { addressesOf } from '#pages/addresses.ts';
import { DESCRIPTION } from '#pages/words.ts';
import { LOGO_PNG_SIDE } from './logo.ts';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';

type CardDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'version' | 'freeCallsPerDay'>;

/** The MCP Server Card (SEP-2127) at its reserved path, beside the endpoint. */
export function serverCardPages(deps: CardDeps): readonly Page[] {
  const card = serverCard(deps);
  return [
    {
      path: '/mcp/server-card',
      operationId: 'mcpServerCard',
      summary: 'The MCP server card: what an MCP client needs before it connects',
      tag: 'Discovery',
      mediaType: 'application/mcp-server-card+json',
      headers: INDEXED,
      read: () => card,
    },
  ];
}

function serverCard(deps: CardDeps): object {
  const at = addressesOf(deps);
  return {
    $schema: SCHEMA,
    ...serverIdentity(deps),
    description: DESCRIPTION,
    remotes: [
      {
        type: 'streamable-http',
        url: at.mcp,
        headers: [
          {
            name: 'X-API-Key',
            description: `A prepaid key. ${keylessNote(deps.freeCallsPerDay)}`,
            isRequired: false,
            isSecret: true,
          },
        ],
        supportedProtocolVersions: mcpVersions,
      },
    ],
  };
}

/** The price of a call without a key. The card is cached for an hour, so it names no payment that may be interrupted. */
function keylessNote(freeCallsPerDay = 0): string {
  return freeCallsPerDay > 0
    ? `Without one ${freeCallsPerDay} checks of a caller a day are free; the others are answered with what they cost.`
    : 'Calls without one are answered with what a check costs.';
}

/** The identity of the server, in its card and when a client connects. */
export function serverIdentity(deps: Omit<CardDeps, 'freeCallsPerDay'>) {
  const at = addressesOf(deps);
  return {
    name: serverName(deps.mcpBaseUrl),
    title: deps.settings.serviceName,
    version: deps.version,
    websiteUrl: at.root,
    icons: [
      { src: at.icon, mimeType: 'image/png', sizes: [`${LOGO_PNG_SIDE}x${LOGO_PNG_SIDE}`] },
      { src: at.logo, mimeType: 'image/svg+xml', sizes: ['any'] },
    ],
  };
}

/** The name of the server as registries list it: the host turned round, then the service. */
export function serverName(mcpBaseUrl: string): string {
  const { hostname } = new URL(mcpBaseUrl);
  const isDomain = hostname.includes('.') && isIP(hostname) === 0;
  return `${isDomain ? hostname.split('.').reverse().join('.') : 'local.assay'}/assay`;
}

/** The name of an artefact for catalogues, under the publisher's domain (`urn:air`). */
export function catalogueUrn(origin: string, protocol: 'mcp' | 'a2a'): string {
  const { hostname } = new URL(origin);
  // The brackets and colons of an IPv6 address would end the domain's part.
  return `urn:air:${hostname.replace(/[[\]]/g, '').replaceAll(':', '-')}:${protocol}:assay`;
}
